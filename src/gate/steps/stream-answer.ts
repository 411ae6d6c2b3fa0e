import type { GrowingAnswer } from '../../ledger/answers/growing-answer.ts'
import type { Payment, StoredAnswer } from '../../ledger/payments/payment.ts'
import { Problem } from '../../shared/problems.ts'
import { asProblem, type Refusal } from '../../shared/refusal.ts'
import type { Refused } from '../outcome.ts'
import type { StartedStream } from '../run/run-stream.ts'
import type { CallParts } from './call-parts.ts'
import type { Ran, Served } from './call-states.ts'
import { next, type Next } from './step.ts'

/** How the payment of a streamed answer ends: undefined where somebody else has decided it. */
interface StreamEnd {
  whole(answer: StoredAnswer): Promise<Payment | undefined>
  failed(refusal: Refusal): Promise<Payment | undefined>
  /** Somebody else has decided: what became of the payment, and what its caller is told. */
  lost(): Promise<Refused>
}

/**
 * Sends an answer while it is made. It is copied as it comes, whether its caller reads it or not. When it has ended it is stored with its
 * payment; until then who sends the same payment again reads the copy.
 */
export async function streamAnswer(
  { offerCall, input, payment }: Ran,
  stream: StartedStream,
  parts: Pick<CallParts, 'ledger' | 'log' | 'failPoint' | 'recordSale'>,
  end: StreamEnd,
): Promise<Next<Served>> {
  const { ledger, log, failPoint, recordSale } = parts
  const growing = await ledger.growAnswer(payment)

  async function copy(): Promise<Payment | undefined> {
    for await (const chunk of { [Symbol.asyncIterator]: () => stream.chunks }) await growing.append(chunk)
    const stored = await end.whole({ ...stream.head, body: await growing.whole() })
    failPoint('served')
    if (stored) recordSale?.(stored)
    return stored
  }

  async function toTheEnd(): Promise<Payment | null> {
    try {
      const stored = await copy()
      if (stored) {
        growing.end(null)
        return stored
      }
      // The payment may buy another run, or is given back by now: an answer that looks whole would be one for nothing.
      const { refusal, payment: left } = await end.lost()
      growing.end(asProblem(refusal))
      return left
    } catch (error) {
      return failed(growing, error)
    }
  }

  async function failed(answer: GrowingAnswer, error: unknown): Promise<Payment | null> {
    // Who makes the answer broke it off: the payment becomes a credit, and no operator need look.
    log.warn({ err: error, payment: payment.id, offer: offerCall.offer.id }, 'an answer failed while it was streamed')
    const problem =
      error instanceof Problem ? error : new Problem('upstream_failed', 'The answer ended before it was whole.', { cause: error })
    const left = await end.failed(problem).catch((fault: unknown) => {
      log.error({ err: fault, payment: payment.id }, 'the end of a streamed answer could not be recorded')
      return undefined
    })
    answer.end(problem)
    return left ?? null
  }

  const ended = toTheEnd()
  const answer = { ...stream.head, body: new Uint8Array() }
  return next({ offerCall, input, payment, answer, stream: { read: () => growing.read(), ended } })
}
