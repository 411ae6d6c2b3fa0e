import vader from 'vader-sentiment'
import multilingual from 'multilang-sentiment'
import { loadNGramModel } from '../../../goods/text/sentiment/load-n-gram-model.ts'
import { measureSentiment } from '../../../goods/text/sentiment/measure-sentiment.ts'
import { scoreNGrams } from '../../../goods/text/sentiment/n-gram-model.ts'
import { sentimentLanguages } from '../../../goods/text/sentiment/negation.ts'
import { labelledSets, type EvalFlags } from '../labelled-sets.ts'
import { openEncoders } from '../open-encoders.ts'
import { labels, readSentimentSet, type SentimentExample, type SentimentSet } from './read-examples.ts'

/** What others publish for sets of these kinds, in per cent: docs/sentiment.md has the sources. */
const published: Readonly<Record<string, string>> = {
  'sst2-dev': 'DistilBERT 91',
  'tweets-english': 'RoBERTa on tweets 71',
}

/** Scores of negative, neutral and positive for a text, in one unit for all three. */
type Method = (text: string) => Promise<readonly number[]> | readonly number[]

interface Row {
  readonly set: string
  readonly texts: number
  readonly method: string
  readonly accuracy: number
  readonly macroRecall: number
}

/** Prints accuracy and macro recall of the sentiment tool beside its baselines. */
export async function evaluateSentiment(flags: EvalFlags): Promise<void> {
  const rows: Row[] = []
  for (const set of labelledSets('sentiment', ['.tsv'], flags).map(readSentimentSet)) {
    for (const [name, method] of Object.entries(methodsFor(set))) rows.push(await measure(set, name, method, flags))
  }
  if (rows.length === 0) return
  if (flags.json) console.log(JSON.stringify({ sentiment: rows }))
  else {
    console.log('\nSentiment (published: the next best that we know of)')
    console.table(
      rows.map(({ accuracy, macroRecall, ...row }) => ({
        ...row,
        accuracy: percent(accuracy),
        macroRecall: percent(macroRecall),
        published: published[row.set] ?? '',
      })),
    )
  }
}

const percent = (share: number) => (100 * share).toFixed(1)

function methodsFor({ language, binary }: SentimentSet): Readonly<Record<string, Method>> {
  const known = sentimentLanguages.find((one) => one === language)
  return {
    majority: () => [1, 0, 0],
    ...(language === 'en'
      ? { VADER: (text: string) => signed(vader.SentimentIntensityAnalyzer.polarity_scores(text).compound, 0.05) }
      : {}),
    'multilingual lexicon': (text) => signed(multilingual(text, language).score, 0.5),
    ...(known ? { 'our n-grams': async (text: string) => scoreNGrams(await loadNGramModel(known), text, known) } : {}),
    ours: async (text) => {
      const { scores } = await measureSentiment({ text, language }, await openEncoders())
      // A set without neutral examples asks for the nearer pole.
      return binary ? [scores.negative, 0, scores.positive] : [scores.negative, scores.neutral, scores.positive]
    },
  }
}

/** A lexicon's one number as three scores: neutral between the limits. */
const signed = (score: number, limit: number) => [-score, limit, score]

async function measure(set: SentimentSet, method: string, score: Method, { misses }: EvalFlags): Promise<Row> {
  const right = new Map<number, number>()
  const all = new Map<number, number>()
  for (const example of set.examples) {
    const found = nearest(await score(example.text), set.binary)
    all.set(example.label, (all.get(example.label) ?? 0) + 1)
    if (found === example.label) right.set(example.label, (right.get(example.label) ?? 0) + 1)
    else if (misses && method === 'ours') printMiss(set.name, example, found)
  }
  const recalls = [...all].map(([label, count]) => (right.get(label) ?? 0) / count)
  const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0)
  return {
    set: set.name,
    texts: set.examples.length,
    method,
    accuracy: sum(right.values()) / set.examples.length,
    macroRecall: sum(recalls) / recalls.length,
  }
}

function nearest(scores: readonly number[], binary: boolean): number {
  const [negative = 0, neutral = 0, positive = 0] = scores
  if (binary) return positive >= negative ? 2 : 0
  if (neutral >= negative && neutral >= positive) return 1
  return positive >= negative ? 2 : 0
}

function printMiss(set: string, { text, label }: SentimentExample, found: number): void {
  console.log(`${set}: ${labels[found] ?? ''} instead of ${labels[label] ?? ''}: ${text}`)
}
