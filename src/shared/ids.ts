import type { Random } from './random.ts'

/**
 * A receipt id, 32 lower-case hex digits: 12 for the millisecond, then 80 random bits. It is the only key to the receipt, so it
 * must not be guessable. It starts with the time so that new ids come last in every index, and a commit writes few pages.
 */
export function newReceiptId(random: Random, now: number): string {
  return now.toString(16).padStart(12, '0') + Buffer.from(random.bytes(10)).toString('hex')
}

export function isReceiptId(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text)
}
