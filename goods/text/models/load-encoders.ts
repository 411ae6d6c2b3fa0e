import type { Encoder, Encoders } from './encoder.ts'
import { ModelFault } from './model-fault.ts'
import { neededFiles, readManifest, vocabularyFile, wordsFile, type ModelManifest } from './model-manifest.ts'
import { createOnnxEncoder, type OnnxModel } from './onnx-encoder.ts'
import { readModelFile } from './read-model-file.ts'
import { createTokenizer } from './tokenizer.ts'
import { createWordTable, wordSize } from './word-table.ts'

/** Every file of a set of models, checked. */
export interface ModelFiles {
  readonly manifest: ModelManifest
  readonly files: ReadonlyMap<string, ArrayBuffer>
}

/** @throws ModelFault when a file is missing, or not the one that the manifest lists */
export async function readModels(directory: string): Promise<ModelFiles> {
  const manifest = await readManifest(directory)
  const files = new Map<string, ArrayBuffer>()
  for (const name of neededFiles(manifest)) files.set(name, await readModelFile(directory, name, manifest))
  return { manifest, files }
}

/**
 * Encoders over checked files. Each loads its model with its first input, which takes some 200 ms.
 * @throws ModelFault, and Error when the package of the runtime is not installed
 */
export async function loadEncoders({ manifest, files }: ModelFiles): Promise<Encoders> {
  const { default: runtime } = await import('onnxruntime-node')
  const file = (name: string): ArrayBuffer => {
    const bytes = files.get(name)
    if (!bytes) throw new ModelFault(name, 'missing')
    return bytes
  }
  const vocabulary = new TextDecoder().decode(file(vocabularyFile))
  const tokenizer = createTokenizer(vocabulary)
  const words = createWordTable(file(wordsFile), tokenizer.size)
  const encoderOf = (name: keyof Encoders): Encoder => {
    const { file: model, labels, maxTokens } = manifest.encoders[name]
    const loaded: OnnxModel = { file: model, bytes: file(model), maxTokens, outputs: labels?.length ?? wordSize }
    return createOnnxEncoder(loaded, { runtime, tokenizer, words })
  }
  return { pairs: encoderOf('pairs'), sentiment: encoderOf('sentiment'), sentences: encoderOf('sentences') }
}
