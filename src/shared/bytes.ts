export type Hex = `0x${string}`

// By character code: 0 for a hex digit, 1 for anything else.
const isInvalid = Uint8Array.from({ length: 128 }, (_, code) => (/[0-9a-fA-F]/.test(String.fromCharCode(code)) ? 0 : 1))

/** Whether a text is 0x and hex digits of whole bytes, in either case. */
export function isHex(text: string): text is Hex {
  if (text.length % 2 !== 0 || !text.startsWith('0x')) return false
  // One table look-up per digit and no branch: the digits are random, so a processor would mispredict every second branch.
  let invalid = 0
  for (let at = 2; at < text.length; at++) {
    const code = text.charCodeAt(at)
    invalid |= isInvalid[code & 0x7f]! | (code & ~0x7f)
  }
  return invalid === 0
}

/** Lower-case 0x hex of bytes. */
export function toHex(bytes: Uint8Array): Hex {
  return `0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`
}

/** Bytes of a 0x hex string; throws a RangeError on anything else. */
export function fromHex(text: string): Buffer {
  const bytes = Buffer.from(text.slice(2), 'hex')
  // Node stops at the first character that is not hex, so the length shows it; that is faster than checking every digit. Of a
  // character beyond Latin-1 Node takes the lower byte, but such a text is longer in UTF-8.
  if (!text.startsWith('0x') || bytes.length * 2 !== text.length - 2 || Buffer.byteLength(text) !== text.length) {
    throw new RangeError('not 0x-prefixed hex of whole bytes')
  }
  return bytes
}

/** The 32-byte big-endian form of a non-negative integer below 2^256. */
export function word(value: bigint): Uint8Array {
  if (value < 0n || value >= 1n << 256n) throw new RangeError('does not fit 32 bytes')
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex')
}
