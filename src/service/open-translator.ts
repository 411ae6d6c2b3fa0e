import type { Config } from '../config/config.ts'
import { openTranslationWorkers, type TranslationParts } from '../engines/translation/open-translation-workers.ts'
import { createStandInTranslator } from '../engines/translation/stand-in-translator.ts'
import type { OpenedTriedTranslator } from '../engines/translation/translator.ts'

/** Translations that are worked on at once. Each keeps up to ten programs busy, so more would only share the cores. */
const maxWorkers = 2

/**
 * What translates texts; null where the text tools are switched off, or nothing that translates is installed.
 * @param isSimulated a sandbox with simulated sources: a stand-in translates where nothing is installed
 */
export async function openTranslator(config: Config, parts: TranslationParts, isSimulated = false): Promise<OpenedTriedTranslator | null> {
  if (config.textTools === 'off') return null
  const installed = await openTranslationWorkers(
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
  return installed ?? (isSimulated ? createStandInTranslator(parts) : null)
}
