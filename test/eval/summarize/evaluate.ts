import { centroidScores, lexRank, wordVectors } from '../../../goods/text/summary/centrality.ts'
import { splitSentences } from '../../../goods/text/basics/split-sentences.ts'
import { summarize } from '../../../goods/text/summary/summarize.ts'
import { labelledSets, type EvalFlags, type LabelledSet } from '../labelled-sets.ts'
import { openEncoders } from '../open-encoders.ts'
import { bestRouge, type Rouge } from './rouge.ts'

/** A text with summaries: `{source: [sentence], target: [reference]}`. */
interface Document {
  readonly source: readonly string[]
  readonly target: readonly string[]
}

/** Gives the sentences of a summary of so many. */
type Method = (document: Document, count: number) => Promise<readonly string[]> | readonly string[]

/** The best sentences, in their order. */
const best = (source: readonly string[], scores: readonly number[], count: number) =>
  [...scores.keys()]
    .sort((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0))
    .slice(0, count)
    .sort((one, other) => one - other)
    .map((place) => source[place] ?? '')

/** Sentences of a summary of a set whose references are longer than one sentence. */
const longer = 3
/** Two sentences that have so many of their words in common say the same. */
const repeated = 0.6

const methods: Readonly<Record<string, Method>> = {
  lead: ({ source }, count) => source.slice(0, count),
  centroid: ({ source }, count) => best(source, centroidScores(wordVectors(source)), count),
  LexRank: ({ source }, count) => best(source, lexRank(wordVectors(source)), count),
  ours: async ({ source }, count) => {
    // A line for each sentence would make a list of them, so they are a paragraph as in the abstract.
    const text = source.map((sentence) => sentence.replaceAll(/\s+/gu, ' ').trim()).join(' ')
    const { sentences } = await summarize({ text, length: { sentences: count }, style: 'paragraph' }, await openEncoders())
    return sentences.map((sentence) => sentence.text)
  },
  'best sentences': ({ source, target }, count) =>
    best(
      source,
      source.map((sentence) => bestRouge(sentence, target).rouge1),
      count,
    ),
}

/** Whether a summary says something twice. */
function repeats(sentences: readonly string[]): boolean {
  const sets = sentences.map((sentence) => new Set(sentence.toLowerCase().match(/[\p{L}\d]+/gu) ?? []))
  return sets.some((one, place) =>
    sets.slice(place + 1).some((other) => {
      const shared = [...one].filter((word) => other.has(word)).length
      return shared / Math.max(1, Math.min(one.size, other.size)) >= repeated
    }),
  )
}

/** Prints ROUGE of the summary tool beside its baselines. */
export async function evaluateSummaries(flags: EvalFlags): Promise<void> {
  const rows = []
  for (const set of labelledSets('summarize', ['.jsonl'], flags)) rows.push(...(await measureSet(set)))
  if (rows.length === 0) return
  if (flags.json) console.log(JSON.stringify({ summarize: rows }))
  else {
    console.log(
      '\nSummaries of one sentence, of three where the references are longer: ROUGE F1 against the best reference, no stemming (published for SciTLDR: BERTSumExt 38.5, 16.6, 30.5)',
    )
    console.table(rows)
  }
}

/** Turns of a talk and paragraphs as sentences: all methods choose among the same. */
function asSentences(source: readonly string[]): readonly string[] {
  const sentences = source.flatMap((part) => splitSentences(part.replaceAll(/\s+/gu, ' ').trim()).map(({ text }) => text))
  return sentences.length > 1.5 * source.length ? sentences : source
}

async function measureSet({ name, lines }: LabelledSet) {
  const documents = lines
    .map((line) => JSON.parse(line) as Document)
    .filter(({ source, target }) => Array.isArray(source) && Array.isArray(target))
    .map(({ source, target }) => ({ source: asSentences(source), target }))
  if (documents.length === 0) return []
  const rows = []
  const sentencesOf = (text: string) => splitSentences(text).length
  const meanSentences = documents.reduce((sum, { target }) => sum + sentencesOf(target[0] ?? ''), 0) / documents.length
  const count = meanSentences > 1.8 ? longer : 1
  for (const [method, summaryOf] of Object.entries(methods)) {
    const summaries: (readonly string[])[] = []
    for (const document of documents) summaries.push(await summaryOf(document, count))
    const figures = summaries.map((sentences, place) => bestRouge(sentences.join(' '), documents[place]?.target ?? []))
    const share = summaries.filter(repeats).length / summaries.length
    rows.push({ set: name, texts: documents.length, sentences: count, method, ...mean(figures), 'repeats, %': (100 * share).toFixed(0) })
  }
  return rows
}

function mean(figures: readonly Rouge[]) {
  const of = (figure: keyof Rouge) => ((100 * figures.reduce((sum, one) => sum + one[figure], 0)) / figures.length).toFixed(1)
  return { 'ROUGE-1': of('rouge1'), 'ROUGE-2': of('rouge2'), 'ROUGE-L': of('rougeL') }
}
