import { hash, type KeyObject } from 'node:crypto'
import { blockBytes, type Sha256State, sha256Start, takeBlocks } from './sha256-state.ts'

const digestBytes = 32
/** Characters of base64url without padding that a digest takes. */
export const digestCharacters = 43

/** An HMAC key (RFC 2104), hashed under its two pads. */
export interface HmacKey {
  readonly inner: Sha256State
  readonly outer: Sha256State
}

/** A text whose end changes from time to time, hashed up to the block in which it first does. */
export interface HmacFrame {
  readonly key: HmacKey
  readonly start: Sha256State
  /** The blocks from there on, as SHA-256 takes them. To change the text, write over it here, without changing its length. */
  readonly rest: Uint8Array
  /** Where `rest` begins in the text, in bytes. */
  readonly restAt: number
}

export function hmacKey(secret: KeyObject): HmacKey {
  const exported = secret.export()
  const key = exported.length > blockBytes ? hash('sha256', exported, 'buffer') : exported
  return { inner: padded(key, 0x36), outer: padded(key, 0x5c) }
}

/** @param from From which byte on the text may change. */
export function hmacFrame(key: HmacKey, text: string, from: number): HmacFrame {
  const bytes = Buffer.from(text, 'utf8')
  const restAt = from - (from % blockBytes)
  const start = key.inner.slice()
  takeBlocks(start, bytes, 0, restAt)
  const length = bytes.length - restAt
  const rest = new Uint8Array(paddedLength(length))
  rest.set(bytes.subarray(restAt))
  endMessage(rest, length, blockBytes + bytes.length)
  return { key, start, rest, restAt }
}

/** Writes the HMAC of a frame's text as it now is, as base64url without padding, to `into` from `at` on. */
export function writeFramedHmac({ key, start, rest }: HmacFrame, into: Uint8Array, at: number): void {
  state.set(start)
  takeBlocks(state, rest, 0, rest.length)
  for (let index = 0; index < digestBytes; index += 1) lastBlock[index] = state[index >>> 2]! >>> (24 - 8 * (index & 3))
  state.set(key.outer)
  takeBlocks(state, lastBlock, 0, blockBytes)
  writeBase64Url(state, into, at)
}

/** Used again for every text: nothing can come between its steps. */
const state = sha256Start()

/** What the outer hash takes behind the key: the digest of the inner one. */
const lastBlock = new Uint8Array(blockBytes)
endMessage(lastBlock, digestBytes, blockBytes + digestBytes)

function padded(key: Uint8Array, pad: number): Sha256State {
  const block = new Uint8Array(blockBytes)
  for (let index = 0; index < blockBytes; index += 1) block[index] = (key[index] ?? 0) ^ pad
  const start = sha256Start()
  takeBlocks(start, block, 0, blockBytes)
  return start
}

/** Whole blocks, with room for the bit behind the text and its length. */
function paddedLength(length: number): number {
  return Math.ceil((length + 9) / blockBytes) * blockBytes
}

/** @param total Bytes of the whole message, with the blocks before these. */
function endMessage(blocks: Uint8Array, length: number, total: number): void {
  blocks[length] = 0x80
  new DataView(blocks.buffer, blocks.byteOffset).setBigUint64(blocks.length - 8, BigInt(total) * 8n)
}

const alphabet = Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_', 'latin1')

function writeBase64Url(words: Sha256State, into: Uint8Array, at: number): void {
  for (let index = 0; index < digestCharacters; index += 1) {
    const word = (index * 6) >>> 5
    const from = (index * 6) & 31
    // Six bits of one word, or its last and the first of the next; behind the last word there are zeros.
    const six = from <= 26 ? words[word]! >>> (26 - from) : (words[word]! << (from - 26)) | ((words[word + 1] ?? 0) >>> (58 - from))
    into[at + index] = alphabet[six & 63]!
  }
}
