import { existsSync } from 'node:fs'
import type { Config } from '../../config/config.ts'
import { nativeSignatures } from '../../chain/recover.ts'
import { readModels } from '../../engines/models/load-encoders.ts'
import { modelDirectory } from '../../engines/models/model-directory.ts'
import { ModelFault } from '../../engines/models/model-fault.ts'
import { findingsOf, type Finding } from '../../goods/finding.ts'
import { isInstalled } from '../../shared/is-installed.ts'

const models = findingsOf('models')
const machine = findingsOf('machine')

/** Whether the models of the text tools are complete and unchanged, and what translates is there. */
export async function checkModels(
  config: Pick<Config, 'textTools' | 'apertiumDir'>,
  { directory = modelDirectory }: { readonly directory?: string } = {},
): Promise<readonly Finding[]> {
  if (config.textTools === 'off') return [models.ok('the text tools are switched off (TEXT_TOOLS=off)')]
  if (!isInstalled('onnxruntime-node')) {
    return [models.fault('the package that runs models is not installed', 'npm install onnxruntime-node, or set TEXT_TOOLS=off')]
  }
  try {
    const { files, manifest } = await readModels(directory)
    const found = [models.ok(`${files.size} files of version ${manifest.version} have the right checksums`)]
    if (existsSync(config.apertiumDir)) return found
    return [...found, models.ok(`no translation is sold: there is no Apertium in ${config.apertiumDir} (APERTIUM_DIR)`)]
  } catch (error) {
    if (!(error instanceof ModelFault)) throw error
    const fix = `restore the directory ${directory} from the release, or set TEXT_TOOLS=off: until then no text tool is sold`
    return [models.fault(error.message, fix)]
  }
}

/** What this machine lacks. */
export function checkMachine(): readonly Finding[] {
  if (nativeSignatures) return [machine.ok('signatures are checked by native code')]
  return [
    machine.warning(
      'the native binding of secp256k1 is missing: signatures are checked about 28 times slower',
      'install the package secp256k1 with its binary for this machine, or use Linux on x64',
    ),
  ]
}
