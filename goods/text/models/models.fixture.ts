import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { modelDirectory } from './model-directory.ts'

/** Whether the tests that run models can. */
export const modelsHere = existsSync(join(modelDirectory, 'manifest.json'))
if (!modelsHere) console.warn('There are no models in this checkout: the tests that run them are left out. See goods/text/README.md.')

/** A copy of the models to damage. */
export async function copyModels(): Promise<{ readonly directory: string; remove(): Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'farthing-models-'))
  await cp(modelDirectory, directory, { recursive: true })
  return { directory, remove: () => rm(directory, { recursive: true, force: true }) }
}
