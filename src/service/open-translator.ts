import type { Config } from '../config/config.ts'
import { openTranslationWorkers, type TranslationParts } from '../engines/translation/open-translation-workers.ts'
import type { OpenedTriedTranslator } from '../engines/translation/translator.ts'

/** Translations that are worked on at once. Each keeps up to ten programs busy, so more would only share the cores. */
const maxWorkers = 2

/** What translates texts; null where the text tools are switched off, or nothing that translates is installed. */
export function openTranslator(config: Config, parts: TranslationParts): Promise<OpenedTriedTranslator | null> {
  if (config.textTools === 'off') return Promise.resolve(null)
  return openTranslationWorkers(
    {
      directory: config.apertiumDir,
      maxWorkers,
      maxWaiting: config.textQueue,
      maxPipelines: Math.max(1, Math.floor(config.translationPipelines / maxWorkers)),
      stepMs: config.textJobSeconds * 1_000,
      idleMs: config.engineIdleSeconds * 1_000,
    },
    parts,
  )
}
