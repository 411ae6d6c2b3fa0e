import { createKeccak } from 'hash-wasm'

// One hasher for all: init() resets it, and the three calls are synchronous, so nothing can come in between.
const hasher = await createKeccak(256)

/** Keccak-256 of bytes, 32 bytes. */
export function keccak256(bytes: Uint8Array): Uint8Array {
  return hasher.init().update(bytes).digest('binary')
}
