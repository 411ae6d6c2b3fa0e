import type { TextEngines } from '../models/text-engines.ts'
import { languageNames } from '../translation/language-names.ts'
import type { TranslationRoute } from '../translation/translator.ts'
import { Problem } from '../../../src/goods/door.ts'
import type { Caller } from '../../../src/goods/kit/workers.ts'
import { unsupportedLanguage } from '../basics/text-problems.ts'

/** The language that a text is translated from. */
export interface SourceLanguage {
  readonly code: string
  readonly detected: boolean
  /** 1 where the call named it. */
  readonly confidence: number
}

/** A detected language that is less sure is not used. */
const minConfidence = 0.9

/** A text that is so surely in another language than the call says is refused. Short texts look like any language. */
const minContradiction = 0.97
const minContradictionLength = 40

/** Languages that the detector takes for one another. */
const alike: Readonly<Record<string, readonly string[]>> = { gl: ['pt', 'es'] }

/** @throws Problem `unsupported_language` for a language that is unclear, or another one than the call names */
export async function sourceLanguageOf(
  { text, source }: { readonly text: string; readonly source?: string | undefined },
  { engines, caller, signal }: { readonly engines: TextEngines | null; readonly caller: Caller; readonly signal: AbortSignal },
): Promise<SourceLanguage> {
  const named = source === undefined ? null : { code: source, detected: false, confidence: 1 }
  if (!engines) return named ?? refuse('The language of a text cannot be detected here: name it.')
  if (named && (text.length < minContradictionLength || engines.availability() === 'down')) return named
  const { code, confidence } = await engines.run('detectSource', { text }, { caller, signal })
  if (named) {
    const agrees = code === null || code === named.code || confidence < minContradiction || alike[named.code]?.includes(code) === true
    return agrees ? named : refuse(`The text looks like ${nameOf(code)}, and the call says ${nameOf(named.code)}.`)
  }
  if (code === null || confidence < minConfidence) {
    return refuse(
      code === null
        ? 'The language of the text is unclear: name it.'
        : `The text may be ${nameOf(code)}, which is unsure: name its language.`,
    )
  }
  return { code, detected: true, confidence }
}

/** @throws Problem `unsupported_language` where no engine translates so */
export function routeFor(routes: readonly TranslationRoute[], source: string, target: string): TranslationRoute {
  const route = routes.find((one) => one.source === source && one.target === target)
  if (route) return route
  const targets = routes.filter((one) => one.source === source).map((one) => one.target)
  const why =
    source === target ? 'The text is in the target language already.' : `${nameOf(source)} is not translated to ${nameOf(target)} here.`
  if (targets.length > 0) throw new Problem(unsupportedLanguage, why, { field: 'body.target', expected: targets.join(', ') })
  const sources = [...new Set(routes.map((one) => one.source))]
  throw new Problem(unsupportedLanguage, `Texts in ${nameOf(source)} are not translated here.`, {
    field: 'body.source',
    expected: sources.join(', '),
  })
}

const nameOf = (code: string) => languageNames[code] ?? code

function refuse(detail: string): never {
  throw new Problem(unsupportedLanguage, detail, { field: 'body.source', expected: 'an ISO 639-1 code such as en' })
}
