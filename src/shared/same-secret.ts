import { timingSafeEqual } from 'node:crypto'
import { sha256 } from './sha256.ts'

/** Whether two secrets are the same. It compares hashes, so that the time depends neither on the lengths nor on where they differ. */
export function isSameSecret(given: string, secret: string): boolean {
  return timingSafeEqual(Buffer.from(sha256(given)), Buffer.from(sha256(secret)))
}
