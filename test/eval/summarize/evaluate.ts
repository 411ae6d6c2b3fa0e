import { centroidScores, lexRank, wordVectors } from '../../../src/engines/summary/centrality.ts'
import { summarize } from '../../../src/engines/summary/summarize.ts'
import { labelledSets, type EvalFlags, type LabelledSet } from '../labelled-sets.ts'
import { openEncoders } from '../open-encoders.ts'
import { bestRouge, type Rouge } from './rouge.ts'

/** Abstracts with summaries of one sentence: `{source: [sentence], target: [reference]}`. */
interface Document {
  readonly source: readonly string[]
  readonly target: readonly string[]
}

/** Gives a summary of one sentence. */
type Method = (document: Document) => Promise<string> | string

const best = (scores: readonly number[]) => scores.indexOf(Math.max(...scores))

const methods: Readonly<Record<string, Method>> = {
  lead: ({ source }) => source[0] ?? '',
  centroid: ({ source }) => source[best(centroidScores(wordVectors(source)))] ?? '',
  LexRank: ({ source }) => source[best(lexRank(wordVectors(source)))] ?? '',
  ours: async ({ source }) => {
    // A line for each sentence would make a list of them, so they are a paragraph as in the abstract.
    const text = source.map((sentence) => sentence.replaceAll(/\s+/gu, ' ').trim()).join(' ')
    return (await summarize({ text, length: { sentences: 1 }, style: 'paragraph' }, await openEncoders())).summary
  },
  'best sentence': ({ source, target }) => source[best(source.map((sentence) => bestRouge(sentence, target).rouge1))] ?? '',
}

/** Prints ROUGE of the summary tool beside its baselines. */
export async function evaluateSummaries(flags: EvalFlags): Promise<void> {
  const rows = []
  for (const set of labelledSets('summarize', ['.jsonl'], flags)) rows.push(...(await measureSet(set)))
  if (rows.length === 0) return
  if (flags.json) console.log(JSON.stringify({ summarize: rows }))
  else {
    console.log(
      '\nSummaries of one sentence: ROUGE F1 against the best reference, no stemming (published for SciTLDR: BERTSumExt 38.5, 16.6, 30.5)',
    )
    console.table(rows)
  }
}

async function measureSet({ name, lines }: LabelledSet) {
  const documents = lines
    .map((line) => JSON.parse(line) as Document)
    .filter(({ source, target }) => Array.isArray(source) && Array.isArray(target))
  if (documents.length === 0) return []
  const rows = []
  for (const [method, summaryOf] of Object.entries(methods)) {
    const figures: Rouge[] = []
    for (const document of documents) figures.push(bestRouge(await summaryOf(document), document.target))
    rows.push({ set: name, texts: documents.length, method, ...mean(figures) })
  }
  return rows
}

function mean(figures: readonly Rouge[]) {
  const of = (figure: keyof Rouge) => ((100 * figures.reduce((sum, one) => sum + one[figure], 0)) / figures.length).toFixed(1)
  return { 'ROUGE-1': of('rouge1'), 'ROUGE-2': of('rouge2'), 'ROUGE-L': of('rougeL') }
}
