import { answerMeta, type AnyOffer, offer, ownMeta, z } from '../../../src/goods/door.ts'
import { count, engineMember, foreignText, identifier, share, text } from '../../../src/goods/kit/answers.ts'
import {
  answerByModel,
  costObjection,
  fallbackMember,
  modelRequest,
  modelTerms,
  required,
  tokenCounts,
  warningsAbout,
} from '../../../src/goods/kit/language-models.ts'
import type { TextEngines } from '../models/text-engines.ts'
import { writeSummaryTask } from '../llm/tasks/write-summary.ts'
import type { Summary } from '../summary/summary.ts'
import { countCodePoints } from '../basics/code-points.ts'
import { required as requiredEngines } from './fact-check.ts'
import type { TextModelTool } from './text-model-tool.ts'
import { lengthOf, summaryBody } from './summarize.ts'

const summaryAnswer = z.object({
  summary: foreignText,
  bullets: z.array(foreignText).describe('With style bullets: the sentences one by one'),
  method: z.enum(['abstractive', 'extractive']).describe("abstractive: in the model's words; extractive: word by word from the text"),
  sentences: z.array(
    z.object({ text: foreignText, ungrounded: z.array(foreignText).describe('Its numbers and names that the text does not have') }),
  ),
  keyPhrases: z.array(foreignText).describe('All of them are in the text'),
  originalWordCount: count,
  summaryWordCount: count,
  compressionShare: share.describe('Words of the summary of those of the text'),
  language: z.object({ code: identifier.nullable() }),
  engine: engineMember,
  fallback: fallbackMember,
  warnings: z.array(text),
  usage: z.object({ characterCount: count, ...tokenCounts }),
  meta: answerMeta,
})

const exampleText =
  'The harbour of Selby was rebuilt in 2019. We present the first survey of its traffic since then, which shows that the number of ships doubled within three years.'

const exampleAnswer: z.input<typeof summaryAnswer> = {
  summary: 'Since the harbour of Selby was rebuilt in 2019, the number of ships has doubled.',
  bullets: [],
  method: 'abstractive',
  sentences: [{ text: 'Since the harbour of Selby was rebuilt in 2019, the number of ships has doubled.', ungrounded: [] }],
  keyPhrases: ['number of ships'],
  originalWordCount: 29,
  summaryWordCount: 15,
  compressionShare: 0.517,
  language: { code: 'en' },
  engine: { provider: 'openai', model: 'a-model', version: '1' },
  fallback: { used: false, reason: null },
  warnings: [],
  usage: { characterCount: 161, inputTokenCount: 600, outputTokenCount: 50 },
  meta: ownMeta(false),
}

/** A summary in the words of a language model. Without one it can only be described. */
export function summarizeLlm(tool: TextModelTool | null, { simulated }: { readonly simulated: boolean }): AnyOffer {
  return offer({
    id: 'summarize-llm',
    route: 'POST /v1/ai/summarize/llm',
    variantOf: 'summarize',
    ...modelTerms(tool, '0.05'),
    title: 'Summary of a text by a language model',
    purpose:
      'A summary in the words of a language model, in the language of the text; numbers and names that the text does not have are named for each sentence. Length in sentences, words or as a ratio.',
    body: summaryBody(modelRequest),
    answer: summaryAnswer,
    brief: ['fallback.used', 'warnings', 'summary', 'keyPhrases', 'language.code'],
    example: { body: { text: exampleText, length: { sentences: 1 } }, answer: exampleAnswer },
    refuse: ({ body }) => tool && costObjection(writeSummaryTask, { ...body, length: lengthOf(body.length) }, tool.model, tool.price),
    run({ body }, { caller, signal, log }) {
      const given = required(tool)
      const { engines } = given
      const input = { text: body.text, length: lengthOf(body.length), style: body.style }
      return answerByModel(
        {
          tool: given,
          task: writeSummaryTask,
          input,
          fallback: body.fallback,
          embedded: engines && (() => engines.run('summarize', input, { caller, signal })),
          counted: { characterCount: countCodePoints(body.text) },
          common: { meta: ownMeta(simulated) },
          signal,
          log,
        },
        (result) => ({
          summary: result.summary,
          bullets: [...result.bullets],
          method: 'abstractive' as const,
          sentences: result.sentences.map(({ text, ungrounded }) => ({ text, ungrounded: [...ungrounded] })),
          keyPhrases: [...result.keyPhrases],
          ...lengthsOf(result),
          language: { code: result.language },
          warnings: [...result.warnings, ...warningsAbout([body.text])],
        }),
        (found) => extractedBody(found, requiredEngines(engines)),
      )
    },
  })
}

function extractedBody(found: Summary, engines: TextEngines) {
  return {
    summary: found.summary,
    bullets: [...found.bullets],
    method: found.method,
    sentences: found.sentences.map(({ text }) => ({ text, ungrounded: [] })),
    keyPhrases: [...found.keyPhrases],
    ...lengthsOf(found),
    language: { code: found.language.code },
    engine: { provider: 'embedded', model: 'summary', version: engines.version },
    warnings: [...found.warnings],
  }
}

function lengthsOf({ originalLength, summaryLength }: Pick<Summary, 'originalLength' | 'summaryLength'>) {
  const share = originalLength === 0 ? 1 : Math.min(1, Math.round((1_000 * summaryLength) / originalLength) / 1_000)
  return { originalWordCount: originalLength, summaryWordCount: summaryLength, compressionShare: share }
}
