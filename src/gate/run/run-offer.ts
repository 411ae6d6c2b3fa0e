import type { ByteAnswers, StreamedAnswer } from '../../offers/byte-answers.ts'
import type { ByteAnswer } from '../../shared/byte-answer.ts'
import { collectBytes } from './collect-bytes.ts'
import type { Payment, StoredAnswer } from '../../ledger/payments/payment.ts'
import type { AnyOffer, OfferContext, OfferInput, SentRequest } from '../../offers/offer.ts'
import type { WatchedAnswer } from '../../offers/watchlist/watched-answer.ts'
import type { Log } from '../../shared/log.ts'
import type { Timers } from '../../shared/clock.ts'
import { type DecidedBy, Problem } from '../../shared/problems.ts'
import { refusalOf, type Refusal } from '../../shared/refusal.ts'
import { refused, type Refused } from '../outcome.ts'
import type { Statements } from './statements.ts'
import { startStream, type StartedStream } from './run-stream.ts'
import { checkAnswer, checkByteAnswer } from './check-answer.ts'

export type Answered = { readonly kind: 'answered'; readonly answer: StoredAnswer } & (
  | {
      readonly charge: true
      /** Of an offer with the watchlist rule: `answer` is then that of a payer whom nothing was delivered to. The step that stores a page checks it. */
      readonly watched?: WatchedAnswer
    }
  | { readonly charge: false; readonly reason: string; readonly counted: boolean }
)

/** The answer is being made, and its first bytes are there. */
export interface Streaming {
  readonly kind: 'streaming'
  readonly stream: StartedStream
}

export type RunResult = Answered | Streaming | Refused

/** What is the same for every run. */
export interface ContextWithoutSignal extends Omit<OfferContext, 'signal' | 'log' | 'sign' | keyof Asker> {
  readonly statements?: Pick<Statements, 'sign'>
}

/** What depends on who asks. */
export interface Asker extends Pick<OfferContext, 'caller' | 'takeFreeUnit' | 'purchase' | 'headers'> {
  /** What it pays with; absent for a call without a payment. */
  readonly payment?: Payment
}

/** Milliseconds after the deadline in which a run may still say what it waits for. A run that computes can say nothing. */
const lastWordsMs = 50

/**
 * Runs a product under its deadline, or a shorter one, and holds its answer against the offer's schema. Never throws: every failure
 * becomes a refusal that callers may see.
 */
export async function runOffer(
  offer: AnyOffer,
  input: OfferInput<unknown, unknown, unknown>,
  asker: Asker,
  parts: { context: ContextWithoutSignal; timers: Timers; log: Log },
  maxMs = offer.deadlineMs,
): Promise<RunResult> {
  const controller = new AbortController()
  const over: { late: Problem | null } = { late: null }
  const log = parts.log.child({ offer: offer.id })
  const startedAt = parts.context.clock.now()
  const deadlineMs = Math.min(offer.deadlineMs, maxMs)
  let cancel: () => void = () => {}
  const deadline = new Promise<never>((_, reject) => {
    cancel = parts.timers.after(deadlineMs, () => {
      const exceeded = new Problem('deadline_exceeded', `${offer.title} took longer than ${deadlineMs / 1000} seconds.`)
      over.late = exceeded
      cancel = parts.timers.after(lastWordsMs, () => reject(exceeded))
      controller.abort(new Error('deadline'))
    })
  })
  try {
    const context = { ...contextOf(offer, asker, parts.context), signal: controller.signal, log }
    const outcome = await Promise.race([offer.run(input, context), deadline])
    // What it gave up to be done in time may be missing from such an answer.
    if (over.late) throw over.late
    if (outcome.charge && outcome.watched) {
      const { watched } = outcome
      const whole = () => ({ status: 200, contentType: 'application/json', body: Buffer.from(JSON.stringify(outcome.body)) })
      return {
        kind: 'answered',
        charge: true,
        watched,
        get answer() {
          return whole()
        },
      }
    }
    if (offer.answers?.streams && outcome.bytes && 'chunks' in outcome.bytes) {
      const { answers } = offer
      const started = startStream(offer, answers, outcome.bytes, { signal: controller.signal, onEnd: () => endWhole() })
      const stream = await Promise.race([started, deadline])
      const leftMs = Math.max(0, offer.deadlineMs - (parts.context.clock.now() - startedAt))
      const endWhole = parts.timers.after(leftMs, () => controller.abort(new Error('deadline')))
      return { kind: 'streaming', stream }
    }
    const checked =
      offer.answers === null
        ? await checkAnswer(offer, outcome.body, parts)
        : await checkBytesOf(offer, offer.answers, outcome.bytes, parts)
    if (checked.kind === 'refused') return checked
    const answered = { kind: 'answered', answer: checked.answer } as const
    return outcome.charge ? { ...answered, charge: true } : { ...answered, charge: false, reason: outcome.reason, counted: outcome.counted }
  } catch (error) {
    if (error instanceof Problem) {
      log.info({ code: error.code, err: error.options.cause }, 'run ended in a problem')
      return refused(error)
    }
    if (over.late !== null && decidedBy(error) === undefined) return refused(over.late)
    log.error({ err: error }, 'run failed')
    return refused(runRefusal(error, offer))
  } finally {
    cancel()
  }
}

/** What a run knows: of the payment only what it may tell others, signed. */
function contextOf({ id }: AnyOffer, { payment, ...asker }: Asker, { statements, ...context }: ContextWithoutSignal) {
  if (statements === undefined) return { ...context, ...asker }
  return { ...context, ...asker, sign: (request: SentRequest) => statements.sign(id, payment ?? null, request) }
}

async function checkBytesOf(
  offer: AnyOffer,
  { maxBytes }: ByteAnswers,
  bytes: ByteAnswer | StreamedAnswer | undefined,
  parts: { readonly timers: Timers; readonly log: Log },
) {
  if (bytes === undefined) throw new TypeError(`${offer.id} answers with bytes, and its run made none`)
  return checkByteAnswer(offer, 'chunks' in bytes ? await collectBytes(bytes, maxBytes) : bytes, parts)
}

/** Whose doing an error is that a run threw: errors of sources, nodes and our store say it. Undefined of all others. */
function decidedBy(error: unknown): DecidedBy | undefined {
  return error instanceof Error ? (error as Error & { readonly decidedBy?: DecidedBy }).decidedBy : undefined
}

function runRefusal(cause: unknown, { title }: AnyOffer): Refusal {
  switch (decidedBy(cause)) {
    case 'upstream':
      return refusalOf('upstream_unavailable', `${title}: a source does not answer; nothing was charged.`, { retryAfter: 5, cause })
    case 'us':
      return refusalOf('internal_error', `${title} failed on our side; nothing was charged.`, { cause })
    default:
      return refusalOf('run_failed', `${title} failed; nothing was charged.`, { cause })
  }
}
