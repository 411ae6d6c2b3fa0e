import { createKeccak } from 'hash-wasm'

// One hasher for all: it is reset by init(), and nothing can come between the three calls.
const hasher = await createKeccak(256)

/** Keccak-256 of bytes, 32 bytes. */
export function keccak256(bytes: Uint8Array): Uint8Array {
  return hasher.init().update(bytes).digest('binary')
}
