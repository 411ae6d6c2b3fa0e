import type { GrowingBytes } from './growing-answer.ts'

/** The bytes of a growing answer without a file. */
export function growingInMemory(): GrowingBytes {
  const chunks: Uint8Array[] = []
  return {
    async write(_, bytes) {
      chunks.push(Uint8Array.from(bytes))
    },
    read: async (position, length) => Uint8Array.from(Buffer.concat(chunks).subarray(position, position + length)),
    async remove() {},
  }
}
