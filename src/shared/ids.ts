import type { Random } from './random.ts'

/** A receipt id: 128 random bits in lower-case hex. It is the only key to the receipt, so it must not be guessable. */
export function newReceiptId(random: Random): string {
  return Buffer.from(random.bytes(16)).toString('hex')
}

export function isReceiptId(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text)
}
