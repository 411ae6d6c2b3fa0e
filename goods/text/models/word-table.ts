import { ModelFault } from './model-fault.ts'
import { wordsFile } from './model-manifest.ts'

/** Numbers in the vector of a word. */
export const wordSize = 384

/** The vectors of all pieces of the vocabulary. */
export interface WordTable {
  /** Writes the vector of a piece, `wordSize` numbers, to a place in an array. */
  copy(id: number, target: Float32Array, at: number): void
}

/**
 * @param bytes `pieces` rows of `wordSize` int8, then a float32 scale for each row
 * @throws ModelFault when its size is another one
 */
export function createWordTable(bytes: ArrayBuffer, pieces: number): WordTable {
  if (bytes.byteLength !== pieces * (wordSize + 4)) throw new ModelFault(wordsFile, `not for a vocabulary of ${pieces} pieces`)
  const rows = new Int8Array(bytes, 0, pieces * wordSize)
  const scales = new Float32Array(bytes, pieces * wordSize, pieces)
  return {
    copy(id, target, at) {
      const scale = scales[id] ?? 0
      const from = id * wordSize
      for (let index = 0; index < wordSize; index += 1) target[at + index] = (rows[from + index] ?? 0) * scale
    },
  }
}
