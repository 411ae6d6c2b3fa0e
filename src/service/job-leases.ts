import type { InstanceLease } from '../ledger/leases/instance-lease.ts'
import type { Leases } from '../ledger/leases/leases.ts'
import type { LeaseKeeper } from '../ops/jobs.ts'

/** The leases of background jobs in the ledger: each job runs in one instance at a time. `alone`: no other instance shares the ledger. */
export function createJobLeases(parts: {
  readonly ledger: Pick<Leases, 'takeLease' | 'releaseLease'>
  readonly instanceLease: InstanceLease
  readonly alone: boolean
}): LeaseKeeper {
  const { ledger, instanceLease, alone } = parts
  return {
    async take(lease) {
      const { lapses } = instanceLease
      // One process writes to an embedded ledger, so the owner of any other lease has ended.
      const taken = await ledger.takeLease({ ...lease, force: alone, endedBy: instanceLease.endedBy() })
      // Where this instance stood still before it could read the answer, its own lease ran out: another instance may own the job now.
      return taken && instanceLease.lapses === lapses && !instanceLease.hasRunOut()
    },
    release: (lease) => ledger.releaseLease(lease),
  }
}
