import { availableParallelism } from 'node:os'
import type { Config } from '../config/config.ts'
import type { TextEngineParts } from '../engines/models/create-text-engines.ts'
import { modelDirectory } from '../engines/models/model-directory.ts'
import { openTextEngines } from '../engines/models/open-text-engines.ts'
import type { OpenedTextEngines } from '../engines/models/text-engines.ts'

/** The engines of the text tools; null where they are switched off, or their models are not there. */
export function openText(config: Config, parts: TextEngineParts): Promise<OpenedTextEngines | null> {
  if (config.textTools === 'off') return Promise.resolve(null)
  return openTextEngines(
    {
      directory: modelDirectory,
      maxWorkers: textWorkers(config),
      maxWaiting: config.textQueue,
      maxFreeWaiting: config.textFreeQueue,
      jobMs: config.textJobSeconds * 1_000,
      maxMemoryMb: config.textMemoryMb,
      idleMs: config.engineIdleSeconds * 1_000,
    },
    parts,
  )
}

/** How many: the event loop of the service has a core, and each process of the service has workers of its own. */
function textWorkers({ textWorkers, workers }: Config): number {
  return textWorkers ?? Math.max(1, Math.floor((availableParallelism() - 1) / workers))
}
