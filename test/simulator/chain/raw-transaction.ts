import { keccak256 } from '../../../src/chain/keccak.ts'
import { fromHex, type Hex, toHex } from '../../../src/shared/bytes.ts'
import { recoverAccount } from './recover-signer.ts'

/** A signed transaction as a node reads it. Hex is lower case; `value` and fees are in wei. */
export interface SignedTransaction {
  readonly raw: Hex
  readonly hash: Hex
  readonly type: 'eip1559' | 'legacy'
  /** Null for an old legacy transaction that is valid on every chain. */
  readonly chainId: number | null
  readonly sender: Hex
  readonly nonce: number
  /** Null when it creates a contract. */
  readonly to: Hex | null
  readonly data: Hex
  readonly value: bigint
  readonly gas: bigint
  /** For a legacy transaction, both are its gas price. */
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
}

/** Position of an RLP item in the bytes: its header begins at `from`, its content is from `start` to `end`. */
interface Item {
  readonly from: number
  readonly start: number
  readonly end: number
}

/** Decodes the argument of `eth_sendRawTransaction`; null when it is not a signed transaction of a known type. */
export function decodeTransaction(raw: Hex): SignedTransaction | null {
  try {
    const bytes = fromHex(raw)
    const typed = bytes[0] === 2
    if (!typed && (bytes[0] ?? 0) < 0xc0) return null
    const items = listAt(bytes, typed ? 1 : 0)
    return typed ? eip1559(raw, bytes, items) : legacy(raw, bytes, items)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function eip1559(raw: Hex, bytes: Uint8Array, items: readonly Item[]): SignedTransaction | null {
  if (items.length !== 12) return null
  const number = (at: number) => toNumber(bytes, items[at]!)
  const unsigned = encodeList([bytes.subarray(items[0]!.from, items[8]!.end)])
  const digest = keccak256(Buffer.concat([Buffer.of(2), unsigned]))
  const sender = recoverAccount(digest, signatureIn(bytes, items[10]!, items[11]!), Number(number(9)))
  if (sender === null) return null
  return {
    ...call(raw, bytes, items, 5),
    type: 'eip1559',
    chainId: Number(number(0)),
    sender,
    nonce: Number(number(1)),
    gas: number(4),
    maxFeePerGas: number(3),
    maxPriorityFeePerGas: number(2),
  }
}

function legacy(raw: Hex, bytes: Uint8Array, items: readonly Item[]): SignedTransaction | null {
  if (items.length !== 9) return null
  const number = (at: number) => toNumber(bytes, items[at]!)
  const v = Number(number(6))
  const chainId = v < 35 ? null : Math.floor((v - 35) / 2)
  const body = bytes.subarray(items[0]!.from, items[5]!.end)
  const digest = keccak256(encodeList(chainId === null ? [body] : [body, encodeNumber(chainId), Buffer.of(0x80, 0x80)]))
  const sender = recoverAccount(digest, signatureIn(bytes, items[7]!, items[8]!), chainId === null ? v - 27 : (v - 35) % 2)
  if (sender === null) return null
  const gasPrice = number(1)
  return {
    ...call(raw, bytes, items, 3),
    type: 'legacy',
    chainId,
    sender,
    nonce: Number(number(0)),
    gas: number(2),
    maxFeePerGas: gasPrice,
    maxPriorityFeePerGas: gasPrice,
  }
}

/** Target, value and calldata follow each other in both types. */
function call(raw: Hex, bytes: Uint8Array, items: readonly Item[], at: number) {
  const target = content(bytes, items[at]!)
  if (target.length !== 0 && target.length !== 20) throw new RangeError('not an address')
  return {
    raw: raw.toLowerCase() as Hex,
    hash: toHex(keccak256(bytes)),
    to: target.length === 0 ? null : toHex(target),
    value: toNumber(bytes, items[at + 1]!),
    data: toHex(content(bytes, items[at + 2]!)),
  }
}

function content(bytes: Uint8Array, { from, start, end }: Item): Uint8Array {
  if (bytes[from]! >= 0xc0) throw new RangeError('a list where a string belongs')
  return bytes.subarray(start, end)
}

function toNumber(bytes: Uint8Array, item: Item): bigint {
  const digits = content(bytes, item)
  if (digits[0] === 0) throw new RangeError('a number with leading zeros')
  return digits.length === 0 ? 0n : BigInt(toHex(digits))
}

function signatureIn(bytes: Uint8Array, r: Item, s: Item): Uint8Array {
  const signature = new Uint8Array(64)
  signature.set(content(bytes, r), 32 - (r.end - r.start))
  signature.set(content(bytes, s), 64 - (s.end - s.start))
  return signature
}

/** The items of the list that begins at `from` and ends with the last byte. */
function listAt(bytes: Uint8Array, from: number): Item[] {
  const list = itemAt(bytes, from, 0xc0)
  if (list.end !== bytes.length) throw new RangeError('bytes after the list')
  const items: Item[] = []
  for (let at = list.start; at < list.end; at = items.at(-1)!.end) items.push(itemAt(bytes, at, bytes[at]! < 0xc0 ? 0x80 : 0xc0))
  return items
}

/** @param short first byte of an empty string (0x80) or list (0xc0). */
function itemAt(bytes: Uint8Array, from: number, short: 0x80 | 0xc0): Item {
  const first = bytes[from]
  if (first === undefined) throw new RangeError('truncated')
  if (first < 0x80) return { from, start: from, end: from + 1 }
  const lengthBytes = first - short > 55 ? first - short - 55 : 0
  let length = first - short
  if (lengthBytes > 0) {
    length = 0
    for (let at = from + 1; at <= from + lengthBytes; at++) length = length * 256 + (bytes[at] ?? 0)
  }
  const start = from + 1 + lengthBytes
  if (length < 0 || start + length > bytes.length) throw new RangeError('truncated')
  return { from, start, end: start + length }
}

function encodeList(parts: readonly Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  if (length < 56) return Buffer.concat([Buffer.of(0xc0 + length), ...parts])
  const digits = bytesOf(length)
  return Buffer.concat([Buffer.of(0xf7 + digits.length), digits, ...parts])
}

function encodeNumber(value: number): Uint8Array {
  const digits = bytesOf(value)
  return value < 0x80 ? digits : Buffer.concat([Buffer.of(0x80 + digits.length), digits])
}

function bytesOf(value: number): Uint8Array {
  const digits = value.toString(16)
  return Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex')
}
