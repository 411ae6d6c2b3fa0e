import type { AnyOffer } from '../offers/offer.ts'
import type { Clock } from '../shared/clock.ts'
import type { Metrics } from '../shared/metrics.ts'
import type { GateOutcome } from './question.ts'

/** Counts the outcome of a call and how long it took. `started` is in milliseconds since the epoch. */
export type CallRecorder = (offer: AnyOffer, started: number, outcome: GateOutcome) => void

export function createCallRecorder({ clock, metrics }: { readonly clock: Clock; readonly metrics: Metrics }): CallRecorder {
  const calls = metrics.counter('farthing_calls_total', 'Calls by offer and outcome', ['offer', 'outcome'])
  const seconds = metrics.histogram(
    'farthing_call_seconds',
    'Time of a call in the gate, settlement included',
    ['offer'],
    [0.005, 0.02, 0.1, 0.5, 1, 2, 5, 15, 60],
  )
  return (offer, started, outcome) => {
    calls.add({ offer: offer.id, outcome: outcome.kind === 'problem' ? outcome.problem.code : outcome.kind })
    seconds.observe((clock.now() - started) / 1000, { offer: offer.id })
  }
}
