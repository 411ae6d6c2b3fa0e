import type { Payment } from '../ledger/payments/payment.ts'
import type { SettlerParts } from './settler-parts.ts'

/** Orphans read at once. */
const page = 500

/**
 * Takes over the payments that have no owner. A payment that was only claimed is released: its run never ended, so nothing is
 * charged, and a transfer becomes a credit. A payment that was served goes to `onAdopted`.
 */
export async function adoptOrphans(
  parts: SettlerParts,
  options: { readonly allInstances: boolean; readonly networks: readonly string[]; readonly onAdopted: (payment: Payment) => void },
): Promise<void> {
  const { ledger, clock, instance, instanceLease, policy, log } = parts
  for (;;) {
    const now = clock.now()
    // The instance that owns the signers of a network settles what is to be settled there.
    const { allInstances, networks } = options
    const endedBy = instanceLease.endedBy()
    const rows = await ledger.orphans({ now, instance, allInstances, networks, limit: page, endedBy })
    if (rows.length === 0) return
    const seen = rows.map(({ id, epoch, leaseUntil }) => ({ id, epoch, leaseUntil }))
    const abandonedAt = allInstances ? {} : { abandonedAt: { now, endedBy } }
    const adopted = await ledger.adopt({ rows: seen, instance, leaseUntil: now + policy.leaseMs, ...abandonedAt })
    for (const payment of adopted) {
      if (payment.state === 'claimed') {
        const { id, epoch } = payment
        await ledger.release({ id, epoch, reason: 'interrupted', counted: null })
      } else {
        options.onAdopted(payment)
      }
    }
    if (adopted.length > 0) log.info({ payments: adopted.length }, 'took over unfinished payments')
    if (adopted.length === 0 || rows.length < page) return
  }
}
