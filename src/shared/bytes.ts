export type Hex = `0x${string}`

const hexPattern = /^0x(?:[0-9a-fA-F]{2})*$/

export function isHex(text: string): text is Hex {
  return hexPattern.test(text)
}

/** Lower-case 0x hex of bytes. */
export function toHex(bytes: Uint8Array): Hex {
  return `0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`
}

/** Bytes of a 0x hex string; throws a RangeError on anything else. */
export function fromHex(text: string): Uint8Array {
  const bytes = Buffer.from(text.slice(2), 'hex')
  // Reading stops at what is no hex, so the length tells; a look at every digit takes longer than reading them all.
  if (!text.startsWith('0x') || bytes.length * 2 !== text.length - 2) throw new RangeError('not 0x-prefixed hex of whole bytes')
  return bytes
}

/** The 32-byte big-endian form of a non-negative integer below 2^256. */
export function word(value: bigint): Uint8Array {
  if (value < 0n || value >= 1n << 256n) throw new RangeError('does not fit 32 bytes')
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex')
}
