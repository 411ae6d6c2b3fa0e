import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { treeModelSchema, type TreeModel } from './tree-model.ts'
import { readWordRelations, type WordRelations } from './word-relations.ts'

/** What checking a claim needs besides the encoder. */
export interface Knowledge {
  readonly version: string
  readonly relations: WordRelations
  /** Decides by exact signals and words alone. */
  readonly classical: TreeModel
  /** Decides with the encoder's probabilities; null where no encoder was good enough to train with. */
  readonly withEncoder: TreeModel | null
}

const fileSchema = z.object({ version: z.string(), classical: treeModelSchema, withEncoder: treeModelSchema.nullable() })

const models = new URL('../../../models/', import.meta.url)

/** Reads `fact-check.json` and `word-relations.json`, some 0.5 MB, in a folder. @throws for files that are missing or malformed */
export function readKnowledge(folder: URL = models): Knowledge {
  const file = fileSchema.parse(JSON.parse(readFileSync(new URL('fact-check.json', folder), 'utf8')))
  return { ...file, relations: readWordRelations(new URL('word-relations.json', folder)) }
}

let shared: Knowledge | null = null
/** The knowledge that ships, read once for each thread. */
export function ownKnowledge(): Knowledge {
  shared ??= readKnowledge()
  return shared
}
