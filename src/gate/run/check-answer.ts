import type { z } from 'zod'
import type { StoredAnswer } from '../../ledger/payments/payment.ts'
import type { AnyOffer } from '../../offers/offer.ts'
import { alarmFields } from '../../shared/alarm.ts'
import type { ByteAnswer } from '../../shared/byte-answer.ts'
import type { Timers } from '../../shared/clock.ts'
import type { Log } from '../../shared/log.ts'
import { refused, refuse, type Refused } from '../outcome.ts'
import { checkBytes } from './check-bytes.ts'
import { encodeLong, isLong } from './long-answer.ts'
import { misfitsOf } from './misfits.ts'

export type CheckedAnswer = { readonly kind: 'fits'; readonly answer: StoredAnswer } | Refused

interface CheckParts {
  readonly log: Log
  readonly timers: Timers
}

/**
 * Holds an answer against the schema of its offer, before it is stored and charged, and encodes it. An answer that does not fit is our
 * fault: its caller is refused and pays nothing. The log names the members, and never their values. The answer goes out as the
 * product made it: members that the schema does not name stay in it. A long answer is checked and encoded in several turns of the event loop.
 */
export async function checkAnswer(offer: AnyOffer, answer: unknown, { log, timers }: CheckParts): Promise<CheckedAnswer> {
  const misfits = await misfitsOf(answer, offer.answer as z.ZodType, timers)
  if (misfits.length === 0) {
    const body = isLong(answer) ? await encodeLong(answer, timers) : Buffer.from(JSON.stringify(answer))
    return { kind: 'fits', answer: { status: 200, contentType: 'application/json', body } }
  }
  log.error(
    { ...alarmFields('invalid_answer'), offer: offer.id, misfits },
    'an answer does not fit the schema of its offer: it is not sold',
  )
  const detail = `The answer that ${offer.title} made is not of the form that its description promises.`
  return refuse('invalid_answer', detail)
}

/** The same for bytes. What does not fit is the upstream's doing, so it is a 502 and raises no alarm of ours. */
export async function checkByteAnswer(offer: AnyOffer, bytes: ByteAnswer, { log, timers }: CheckParts): Promise<CheckedAnswer> {
  const checked = await checkBytes(offer, bytes, timers)
  if (checked.kind === 'fits') return checked
  const { refusal, misfits } = checked
  log.warn({ offer: offer.id, misfits, detail: refusal.message }, 'an answer of an upstream is not of the promised form: it is not sold')
  return refused(refusal)
}
