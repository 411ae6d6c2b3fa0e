import { answer, answerMeta, type AnyOffer, fixedPrice, offer, ownMeta, z } from '../../../src/goods/door.ts'
import { count, engineMember, foreignText, identifier, share, statistic, text } from '../../../src/goods/kit/answers.ts'
import { embeddedEngine } from '../../../src/goods/kit/language-models.ts'
import type { TextEngines } from '../models/text-engines.ts'
import type { SummaryLength } from '../summary/summary.ts'
import { countCodePoints } from '../basics/code-points.ts'
import { required } from './fact-check.ts'
import { textOf } from './text-input.ts'

const length = z
  .object({
    sentences: z.int().min(1).max(100).optional(),
    words: z.int().min(5).max(5_000).optional(),
    ratio: z.number().gt(0).max(1).optional().describe('Share of the words of the text'),
  })
  .refine((given) => Object.values(given).filter((value) => value !== undefined).length === 1, 'one of sentences, words and ratio')
  .default({ sentences: 3 })
  .describe('At most: one of sentences, words and ratio')

/** A call with members of its own beside the text and its length. */
export function summaryBody<M extends z.ZodRawShape>(members: M) {
  return z.object({
    text: textOf(1, 60_000, 'What is summarized'),
    length,
    style: z.enum(['paragraph', 'bullets']).default('paragraph'),
    ...members,
  })
}

const summaryAnswer = z.object({
  summary: foreignText,
  bullets: z.array(foreignText).describe('With style bullets: the sentences one by one'),
  method: z.literal('extractive').describe('Every sentence is in the text, word for word'),
  sentences: z.array(
    z.object({
      text: foreignText,
      index: statistic.describe('Its place among the sentences of the text, from 0'),
      offset: statistic.describe('Code points before it'),
      length: statistic,
      score: statistic.describe('Among all sentences: 0 the lowest, 1 the highest'),
    }),
  ),
  keyPhrases: z.array(foreignText),
  originalWordCount: count,
  summaryWordCount: count,
  compressionShare: share.describe('Words of the summary of those of the text'),
  confidence: share.describe('Share of what the text says that is in the summary'),
  language: z.object({ code: identifier.nullable(), confidence: share }),
  engine: engineMember,
  warnings: z.array(text),
  usage: z.object({ characterCount: count }),
  meta: answerMeta,
})

const exampleBody = {
  text: 'The harbour of Selby was rebuilt in 2019. We present the first survey of its traffic since then, which shows that the number of ships doubled within three years. Gulls are common there.',
  length: { sentences: 1 },
}

const chosen = 'We present the first survey of its traffic since then, which shows that the number of ships doubled within three years.'

const exampleAnswer: z.input<typeof summaryAnswer> = {
  summary: chosen,
  bullets: [],
  method: 'extractive',
  sentences: [{ text: chosen, index: 1, offset: 42, length: 119, score: 1 }],
  keyPhrases: ['ships doubled'],
  originalWordCount: 33,
  summaryWordCount: 21,
  compressionShare: 0.636,
  confidence: 0.852,
  language: { code: 'en', confidence: 0.99 },
  engine: { provider: 'embedded', model: 'summary', version: '1' },
  warnings: [],
  usage: { characterCount: 185 },
  meta: ownMeta(false),
}

/** The sentences that say most of a text. Without engines it can only be described. */
export function summarize(engines: TextEngines | null, { simulated }: { readonly simulated: boolean }): AnyOffer {
  return offer({
    id: 'summarize',
    route: 'POST /v1/ai/summarize',
    access: fixedPrice('0.006'),
    title: 'Summary of a text',
    purpose:
      'The sentences that say most of a text, word by word and in its order, with their places and key phrases; length in sentences, words or as a ratio. Best for English.',
    restsOn: 'the sentences of the text itself',
    cannotKnow: 'what matters to you',
    body: summaryBody({ engine: embeddedEngine('/v1/ai/summarize/llm') }),
    answer: summaryAnswer,
    brief: ['confidence', 'warnings', 'summary', 'keyPhrases', 'language.code'],
    example: { body: exampleBody, answer: exampleAnswer },
    // A call may wait for those before it.
    deadlineMs: 20_000,
    needs: { engine: { setting: 'TEXT_TOOLS', by: engines } },
    ...(engines ? { engine: engines.trial, admit: engines.admit } : {}),
    async run({ body: { text, length, style } }, { caller, signal }) {
      const found = await required(engines).run('summarize', { text, length: lengthOf(length), style }, { caller, signal })
      return answer({
        summary: found.summary,
        bullets: [...found.bullets],
        method: found.method,
        sentences: found.sentences.map((sentence) => ({ ...sentence })),
        keyPhrases: [...found.keyPhrases],
        originalWordCount: found.originalLength,
        summaryWordCount: found.summaryLength,
        compressionShare: found.originalLength === 0 ? 1 : Math.round((1_000 * found.summaryLength) / found.originalLength) / 1_000,
        confidence: found.confidence,
        language: { ...found.language },
        engine: { provider: 'embedded', model: 'summary', version: required(engines).version },
        warnings: [...found.warnings],
        usage: { characterCount: countCodePoints(text) },
        meta: ownMeta(simulated),
      })
    },
  })
}

/** The schema lets exactly one of the three through. */
export function lengthOf({ sentences, words, ratio }: z.output<typeof length>): SummaryLength {
  if (words !== undefined) return { words }
  if (ratio !== undefined) return { ratio }
  return { sentences: sentences ?? 3 }
}
