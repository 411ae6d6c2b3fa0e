import { isContentWord } from './content-words.ts'

const maxPhrases = 8
const maxWords = 3
/** Prepositions that the scorer counts as content, since it was trained so. They end a phrase. */
const endings = new Set(['within', 'without', 'against', 'among', 'during', 'per', 'via'])
const piece = /[\p{L}\p{N}\p{M}]+(?:['’-][\p{L}\p{N}]+)*|[^\s]/gu

interface Phrase {
  readonly words: readonly string[]
  readonly text: string
  times: number
  /** Whether it stands between marks or function words. */
  readonly isWhole: boolean
}

/**
 * The phrases that a text is about, the heaviest first: runs of content words. They weigh as much as their words and they themselves are frequent.
 */
export function keyPhrases(sentences: readonly string[]): readonly string[] {
  const phrases = new Map<string, Phrase>()
  const times = new Map<string, number>()
  for (const run of sentences.flatMap(runsOf)) {
    for (const word of run) times.set(word.toLowerCase(), (times.get(word.toLowerCase()) ?? 0) + 1)
    for (const span of spansOf(run)) {
      const words = span.map((word) => word.toLowerCase())
      const key = words.join(' ')
      const known = phrases.get(key)
      if (known) known.times += 1
      else phrases.set(key, { words, text: span.join(' '), times: 1, isWhole: span.length === run.length })
    }
  }
  const weightOf = ({ words, times: occurrences }: Phrase) => {
    const frequency = words.reduce((total, word) => total + (times.get(word) ?? 0), 0) / words.length
    return frequency * Math.log(1 + occurrences) * Math.sqrt(words.length)
  }
  const order = [...phrases.values()]
    .filter(({ words, times: occurrences, isWhole }) =>
      words.length > 1 ? occurrences > 1 || isWhole : occurrences > 1 && (words[0]?.length ?? 0) > 3,
    )
    .map((phrase) => ({ phrase, weight: weightOf(phrase) }))
    .sort((one, other) => other.weight - one.weight)
  const kept: Phrase[] = []
  for (const { phrase } of order) {
    if (kept.length >= maxPhrases) break
    if (!kept.some((other) => isWithin(phrase, other) || isWithin(other, phrase))) kept.push(phrase)
  }
  return kept.map(({ text }) => text)
}

const isWithin = (one: Phrase, other: Phrase) => ` ${other.words.join(' ')} `.includes(` ${one.words.join(' ')} `)

/** Content words side by side, with no mark and no function word between them. */
function runsOf(sentence: string): readonly (readonly string[])[] {
  const runs: string[][] = [[]]
  for (const [word] of sentence.matchAll(piece)) {
    const last = runs.at(-1) as string[]
    const belongs = /^\p{L}/u.test(word) && isContentWord(word.toLowerCase()) && !endings.has(word.toLowerCase())
    if (belongs) last.push(word)
    else if (last.length > 0) runs.push([])
  }
  return runs.filter((run) => run.length > 0)
}

/** Every one to three words of a run, side by side. */
function spansOf(run: readonly string[]): readonly (readonly string[])[] {
  return run.flatMap((_, start) =>
    Array.from({ length: Math.min(maxWords, run.length - start) }, (_, extra) => run.slice(start, start + extra + 1)),
  )
}
