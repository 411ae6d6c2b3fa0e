import { answerMeta, type AnyOffer, offer, ownMeta, z } from '../../../src/goods/door.ts'
import { count, engineMember, identifier, share, text } from '../../../src/goods/kit/answers.ts'
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
import { measureSentimentTask } from '../llm/tasks/measure-sentiment.ts'
import { countCodePoints } from '../basics/code-points.ts'
import { required as requiredEngines } from './fact-check.ts'
import type { TextModelTool } from './text-model-tool.ts'
import { sentimentBody, sentimentFigures, sentimentMembers } from './sentiment-members.ts'
import { unsupportedLanguage } from '../basics/text-problems.ts'

const sentimentAnswer = z.object({
  ...sentimentMembers,
  language: z.object({ code: identifier, confidence: share.nullable().describe('null where the language model names the language') }),
  engine: engineMember,
  fallback: fallbackMember,
  warnings: z.array(text),
  usage: z.object({ characterCount: count, ...tokenCounts }),
  meta: answerMeta,
})

const exampleAnswer: z.input<typeof sentimentAnswer> = {
  label: 'positive',
  score: 0.9,
  magnitude: 0.9,
  confidence: 0.9,
  scores: { positive: 0.9, neutral: 0.1, negative: 0 },
  sentences: [{ text: 'Excelente servicio!', offset: 0, length: 19, label: 'positive', score: 0.9 }],
  language: { code: 'es', confidence: 1 },
  engine: { provider: 'openai', model: 'a-model', version: '1' },
  fallback: { used: false, reason: null },
  warnings: [],
  usage: { characterCount: 19, inputTokenCount: 500, outputTokenCount: 30 },
  meta: ownMeta(false),
}

/** Whether a text speaks well or ill, by a language model. Without one it can only be described. */
export function sentimentLlm(tool: TextModelTool | null, { simulated }: { readonly simulated: boolean }): AnyOffer {
  return offer({
    id: 'sentiment-llm',
    route: 'POST /v1/ai/sentiment/llm',
    variantOf: 'sentiment',
    ...modelTerms(tool, '0.04'),
    title: 'Sentiment of a text by a language model',
    purpose:
      'Whether a text is positive, neutral, negative or mixed, with a score for each sentence and its place, judged by a language model with a sense for irony. Any language.',
    body: z.object({ ...sentimentBody, ...modelRequest }),
    answer: sentimentAnswer,
    problems: [unsupportedLanguage],
    brief: ['label', 'score', 'magnitude', 'confidence', 'language.code', 'fallback.used', 'warnings'],
    example: { body: { text: 'Excelente servicio!', language: 'es' }, answer: exampleAnswer },
    refuse: ({ body }) => tool && costObjection(measureSentimentTask, inputOf(body), tool.model, tool.price),
    run({ body }, { caller, signal, log }) {
      const given = required(tool)
      const { engines } = given
      const input = inputOf(body)
      return answerByModel(
        {
          tool: given,
          task: measureSentimentTask,
          input,
          fallback: body.fallback,
          embedded: engines && (() => engines.run('measureSentiment', input, { caller, signal })),
          counted: { characterCount: countCodePoints(input.text) },
          common: { meta: ownMeta(simulated) },
          signal,
          log,
        },
        ({ language, warnings, ...found }) => ({
          ...sentimentFigures(found),
          language: { code: language, confidence: confidenceOf(input.language) },
          warnings: [...warnings, ...warningsAbout([input.text])],
        }),
        ({ language, warnings, ...found }) => ({
          ...sentimentFigures(found),
          language: { code: language.code ?? 'en', confidence: language.confidence },
          engine: { provider: 'embedded', model: 'sentiment', version: requiredEngines(engines).version },
          warnings: [...warnings],
        }),
      )
    },
  })
}

/** The model names a language and not how sure it is. */
const confidenceOf = (named: string | null): number | null => (named === null ? null : 1)

const inputOf = ({ text, language }: { readonly text: string; readonly language?: string | undefined }) => ({
  text,
  language: language ?? null,
})
