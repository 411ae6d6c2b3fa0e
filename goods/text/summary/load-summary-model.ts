import { modelDirectory } from '../models/model-directory.ts'
import { readManifest } from '../models/model-manifest.ts'
import { readModelFile } from '../models/read-model-file.ts'
import { parseSummaryModel, type SummaryModel } from './sentence-scorer.ts'

let loaded: Promise<SummaryModel> | null = null

/** The scorer that comes with this checkout, read and checked once. @throws ModelFault */
export function loadSummaryModel(): Promise<SummaryModel> {
  loaded ??= readSummaryModel().catch((error: unknown) => {
    loaded = null
    throw error
  })
  return loaded
}

async function readSummaryModel(): Promise<SummaryModel> {
  const bytes = await readModelFile(modelDirectory, 'summary.json', await readManifest(modelDirectory))
  return parseSummaryModel(Buffer.from(new Uint8Array(bytes)).toString('utf8'))
}
