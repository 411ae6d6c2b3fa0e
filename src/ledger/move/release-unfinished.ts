import type { Clock } from '../../shared/clock.ts'
import type { Store } from '../../store/store.ts'
import { releaseInstance } from '../leases/instance-lease.ts'
import { takeLease, type TakeLeaseInput } from '../leases/take-lease.ts'
import { instancesOfUnfinished } from './move-facts.ts'

/** Says in a ledger that all instances have ended which own unfinished payments in another one, so that they need not be waited for. */
export async function releaseUnfinished(from: Pick<Store, 'read'>, to: Store, clock: Clock): Promise<void> {
  const ledger = { takeLease: (input: TakeLeaseInput) => to.write(takeLease, input) }
  for (const instance of await from.read(instancesOfUnfinished, undefined)) await releaseInstance({ ledger, clock }, instance)
}
