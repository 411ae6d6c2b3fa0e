import { z } from '../../../../src/goods/door.ts'
import { answerSchemaOf, ModelFailure, type ModelTask, readReply, refuseLeaks } from '../../../../src/goods/kit/language-models.ts'
import type { SummarizeInput } from '../../summary/summary.ts'
import { wordsOf } from '../../summary/content-words.ts'
import { ungroundedWords } from '../checks/ungrounded-words.ts'

/** Sentences, words and key phrases of a summary in the model's own words. A longer one is refused. */
const [maxSentences, maxWords, maxPhrases] = [20, 600, 10]

const reply = z.strictObject({
  language: z.string().regex(/^[a-z]{2}$/),
  sentences: z.array(z.string().min(1).max(2_000)).max(3 * maxSentences),
  keyPhrases: z.array(z.string().max(200)).max(2 * maxPhrases),
})

/** A summary in other words than its text. */
export interface WrittenSummary {
  readonly summary: string
  readonly bullets: readonly string[]
  /** Each sentence with numbers and names that the text does not have. */
  readonly sentences: readonly { readonly text: string; readonly ungrounded: readonly string[] }[]
  /** Those that the text has. */
  readonly keyPhrases: readonly string[]
  readonly originalLength: number
  readonly summaryLength: number
  readonly language: string
  readonly warnings: readonly string[]
}

/** A summary in the model's own words. */
export const writeSummaryTask: ModelTask<SummarizeInput, WrittenSummary> = {
  instructions: {
    task: `You summarize a text in its own language. The data has the text and the most sentences or words that the summary may have. Say what
matters most, with nothing that the text does not say; keep its numbers and names as they are. sentences: the sentences of the summary in
order, each complete. keyPhrases: up to ${maxPhrases} phrases copied from the text. language is the ISO 639-1 code of the text's language.`,
    schema: answerSchemaOf(reply),
    maxOutputTokens: 2_000,
  },
  data: (input) => ({ ...limitsOf(input), text: input.text }),
  longestText: ({ text }) => ({ text, field: 'body.text' }),
  read(value, input, prompt) {
    const said = readReply(reply, value)
    const trimmed = said.sentences.map((sentence) => sentence.trim()).filter((sentence) => sentence !== '')
    if (trimmed.length === 0) throw new ModelFailure('answer_empty')
    refuseLeaks([...trimmed, ...said.keyPhrases], prompt)
    const kept = withinLimits(trimmed, limitsOf(input))
    const sentences = kept.map((text) => ({ text, ungrounded: ungroundedWords(text, input.text) }))
    const lower = input.text.toLowerCase()
    return {
      summary: input.style === 'bullets' ? kept.map((text) => `- ${text}`).join('\n') : kept.join(' '),
      bullets: input.style === 'bullets' ? kept : [],
      sentences,
      keyPhrases: said.keyPhrases.filter((phrase) => phrase.trim() !== '' && lower.includes(phrase.toLowerCase())).slice(0, maxPhrases),
      originalLength: wordsOf(input.text).length,
      summaryLength: kept.reduce((sum, text) => sum + wordsOf(text).length, 0),
      language: said.language,
      warnings: warningsOf(sentences, kept.length < trimmed.length, input),
    }
  },
}

interface Limits {
  readonly maxSentences: number
  readonly maxWords: number
}

function limitsOf({ text, length }: SummarizeInput): Limits {
  if ('sentences' in length) return { maxSentences: Math.min(maxSentences, length.sentences), maxWords }
  const words = 'words' in length ? length.words : Math.max(1, Math.round(length.ratio * wordsOf(text).length))
  return { maxSentences, maxWords: Math.min(maxWords, words) }
}

/** The first sentence stays in any case. */
function withinLimits(sentences: readonly string[], limits: Limits): readonly string[] {
  const kept: string[] = []
  let words = 0
  for (const sentence of sentences.slice(0, limits.maxSentences)) {
    words += wordsOf(sentence).length
    if (kept.length > 0 && words > limits.maxWords) break
    kept.push(sentence)
  }
  return kept
}

function warningsOf(sentences: WrittenSummary['sentences'], isCut: boolean, { length }: SummarizeInput): readonly string[] {
  const warnings: string[] = []
  if (sentences.some(({ ungrounded }) => ungrounded.length > 0))
    warnings.push('The summary has numbers or names that the text does not have; each sentence names its own.')
  if (isCut) warnings.push('The language model wrote more than was asked for; the last sentences are left out.')
  const asked = 'sentences' in length ? length.sentences > maxSentences : 'words' in length && length.words > maxWords
  if (asked) warnings.push(`A summary of a language model has at most ${maxSentences} sentences and ${maxWords} words.`)
  return warnings
}
