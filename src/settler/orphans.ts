import type { Payment } from '../ledger/payment.ts'
import type { SettlerParts } from './settler-parts.ts'

/** Orphans read at once. */
const page = 500

/**
 * Takes over the payments that belong to nobody, and brings each on its way: what was only claimed is released (its run
 * never ended, nothing is charged; a transfer becomes a credit), what was served goes to `take`.
 */
export async function takeOrphans(
  parts: SettlerParts,
  options: { readonly allInstances: boolean; readonly networks: readonly string[]; readonly take: (payment: Payment) => void },
): Promise<void> {
  const { ledger, clock, instance, instanceLease, policy, log } = parts
  for (;;) {
    const now = clock.now()
    // What is to be settled is left to whoever owns the signers of its network.
    const { allInstances, networks } = options
    const goneBy = instanceLease.goneBy()
    const rows = await ledger.orphans({ now, instance, allInstances, networks, limit: page, goneBy })
    if (rows.length === 0) return
    const seen = rows.map(({ id, epoch, leaseUntil }) => ({ id, epoch, leaseUntil }))
    const still = allInstances ? {} : { still: { now, goneBy } }
    const adopted = await ledger.adopt({ rows: seen, instance, leaseUntil: now + policy.leaseMs, ...still })
    for (const payment of adopted) {
      if (payment.state === 'claimed') {
        const { id, epoch } = payment
        await ledger.release({ id, epoch, reason: 'interrupted', counted: false, hour: new Date(now).toISOString().slice(0, 13), at: now })
      } else {
        options.take(payment)
      }
    }
    if (adopted.length > 0) log.info({ payments: adopted.length }, 'took over unfinished payments')
    if (adopted.length === 0 || rows.length < page) return
  }
}
