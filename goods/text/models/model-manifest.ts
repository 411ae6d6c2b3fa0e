import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { ModelFault } from './model-fault.ts'

const fileName = z.string().regex(/^[a-z0-9][a-z0-9.-]{0,63}$/)

const encoder = z.object({ file: fileName, labels: z.array(z.string()).nullable(), maxTokens: z.int().min(16).max(512) })

const manifest = z.object({
  version: z.string().min(1).max(64),
  files: z.record(fileName, z.object({ bytes: z.int().positive().max(200_000_000), sha256: z.string().regex(/^[0-9a-f]{64}$/) })),
  encoders: z.object({ pairs: encoder, sentiment: encoder, sentences: encoder }),
})

/** What a set of models consists of, with the checksum of each file. */
export type ModelManifest = z.infer<typeof manifest>

/** Every set has these files beside its encoders. */
export const wordsFile = 'words.bin'
export const vocabularyFile = 'vocabulary.txt'

/** @throws ModelFault when there is none, or it is not as it has to be */
export async function readManifest(directory: string): Promise<ModelManifest> {
  const text = await readFile(join(directory, 'manifest.json'), 'utf8').catch(() => {
    throw new ModelFault('manifest.json', 'missing')
  })
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    throw new ModelFault('manifest.json', 'not JSON')
  }
  const { success, data } = manifest.safeParse(read)
  if (!success) throw new ModelFault('manifest.json', 'not a manifest of models')
  for (const name of neededFiles(data)) {
    if (!Object.hasOwn(data.files, name)) throw new ModelFault(name, 'not listed in manifest.json')
  }
  return data
}

/** The files that the encoders need. */
export function neededFiles({ encoders }: ModelManifest): readonly string[] {
  return [wordsFile, vocabularyFile, ...Object.values(encoders).map(({ file }) => file)]
}
