import type { AnyOffer } from '../offers/offer.ts'
import { type CredentialReading, isMpp } from '../payments/wire/protocol.ts'
import { isOfPayment } from '../payments/wire/refusals.ts'
import { callCountKey, otherSource, unknownSource, type CallOutcome, type CallSource } from '../shared/call-count.ts'
import type { Clock } from '../shared/clock.ts'
import type { Counts } from '../shared/counts.ts'
import { durationKey } from '../shared/duration-count.ts'
import type { Metrics } from '../shared/metrics.ts'
import type { GateOutcome, Answer } from './outcome.ts'

/** Who called what, and how. */
export interface RecordedCall {
  readonly offer: AnyOffer
  readonly credential: CredentialReading
  readonly source?: CallSource | undefined
}

/** Counts the outcome of a call and how long it took. `started` is in milliseconds since the epoch. */
export type CallRecorder = (call: RecordedCall, started: number, outcome: GateOutcome) => void

export function createCallRecorder(parts: {
  readonly clock: Clock
  readonly metrics: Metrics
  readonly counts: Counts
  /** Wallets of the operator, in lower case: calls that they pay for are counted apart. */
  readonly ownWallets: ReadonlySet<string>
}): CallRecorder {
  const { clock, metrics, counts, ownWallets } = parts
  const calls = metrics.counter('farthing_calls_total', 'Calls by offer and outcome', ['offer', 'outcome'])
  const seconds = metrics.histogram(
    'farthing_call_seconds',
    'Time of a call in the gate, settlement included',
    ['offer'],
    [0.005, 0.02, 0.1, 0.5, 1, 2, 5, 15, 60],
  )
  return ({ offer, credential, source = unknownSource }, started, outcome) => {
    const ms = clock.now() - started
    calls.add({ offer: offer.id, outcome: labelOf(outcome) })
    seconds.observe(ms / 1000, { offer: offer.id })
    const what = outcomeOf(outcome)
    const own = outcome.kind === 'answer' && outcome.payment !== null && ownWallets.has(outcome.payment.payer)
    const counted = { offer: offer.id, protocol: protocolOf(credential), own, ...what }
    counts.add('calls', callCountKey({ ...counted, ...source }), () => callCountKey({ ...counted, ...otherSource }))
    if (what.outcome === 'asked') counts.add('terms-ms', durationKey(ms))
    if (what.outcome === 'settled') counts.add('paid-ms', durationKey(ms))
  }
}

function protocolOf(credential: CredentialReading): string {
  if (credential.kind === 'credential') return credential.credential.kind
  return isMpp(credential) ? 'mpp' : ''
}

/** New terms count as terms, whether a payment was refused before or none came. */
function labelOf(outcome: GateOutcome): string {
  if (outcome.kind !== 'refused') return outcome.kind
  return isOfPayment(outcome.refusal) ? 'payment_required' : outcome.refusal.code
}

function outcomeOf(outcome: GateOutcome): { readonly outcome: CallOutcome; readonly detail: string } {
  switch (outcome.kind) {
    case 'payment_required':
      return { outcome: 'asked', detail: '' }
    case 'refused': {
      const { refusal, payment } = outcome
      if (isOfPayment(refusal)) return { outcome: 'refused', detail: refusal.code }
      return { outcome: payment ? 'failed' : 'problem', detail: refusal.code }
    }
    case 'answer':
      return { outcome: answeredHow(outcome), detail: '' }
  }
}

function answeredHow({ payment, replay }: Answer): CallOutcome {
  if (replay) return 'replayed'
  if (!payment) return 'free'
  if (payment.state === 'settled') return 'settled'
  return payment.state === 'free' || payment.state === 'uncharged' ? 'uncharged' : 'pending'
}
