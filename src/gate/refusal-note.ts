import type { Credential } from '../payments/credential.ts'
import type { Refusal } from '../payments/refusals.ts'
import type { Clock } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { Metrics } from '../shared/metrics.ts'

export type RefusalNote = (refusal: Refusal, credential: Credential) => void

const linesPerMinute = 20

/** Counts every refused payment, and logs a bounded sample: junk can fill neither a table nor a disk. */
export function createRefusalNote({ clock, log, metrics }: { clock: Clock; log: Log; metrics: Metrics }): RefusalNote {
  const refusals = metrics.counter('farthing_payments_refused_total', 'Payments that failed verification', ['reason', 'network'])
  let minute = 0
  let lines = 0
  return (refusal, { proof }) => {
    refusals.add({ reason: refusal.reason, network: refusal.reason === 'invalid_exact_evm_network_mismatch' ? 'other' : proof.network })
    const now = Math.floor(clock.now() / 60_000)
    if (now !== minute) [minute, lines] = [now, 0]
    lines += 1
    if (lines > linesPerMinute) return
    const { reason, field, expected, received } = refusal
    log.info({ reason, field, expected, received, payer: proof.authorization.from, network: proof.network }, 'payment refused')
  }
}
