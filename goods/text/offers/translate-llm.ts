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
import { translateTextTask } from '../llm/tasks/translate-text.ts'
import { countCodePoints } from '../basics/code-points.ts'
import type { Translator } from '../translation/translator.ts'
import type { TextModelTool } from './text-model-tool.ts'
import { textOf } from './text-input.ts'
import { translateHere } from './translate.ts'
import { notTranslated, unsupportedLanguage } from '../basics/text-problems.ts'

/** Knows the languages of ISO 639-1, and gives no name to other codes. */
const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

const languageCode = z
  .string()
  .refine((code) => /^[a-z]{2}$/.test(code) && languageNames.of(code) !== undefined, 'an ISO 639-1 code of two letters in lower case')

const body = z.object({
  text: textOf(1, 10_000, 'What is translated'),
  target: languageCode.describe('ISO 639-1'),
  source: languageCode.optional().describe('The model says it if absent'),
  ...modelRequest,
})

const translateAnswer = z.object({
  translatedText: foreignText,
  sourceLanguage: identifier,
  detected: z.boolean().describe('Whether the call did not name the source language'),
  targetLanguage: identifier,
  knownWordShare: share.nullable().describe('Words that the embedded engine knew; null for a language model, of which it is not known'),
  engine: engineMember,
  fallback: fallbackMember,
  warnings: z.array(text),
  usage: z.object({ characterCount: count, ...tokenCounts }),
  meta: answerMeta,
})

const exampleBody = { text: 'The bridge is open. See https://example.com for details.', target: 'de', source: 'en' }

const exampleAnswer: z.input<typeof translateAnswer> = {
  translatedText: 'Die Brücke ist offen. Siehe https://example.com für Einzelheiten.',
  sourceLanguage: 'en',
  detected: false,
  targetLanguage: 'de',
  knownWordShare: null,
  engine: { provider: 'openai', model: 'a-model', version: '1' },
  fallback: { used: false, reason: null },
  warnings: [],
  usage: { characterCount: 56, inputTokenCount: 400, outputTokenCount: 40 },
  meta: ownMeta(false),
}

/** A text in another language, by a language model. Without one it can only be described. @param translator answers in its place where a call allows it */
export function translateLlm(
  tool: TextModelTool | null,
  translator: Translator | null,
  { simulated }: { readonly simulated: boolean },
): AnyOffer {
  return offer({
    id: 'translate-llm',
    route: 'POST /v1/ai/translate/llm',
    variantOf: 'translate',
    ...modelTerms(tool, '0.08'),
    title: 'Translation of a text by a language model',
    purpose:
      'A text in another language, by a language model. An answer that is empty, an echo, cut short or without the placeholders of the text is refused. Any language.',
    body,
    answer: translateAnswer,
    problems: [unsupportedLanguage, notTranslated],
    brief: ['sourceLanguage', 'targetLanguage', 'fallback.used', 'warnings', 'translatedText'],
    example: { body: exampleBody, answer: exampleAnswer },
    refuse: ({ body }) => tool && costObjection(translateTextTask, inputOf(body), tool.model, tool.price),
    run({ body }, { caller, signal, log }) {
      const given = required(tool)
      const { engines } = given
      return answerByModel(
        {
          tool: given,
          task: translateTextTask,
          input: inputOf(body),
          fallback: body.fallback,
          embedded: translator && (() => fallbackTranslation(body, { translator, engines, caller, signal })),
          counted: { characterCount: countCodePoints(body.text) },
          common: { detected: body.source === undefined, targetLanguage: body.target, meta: ownMeta(simulated) },
          signal,
          log,
        },
        ({ translation, sourceLanguage, warnings }) => ({
          translatedText: translation,
          sourceLanguage,
          knownWordShare: null,
          warnings: [...warnings, ...warningsAbout([body.text])],
        }),
        (translated) => translated,
      )
    },
  })
}

/** The embedded engine's translation, as this answer gives it. */
async function fallbackTranslation(...given: Parameters<typeof translateHere>) {
  const { source, route, translatedText, coverage } = await translateHere(...given)
  return {
    translatedText,
    sourceLanguage: source.code,
    knownWordShare: coverage,
    engine: { ...route.engine },
    warnings: ['Translated by rules and dictionaries: it shows what the text says, and is not fit to be published.'],
  }
}

const inputOf = ({ text, source, target }: { readonly text: string; readonly source?: string | undefined; readonly target: string }) => ({
  text,
  source: source ?? null,
  target,
})
