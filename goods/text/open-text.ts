import type { LineParts } from '../../src/goods/kit/parts.ts'
import { toolWorkers } from '../../src/goods/kit/tools.ts'
import { modelDirectory } from './models/model-directory.ts'
import { openTextEngines } from './models/open-text-engines.ts'
import type { OpenedTextEngines } from './models/text-engines.ts'
import type { TextSettings } from './settings.ts'

/** What engines of this line are opened with. */
export type TextParts = Pick<LineParts, 'machine' | 'clock' | 'timers' | 'log' | 'metrics'>

/** The engines of the text tools; null where they are switched off, or their models are not there. */
export function openText(settings: TextSettings, parts: TextParts): Promise<OpenedTextEngines | null> {
  if (settings.textTools === 'off') return Promise.resolve(null)
  return openTextEngines(
    {
      directory: modelDirectory,
      maxWorkers: toolWorkers(settings, parts.machine),
      maxWaiting: settings.textQueue,
      maxFreeWaiting: settings.textFreeQueue,
      jobMs: settings.textJobSeconds * 1_000,
      maxMemoryMb: settings.textMemoryMb,
      idleMs: parts.machine.idleMs,
    },
    parts,
  )
}
