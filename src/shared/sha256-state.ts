/** Bytes that SHA-256 takes at a time. */
export const blockBytes = 64

/** The eight words that SHA-256 (FIPS 180-4) carries from block to block. */
export type Sha256State = Int32Array

/** The words before the first block: of the square roots of the first eight primes, the 32 bits behind the point. */
export function sha256Start(): Sha256State {
  return Int32Array.of(0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19)
}

/** Of the cube roots of the first 64 primes, the 32 bits behind the point. */
// oxfmt-ignore
const roundWords = Int32Array.of(
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
)

/** The 64 words that a block is spread to. One for all: nothing can come between filling and using it. */
const schedule = new Int32Array(64)

/**
 * Takes whole blocks into a state: the bytes from `from` up to `to`. In JavaScript since Node's hash takes a text from its
 * beginning each time, and a call into it costs several times what a few blocks do here while the caches hold something else.
 * No step depends on what the bytes are, neither a branch nor a place in memory.
 */
export function takeBlocks(state: Sha256State, bytes: Uint8Array, from: number, to: number): void {
  for (let block = from; block < to; block += blockBytes) {
    for (let word = 0, at = block; word < 16; word += 1, at += 4) {
      schedule[word] = (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!
    }
    compress(state)
  }
}

function compress(state: Sha256State): void {
  for (let word = 16; word < 64; word += 1) {
    const x = schedule[word - 15]!
    const y = schedule[word - 2]!
    const sigma0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)
    const sigma1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10)
    schedule[word] = schedule[word - 16]! + sigma0 + schedule[word - 7]! + sigma1
  }
  let a = state[0]!
  let b = state[1]!
  let c = state[2]!
  let d = state[3]!
  let e = state[4]!
  let f = state[5]!
  let g = state[6]!
  let h = state[7]!
  for (let round = 0; round < 64; round += 1) {
    const sum1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const choice = g ^ (e & (f ^ g))
    const first = (h + sum1 + choice + roundWords[round]! + schedule[round]!) | 0
    const sum0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const majority = (a & b) | (c & (a | b))
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + sum0 + majority) | 0
  }
  state[0]! += a
  state[1]! += b
  state[2]! += c
  state[3]! += d
  state[4]! += e
  state[5]! += f
  state[6]! += g
  state[7]! += h
}
