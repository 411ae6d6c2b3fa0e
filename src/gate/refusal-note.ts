import type { Clock } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { Metrics } from '../shared/metrics.ts'
import type { Refusal } from '../shared/refusal.ts'

export type RefusalNote = (refusal: Refusal, about: { readonly payer: string; readonly network: string } | null) => void

const linesPerMinute = 20

/** Counts every refused payment and logs a bounded sample, so that junk fills neither a table nor a disk. */
export function createRefusalNote({ clock, log, metrics }: { clock: Clock; log: Log; metrics: Metrics }): RefusalNote {
  const refusals = metrics.counter('farthing_payments_refused_total', 'Payments that failed verification', ['reason', 'network'])
  let minute = 0
  let lines = 0
  return (refusal, about) => {
    // Only networks that we know become labels, so that callers cannot create metric series.
    const network = about && refusal.code !== 'invalid_exact_evm_network_mismatch' ? about.network : 'other'
    refusals.add({ reason: refusal.code, network })
    const now = Math.floor(clock.now() / 60_000)
    if (now !== minute) [minute, lines] = [now, 0]
    lines += 1
    if (lines > linesPerMinute) return
    const { field, expected, received } = refusal.options
    log.info({ reason: refusal.code, field, expected, received, payer: about?.payer, network: about?.network }, 'payment refused')
  }
}
