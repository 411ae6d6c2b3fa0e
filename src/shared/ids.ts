import type { Random } from './random.ts'

/**
 * A receipt id, 32 lower-case hex digits: the millisecond in 12, then 80 random bits. It is the only key to the receipt, so it
 * must not be guessable; and new ones stand at the end of every index, where a commit finds them on few pages.
 */
export function newReceiptId(random: Random, now: number): string {
  return now.toString(16).padStart(12, '0') + Buffer.from(random.bytes(10)).toString('hex')
}

export function isReceiptId(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text)
}
