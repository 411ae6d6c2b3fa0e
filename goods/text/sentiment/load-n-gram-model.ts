import { modelDirectory } from '../models/model-directory.ts'
import { readManifest } from '../models/model-manifest.ts'
import { readModelFile } from '../models/read-model-file.ts'
import { parseNGramModel, type NGramModel } from './n-gram-model.ts'
import type { SentimentLanguage } from './negation.ts'

const loaded = new Map<SentimentLanguage, Promise<NGramModel>>()

/** The model of a language that comes with this checkout, read and checked once. @throws ModelFault */
export function loadNGramModel(language: SentimentLanguage): Promise<NGramModel> {
  const known = loaded.get(language)
  if (known) return known
  const read = readNGramModel(`sentiment-${language}.bin`).catch((error: unknown) => {
    loaded.delete(language)
    throw error
  })
  loaded.set(language, read)
  return read
}

async function readNGramModel(name: string): Promise<NGramModel> {
  return parseNGramModel(new Uint8Array(await readModelFile(modelDirectory, name, await readManifest(modelDirectory))))
}
