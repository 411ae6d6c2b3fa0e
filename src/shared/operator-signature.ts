import { createHmac, timingSafeEqual } from 'node:crypto'

/** The header by which a request of `farthing doctor` proves that it comes from the operator. */
export const operatorSignatureHeader = 'farthing-doctor'

const minuteMs = 60_000
/** Minutes by which the clocks of two machines may differ, with the time of a slow request. */
const minutesAround = 2

/** A mark that is good for some minutes: whoever has the secret of MPP is the operator. It says nothing about the secret. */
export function operatorSignatureOf(secret: string, now: number): string {
  return markAt(secret, Math.floor(now / minuteMs))
}

/** @param secrets any of them may have made the mark */
export function isOperatorSignature(given: string | null, secrets: readonly string[], now: number): boolean {
  if (given === null || !/^[0-9a-f]{64}$/.test(given)) return false
  const minute = Math.floor(now / minuteMs)
  const near = Array.from({ length: 2 * minutesAround + 1 }, (_, index) => minute + index - minutesAround)
  return secrets.some((secret) => near.some((at) => timingSafeEqual(Buffer.from(markAt(secret, at)), Buffer.from(given))))
}

/** The key is another one than that of challenges, so neither can stand for the other. */
function markAt(secret: string, minute: number): string {
  const key = createHmac('sha256', secret).update('farthing doctor').digest()
  return createHmac('sha256', key).update(String(minute)).digest('hex')
}
