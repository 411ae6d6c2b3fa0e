import type { LabelledSet } from '../labelled-sets.ts'

/** Places in a row of scores. */
export const labels = ['negative', 'neutral', 'positive'] as const

export interface SentimentExample {
  readonly text: string
  /** A place in `labels`. */
  readonly label: number
}

export interface SentimentSet {
  readonly name: string
  readonly language: string
  /** Whether there are no neutral examples, so that only the poles are compared. */
  readonly binary: boolean
  readonly examples: readonly SentimentExample[]
}

const languages: Readonly<Record<string, string>> = { spanish: 'es', french: 'fr', german: 'de', italian: 'it', portuguese: 'pt' }

/**
 * Lines are `label, tab, text` with 0 negative, 1 neutral, 2 positive, or `text, tab, label` with 0 negative, 1 positive. The name of the file says
 * the language (`tweets-spanish`, `reviews-es`); without one it is English.
 */
export function readSentimentSet({ name, lines }: LabelledSet): SentimentSet {
  const labelFirst = lines.every((line) => /^[012]\t/u.test(line))
  const examples = lines.map((line) => {
    const tab = labelFirst ? line.indexOf('\t') : line.lastIndexOf('\t')
    const [first, second] = [line.slice(0, tab), line.slice(tab + 1)]
    return labelFirst ? { text: second, label: Number(first) } : { text: first, label: second.trim() === '1' ? 2 : 0 }
  })
  const words = name.split(/[^a-z]+/u)
  const language =
    words.map((word) => languages[word] ?? (Object.values(languages).includes(word) ? word : null)).find((code) => code !== null) ?? 'en'
  return { name, language, binary: !labelFirst, examples }
}
