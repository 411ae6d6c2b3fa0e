import type { Hex } from '../../shared/bytes.ts'

/** The 32 bytes that end a signature of a wallet that may not be deployed yet (ERC-6492). */
const marker = '6492'.repeat(16)
/** Digits of one word. */
const wordDigits = 64

/** Whether a signature is wrapped for a wallet that may not be deployed yet. A wrapped signature must not be sent to a token. */
export function isErc6492(signature: Hex): boolean {
  return signature.length > 2 + wordDigits && signature.toLowerCase().endsWith(marker)
}

/**
 * The wallet's own signature inside of an ERC-6492 wrapper, which is the ABI form of (address factory, bytes calldata,
 * bytes signature) and the marker. Null when it is not of that form.
 */
export function unwrapErc6492(signature: Hex): Hex | null {
  if (!isErc6492(signature)) return null
  const digits = signature.slice(2, -marker.length)
  const at = numberAt(digits, 2 * wordDigits)
  const length = at === null ? null : numberAt(digits, 2 * at)
  if (at === null || length === null) return null
  const start = 2 * at + wordDigits
  const end = start + 2 * length
  return end > digits.length ? null : `0x${digits.slice(start, end)}`
}

/** The word at a digit as a number of bytes; null when it is missing or too large. */
function numberAt(digits: string, start: number): number | null {
  const word = digits.slice(start, start + wordDigits)
  return word.length === wordDigits && /^0{58}/.test(word) ? Number.parseInt(word.slice(58), 16) : null
}
