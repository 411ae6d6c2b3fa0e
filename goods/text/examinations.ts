import { existsSync } from 'node:fs'
import { examineEngine, findingsOf, silentMetrics, type ExaminationParts, type Finding } from '../../src/goods/kit/parts.ts'
import { isInstalled } from '../../src/goods/kit/workers.ts'
import { readModels } from './models/load-encoders.ts'
import { modelDirectory } from './models/model-directory.ts'
import { ModelFault } from './models/model-fault.ts'
import { openText } from './open-text.ts'
import { openTranslator } from './open-translator.ts'
import type { TextSettings } from './settings.ts'

const models = findingsOf('models')
const engines = findingsOf('engines')

/** Whether the models of the text tools are complete and unchanged, and what translates is there. */
export async function examineModels(
  settings: Pick<TextSettings, 'textTools' | 'apertiumDir'>,
  { directory = modelDirectory }: { readonly directory?: string } = {},
): Promise<readonly Finding[]> {
  if (settings.textTools === 'off') return [models.ok('the text tools are switched off (TEXT_TOOLS=off)')]
  if (!isInstalled('onnxruntime-node')) {
    return [models.fault('the package that runs models is not installed', 'npm install onnxruntime-node, or set TEXT_TOOLS=off')]
  }
  try {
    const { files, manifest } = await readModels(directory)
    const found = [models.ok(`${files.size} files of version ${manifest.version} have the right checksums`)]
    if (existsSync(settings.apertiumDir)) return found
    return [...found, models.ok(`no translation is sold: there is no Apertium in ${settings.apertiumDir} (APERTIUM_DIR)`)]
  } catch (error) {
    if (!(error instanceof ModelFault)) throw error
    const fix = `restore the directory ${directory} from the release, or set TEXT_TOOLS=off: until then no text tool is sold`
    return [models.fault(error.message, fix)]
  }
}

/** Whether the engines of the text tools do one piece of work each. */
async function examineTextEngines({ settings, ...parts }: ExaminationParts<TextSettings>): Promise<readonly Finding[]> {
  if (settings.textTools === 'off') return [engines.ok('no engine of the text tools is switched on')]
  const common = { ...parts, metrics: silentMetrics }
  // One after the other: together they take a gigabyte.
  return [
    ...(await examineEngine((log) => openText(settings, { ...common, log }), {
      works: 'the models read a text',
      fix: 'give this machine more memory, restore models/ from the release, or set TEXT_TOOLS=off',
    })),
    ...(await examineEngine((log) => openTranslator(settings, { ...common, log }), {
      works: 'a text is translated',
      fix: 'install the languages of Apertium again, or name another folder in APERTIUM_DIR',
    })),
  ]
}

const whenLate = 'give this machine more memory or processors, or set TEXT_TOOLS=off'

export const textExaminations = [
  { name: 'models', limitMs: 60_000, whenLate, run: ({ settings }: ExaminationParts<TextSettings>) => examineModels(settings) },
  { name: 'engines', limitMs: 180_000, whenLate, run: examineTextEngines },
]
