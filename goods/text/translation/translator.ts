import type { Caller, CallPlace, EngineTrial, TriedEngine } from '../../../src/goods/kit/workers.ts'

/** What made a translation, for `engine` in answers. */
export interface TranslationEngine {
  readonly provider: string
  readonly model: string
  readonly version: string
}

/** How a route did on sentences with known translations: corpus figures from 0 to 100. */
export interface RouteQuality {
  readonly chrf: number
  readonly bleu: number
  readonly sentences: number
}

/** A way from one language to another. Languages are ISO 639-1 codes. */
export interface TranslationRoute {
  readonly source: string
  readonly target: string
  /** All languages on the way: `['en', 'es', 'fr']`. */
  readonly path: readonly string[]
  readonly engine: TranslationEngine
  /** `gist`: good enough to see what a text says. */
  readonly grade: 'gist' | 'standard'
  readonly quality: RouteQuality
}

/** A text in another language. */
export interface Translation {
  readonly text: string
  /** Words of the source that were to be translated: without addresses, code and what else is kept. */
  readonly words: number
  /** Words of them that the engine did not know, and that are still in the source language. */
  readonly unknownWords: number
}

export interface TranslationOrder {
  readonly route: TranslationRoute
  readonly text: string
  /** Default: ourselves. */
  readonly caller?: Caller
  readonly signal: AbortSignal
}

/** What translates texts: Apertium, or a language model. */
export interface Translator {
  routes(): readonly TranslationRoute[]
  /** A place for one call; null when none is left for this caller. */
  admit(caller: Caller): CallPlace | null
  /** `available` before its first trial too: calls wait for it. `down` when it can't be used. */
  availability(): 'available' | 'down'
  /** The result may still be empty or half translated. @throws Problem `engine_failed` when the engine ended or took too long */
  translate(order: TranslationOrder): Promise<Translation>
}

/** A translator with its processes. */
export interface OpenedTranslator extends Translator {
  close(): Promise<void>
}

/** A translator that is tried before anything of it is sold. */
export interface TriedTranslator extends Translator {
  readonly trial: TriedEngine
}

/** The same with its processes. */
export interface OpenedTriedTranslator extends OpenedTranslator {
  readonly trial: EngineTrial
}
