import type { TextParts } from './open-text.ts'
import type { TextSettings } from './settings.ts'
import { openTranslationWorkers } from './translation/open-translation-workers.ts'
import { createStandInTranslator } from './translation/stand-in-translator.ts'
import type { OpenedTriedTranslator } from './translation/translator.ts'

/** Translations that are worked on at once. Each keeps up to ten programs busy, so more would only share the cores. */
const maxWorkers = 2

/**
 * What translates texts; null where the text tools are switched off, or nothing that translates is installed.
 * @param isSimulated a sandbox with simulated sources: a stand-in translates where nothing is installed
 */
export async function openTranslator(settings: TextSettings, parts: TextParts, isSimulated = false): Promise<OpenedTriedTranslator | null> {
  if (settings.textTools === 'off') return null
  const installed = await openTranslationWorkers(
    {
      directory: settings.apertiumDir,
      maxWorkers,
      maxWaiting: settings.textQueue,
      maxPipelines: Math.max(1, Math.floor(settings.translationPipelines / maxWorkers)),
      stepMs: settings.textJobSeconds * 1_000,
      idleMs: parts.machine.idleMs,
    },
    parts,
  )
  return installed ?? (isSimulated ? createStandInTranslator(parts) : null)
}
