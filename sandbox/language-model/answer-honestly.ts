import { splitSentences } from '../../goods/text/basics/split-sentences.ts'
import { judgeSentence } from './feel-words.ts'
import type { ModelRequest } from './model-request.ts'
import { reviewLines } from './review-lines.ts'
import { translateWords } from './translate-words.ts'
import { weighClaim } from './weigh-claim.ts'

interface Numbered {
  readonly number: number
  readonly text: string
}

/** Answers a task by its schema and words, the way a weak but honest model would. Null for a task that it does not know. */
export function answerHonestly({ schema, data }: Pick<ModelRequest, 'schema' | 'data'>): unknown {
  if (!data) return null
  const members = Object.keys((schema['properties'] as Record<string, unknown> | undefined) ?? {})
  if (members.includes('checks')) return checkAll(data)
  if (members.includes('verdict')) return weighClaim(textOf(data, 'claim'), textOf(data, 'source'))
  if (members.includes('keyPhrases')) return summarize(data)
  if (members.includes('translation')) return translateWords(textOf(data, 'text'), textOf(data, 'target'))
  if (members.includes('findings')) return { findings: reviewLines(textOf(data, 'code')) }
  return members.includes('sentences') ? { language: languageOf(data), sentences: numbered(data, 'sentences').map(judgeSentence) } : null
}

function checkAll(data: Readonly<Record<string, unknown>>) {
  const checks = numbered(data, 'claims').flatMap((claim) =>
    numbered(data, 'sources').map((source) => ({ claim: claim.number, source: source.number, ...weighClaim(claim.text, source.text) })),
  )
  return { checks }
}

/** The sentences with most of the text's frequent words, in their order. */
function summarize(data: Readonly<Record<string, unknown>>) {
  const text = textOf(data, 'text')
  const sentences = splitSentences(text).map((sentence) => sentence.text)
  const wordsOf = (sentence: string) => sentence.toLowerCase().match(/\p{L}{4,}/gu) ?? []
  const counts = new Map<string, number>()
  for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1)
  const weightOf = (sentence: string) => wordsOf(sentence).reduce((sum, word) => sum + (counts.get(word) ?? 0), 0)
  const best = new Set(sentences.toSorted((one, other) => weightOf(other) - weightOf(one)).slice(0, Number(data['maxSentences'] ?? 3)))
  const keyPhrases = [...counts].sort(([, one], [, other]) => other - one).map(([word]) => word)
  return { language: 'en', sentences: sentences.filter((sentence) => best.has(sentence)), keyPhrases: keyPhrases.slice(0, 5) }
}

const languageOf = (data: Readonly<Record<string, unknown>>) => (typeof data['language'] === 'string' ? data['language'] : 'en')

const textOf = (data: Readonly<Record<string, unknown>>, name: string) => (typeof data[name] === 'string' ? data[name] : '')

function numbered(data: Readonly<Record<string, unknown>>, name: string): readonly Numbered[] {
  return Array.isArray(data[name]) ? (data[name] as Numbered[]) : []
}
