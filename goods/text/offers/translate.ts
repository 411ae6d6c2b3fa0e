import { answer, answerMeta, type AnyOffer, fixedPrice, offer, ownMeta, z } from '../../../src/goods/door.ts'
import { count, engineMember, foreignText, identifier, share, text } from '../../../src/goods/kit/answers.ts'
import { type Caller, unlessSwitchedOff } from '../../../src/goods/kit/workers.ts'
import { simulatedProvider } from '../translation/stand-in-translator.ts'
import type { TextEngines } from '../models/text-engines.ts'
import { countCodePoints } from '../basics/code-points.ts'
import { coverageOf, refuseUntranslated } from '../translation/check-translation.ts'
import type { TranslationRoute, Translator, TriedTranslator } from '../translation/translator.ts'
import { routeFor, sourceLanguageOf, type SourceLanguage } from './source-language.ts'
import { textOf } from './text-input.ts'
import { notTranslated, unsupportedLanguage } from '../basics/text-problems.ts'

const languageCode = z.string().regex(/^[a-z]{2}$/, 'an ISO 639-1 code of two letters in lower case')

const body = z.object({
  text: textOf(1, 10_000, 'What is translated'),
  target: languageCode.describe('GET /v1/ai/translate/languages lists the pairs'),
  source: languageCode.optional().describe('Detected if absent; short texts need it'),
})

const translateAnswer = z.object({
  translatedText: foreignText,
  sourceLanguage: identifier,
  detected: z.boolean().describe('Whether the source language was detected, and not named by the call'),
  targetLanguage: identifier,
  route: z.array(identifier).describe('All languages on the way'),
  coverage: share.describe('Words that the engine knew; the others are still in the source language'),
  quality: z.enum(['gist', 'standard']).describe('gist: shows what a text says, and is not fit to be published'),
  confidence: share.describe('coverage, times the tested quality of the route'),
  engine: engineMember,
  warnings: z.array(text),
  usage: z.object({ characterCount: count }),
  meta: answerMeta,
})

const exampleBody = {
  text: 'The new bridge will be open to traffic before the summer. See https://example.com for details.',
  target: 'es',
  source: 'en',
}

const exampleAnswer: z.input<typeof translateAnswer> = {
  translatedText: 'El puente nuevo será abierto a tráfico antes del verano. Ve https://example.com para detalles.',
  sourceLanguage: 'en',
  detected: false,
  targetLanguage: 'es',
  route: ['en', 'es'],
  coverage: 1,
  quality: 'gist',
  confidence: 0.681,
  engine: { provider: 'apertium', model: 'eng-spa', version: '3.8.3' },
  warnings: [],
  usage: { characterCount: 94 },
  meta: ownMeta(false),
}

/** Below it a warning says how much is not translated. */
const minQuietCoverage = 0.85
const minQuietDetection = 0.97

/** A text in another language. Without a translator it can only be described. @param engines detect the language; null where the call has to name it */
export function translate(
  translator: TriedTranslator | null,
  engines: TextEngines | null,
  { simulated }: { readonly simulated: boolean },
): AnyOffer {
  return offer({
    id: 'translate',
    route: 'POST /v1/ai/translate',
    access: fixedPrice('0.03'),
    title: 'Translation of a text',
    purpose:
      'The gist of a text in another language, by rules and dictionaries: English, Spanish, Catalan, Galician, Portuguese, French, Italian. Keeps line breaks, addresses, code, tags and placeholders; says how many words it knew.',
    restsOn: 'rules and dictionaries of Apertium',
    cannotKnow: 'idioms, and words with several meanings: read it as the gist',
    body,
    answer: translateAnswer,
    problems: [unsupportedLanguage, notTranslated],
    brief: ['sourceLanguage', 'targetLanguage', 'quality', 'confidence', 'warnings', 'translatedText'],
    example: { body: exampleBody, answer: exampleAnswer },
    // A call may wait for those before it.
    deadlineMs: 30_000,
    needs: { engine: { setting: 'APERTIUM_DIR', by: translator } },
    ...(translator ? { engine: translator.trial, admit: translator.admit } : {}),
    async run({ body }, { caller, signal }) {
      const { source, route, translatedText, coverage } = await translateHere(body, {
        translator: requiredTranslator(translator),
        engines,
        caller,
        signal,
      })
      return answer({
        translatedText,
        sourceLanguage: source.code,
        detected: source.detected,
        targetLanguage: body.target,
        route: [...route.path],
        coverage,
        quality: route.grade,
        confidence: rounded((coverage * route.quality.chrf) / 100),
        engine: { ...route.engine },
        warnings: warningsOf(route, coverage, source),
        usage: { characterCount: countCodePoints(body.text) },
        meta: ownMeta(simulated),
      })
    },
  })
}

/** Translates by rules and dictionaries. @throws Problem where no tested pair fits, or the result is no translation */
export async function translateHere(
  asked: z.output<typeof body>,
  parts: { readonly translator: Translator; readonly engines: TextEngines | null; readonly caller: Caller; readonly signal: AbortSignal },
) {
  const { translator, caller, signal } = parts
  const source = await sourceLanguageOf(asked, parts)
  const route = routeFor(translator.routes(), source.code, asked.target)
  const translation = await translator.translate({ route, text: asked.text, caller, signal })
  refuseUntranslated(asked.text, translation)
  return { source, route, translatedText: translation.text, coverage: rounded(coverageOf(translation)) }
}

/** Where offers are only described, there is no translator. */
export function requiredTranslator(translator: Translator | null): Translator {
  return unlessSwitchedOff(translator, 'No translator is installed here.')
}

function warningsOf({ path, engine }: TranslationRoute, coverage: number, { detected, confidence }: SourceLanguage): string[] {
  const warnings: string[] = []
  if (engine.provider === simulatedProvider) warnings.push('Simulated: no translator is installed here, and the text is only marked.')
  if (coverage < minQuietCoverage) warnings.push(`${Math.round(100 * (1 - coverage))} % of the words were unknown and are not translated.`)
  if (path.length > 2) warnings.push(`Translated by way of ${path.slice(1, -1).join(' and ')}: the mistakes of each step add up.`)
  if (detected && confidence < minQuietDetection) warnings.push(`The source language was detected with a confidence of ${confidence}.`)
  return warnings
}

const rounded = (share: number) => Math.round(1_000 * share) / 1_000
