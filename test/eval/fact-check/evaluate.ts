import { ownKnowledge } from '../../../goods/text/fact-check/knowledge.ts'
import type { Encoder } from '../../../goods/text/models/encoder.ts'
import { ModelFault } from '../../../goods/text/models/model-fault.ts'
import { labelledSets, type EvalFlags } from '../labelled-sets.ts'
import { openEncoders } from '../open-encoders.ts'
import { byConfidence, byRule, bySentences, goalsOf, type JudgedPair } from './goals.ts'
import { judgeSet } from './judge-set.ts'
import { accuracy, calibrationError, isRight, majority, meanRecall, precisionAt, type Judged } from './measure.ts'
import { measurePlanted } from './measure-planted.ts'
import { readPairs, type LabelledPair } from './read-pairs.ts'

/** Mean recalls that others published for the same data, by set. They are of models of 100 million parameters and more. */
const published: Readonly<Record<string, string>> = { covidfact: 'MiniCheck 0.659', snli: 'DeBERTa 0.92' }
/** The sets of claims and evidence, whose mean is the figure of the tool. The others are captions of pictures. */
const evidenceSets = ['fever-symmetric', 'fm2doc', 'climate', 'covidfact']

/** Prints a table for the labelled sets, with and without the encoder, and one for planted contradictions. */
export async function evaluateFactCheck(flags: EvalFlags): Promise<void> {
  const knowledge = ownKnowledge()
  const encoder = knowledge.withEncoder === null ? null : await encoderOrNull()
  const rows: Row[] = []
  const goals: Record<string, ReturnType<typeof goalsOf>> = {}
  const pooled: JudgedPair[] = []
  const all: JudgedPair[] = []
  for (const set of labelledSets('fact-check', ['.jsonl'], flags)) {
    const pairs = readPairs(set)
    if (pairs.length === 0) continue
    const classical = await judgeSet(pairs, null, knowledge)
    const ours = encoder === null ? classical : await judgeSet(pairs, encoder, knowledge)
    rows.push(rowOf(set.name, classical, ours))
    goals[set.name] = goalsOf(ours)
    all.push(...ours)
    if (evidenceSets.includes(set.name) || flags.set.length > 0) pooled.push(...ours)
    if (flags.misses) printMisses(set.name, ours)
  }
  const planted = flags.set.length > 0 ? [] : await measurePlanted(encoder, knowledge, flags.misses)
  const evidence = rows.filter(({ set }) => evidenceSets.includes(set))
  const overall = {
    meanRecall: mean(evidence.map(({ recall }) => recall)),
    precisionAt40: precisionAt(pooled, 0.4),
    precisionAt25: precisionAt(pooled, 0.25),
    calibrationError: calibrationError(pooled),
  }
  if (flags.json) {
    console.log(
      JSON.stringify({
        encoder: encoder !== null,
        sets: rows,
        overall: pooled.length === 0 ? null : overall,
        goals,
        bySentences: bySentences(all),
        byConfidence: byConfidence(all),
        byRule: byRule(all),
        planted,
      }),
    )
    return
  }
  console.log(`\nfact-check, ${encoder === null ? 'without an encoder' : 'with the encoder'}. Recall is the mean over the classes present.`)
  if (rows.length > 0) console.table(Object.fromEntries(rows.map(({ set, ...row }) => [set, row])))
  if (evidence.length > 0) console.log('evidence sets together', overall)
  if (all.length > 0) printGoals(goals, all)
  if (planted.length > 0) console.table(Object.fromEntries(planted.map(({ what, ...row }) => [what, row])))
}

function printGoals(goals: Readonly<Record<string, ReturnType<typeof goalsOf>>>, all: readonly JudgedPair[]): void {
  console.log('What is said of claims by what is right; the area under the curve, beside that of plain word overlap.')
  console.table(goals)
  console.log('All sets: supported claims called contradicted, by the number of their sentences')
  console.table(bySentences(all))
  console.log('All sets: how often a confidence is right')
  console.table(byConfidence(all))
  console.log('All sets: what exact rules decide')
  console.table(byRule(all))
}

interface Row {
  readonly set: string
  readonly n: number
  readonly majority: number
  readonly classicalRecall: number
  readonly accuracy: number
  readonly recall: number
  readonly precisionAt40: number
  readonly precisionAt25: number
  readonly calibrationError: number
  readonly published: string
}

function rowOf(set: string, classical: readonly Judged[], ours: readonly Judged[]): Row {
  return {
    set,
    n: ours.length,
    majority: three(majority(ours)),
    classicalRecall: three(meanRecall(classical)),
    accuracy: three(accuracy(ours)),
    recall: three(meanRecall(ours)),
    precisionAt40: three(precisionAt(ours, 0.4)),
    precisionAt25: three(precisionAt(ours, 0.25)),
    calibrationError: three(calibrationError(ours)),
    published: published[set] ?? '',
  }
}

/** The encoder that ships, or null with a message where its files are not here. */
async function encoderOrNull(): Promise<Encoder | null> {
  try {
    return (await openEncoders()).pairs
  } catch (error) {
    if (!(error instanceof ModelFault)) throw error
    console.log(`The encoder is not here (${error.message}): measured without it.`)
    return null
  }
}

function printMisses(set: string, judged: readonly (Judged & { readonly pair: LabelledPair })[]): void {
  for (const { pair, right, verdict, scores } of judged) {
    if (!isRight({ right, verdict, scores }))
      console.log(`${set}: ${right}, said ${verdict} ${scores[verdict]}: ${pair.claim} | ${pair.source.slice(0, 200)}`)
  }
}

const three = (value: number) => Math.round(value * 1_000) / 1_000
const mean = (values: readonly number[]) => three(values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length))
