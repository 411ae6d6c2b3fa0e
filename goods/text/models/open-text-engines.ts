import { isInstalled } from '../../../src/goods/kit/workers.ts'
import { createTextEngines, type TextEngineParts, type TextEngineSettings } from './create-text-engines.ts'
import { ModelFault } from './model-fault.ts'
import { readManifest } from './model-manifest.ts'
import { checkSizes } from './read-model-file.ts'
import type { OpenedTextEngines } from './text-engines.ts'

/**
 * The engines, with their models looked at and not yet loaded. Null where the package that runs models is not installed, or
 * a file of the models is missing or has another size; the log says what to do.
 */
export async function openTextEngines(
  settings: Omit<TextEngineSettings, 'version'>,
  parts: TextEngineParts,
): Promise<OpenedTextEngines | null> {
  const { log } = parts
  if (!isInstalled('onnxruntime-node')) {
    log.warn({}, 'the npm package onnxruntime-node is not installed, which runs models: no text tool is sold')
    return null
  }
  try {
    const manifest = await readManifest(settings.directory)
    await checkSizes(settings.directory, manifest)
    return createTextEngines({ ...settings, version: manifest.version }, parts)
  } catch (error) {
    if (!(error instanceof ModelFault)) throw error
    log.warn({ reason: error.message, directory: settings.directory }, 'the models are not complete: no text tool is sold')
    return null
  }
}
