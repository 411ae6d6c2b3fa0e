import { RpcUnreachable } from '../chain/chain.ts'
import type { Fees } from '../chain/chain.ts'
import type { Load } from './build-transaction.ts'
import { gasLimit } from './build-transaction.ts'
import type { Lane } from './lane.ts'
import type { Looking } from './looking.ts'
import { canStillBeMined, hasJustBegun } from './policy.ts'
import type { Queue } from './queue.ts'
import type { Settlement } from './settlements.ts'
import { Problem } from '../shared/problems.ts'
import { sortBatch } from './sort-batch.ts'
import type { NetworkParts } from './settler-parts.ts'

/** Takes a batch that left the queue to a lane: checked once more, simulated, stored, sent. */
export type Dispatch = (batch: readonly Settlement[]) => Promise<void>

export function createDispatch(
  parts: NetworkParts & { readonly lanes: readonly Lane[]; readonly looking: Looking; readonly queue: () => Queue },
): Dispatch {
  const { chain, lanes, looking, queue, policy, clock } = parts
  const { network } = chain
  const log = parts.log.child({ network: network.id })
  let unreachable = false

  /** The lane with the fewest payments under way. */
  function leastLoaded(): Lane | undefined {
    return lanes.filter((lane) => lane.usable).toSorted((a, b) => a.load - b.load)[0]
  }

  async function send(settlements: readonly Settlement[], load: Load, fees: Fees): Promise<void> {
    if (settlements.length === 0) return
    const sent = await leastLoaded()?.submit(settlements, load, fees)
    if (!sent) queue().putBack(settlements, policy.retryMs)
  }

  /** Those that would succeed; the others are looked at. */
  async function simulate(settlements: readonly Settlement[], sender: Lane, load: Load): Promise<Settlement[]> {
    if (settlements.length === 0) return []
    const good = await chain.simulateTransfers(
      sender.signer,
      settlements.map((one) => one.authorization),
      gasLimit(policy, network, load),
    )
    return settlements.filter((settlement, index) => {
      if (good[index]) return true
      if (load.kind === 'batch') settlement.alone = true
      else Object.assign(settlement, { failedAlone: 'simulation', failedAt: clock.now() })
      // A second later the chain's clock may have come to it.
      const pause = hasJustBegun(policy, settlement.authorization.validAfter, clock.now()) ? policy.retryMs : 0
      looking.add(settlement, load.kind === 'batch' ? 0 : pause)
      return false
    })
  }

  async function dispatch(batch: readonly Settlement[]): Promise<void> {
    await Promise.all(lanes.map((lane) => lane.own(false)))
    const now = clock.now()
    const timely = batch.filter((settlement) => {
      // Taking over a lane may have found it in a stored transaction.
      if (settlement.place !== 'sending') return false
      if (canStillBeMined(policy, network, settlement.authorization.validBefore, now)) return true
      looking.add(settlement, 0)
      return false
    })
    const lane = leastLoaded()
    if (lane === undefined) return queue().putBack(timely, policy.retryMs)
    if (timely.length === 0) return
    const [codes, fees] = await Promise.all([chain.codes(timely.map((one) => one.authorization.from)), chain.suggestFees()])
    const { together, alone, contracts } = sortBatch(timely, codes, chain.multicall)
    const [batched, single, contract] = await Promise.all([
      simulate(together, lane, { kind: 'batch', items: 1 }),
      simulate(alone, lane, { kind: 'alone' }),
      Promise.all(contracts.map((settlement) => simulate([settlement], lane, { kind: 'contract' }))),
    ])
    await send(batched, batched.length === 1 ? { kind: 'alone' } : { kind: 'batch', items: batched.length }, fees)
    for (const settlement of single) await send([settlement], { kind: 'alone' }, fees)
    for (const settlement of contract.flat()) await send([settlement], { kind: 'contract' }, fees)
  }

  async function attempt(batch: readonly Settlement[]): Promise<void> {
    if (batch.length === 0) return
    try {
      await dispatch(batch)
      unreachable = false
    } catch (error) {
      if (error instanceof RpcUnreachable) {
        if (!unreachable) log.warn({ payments: batch.length }, 'chain does not answer: settlements wait')
        unreachable = true
      } else {
        log.error({ err: error, payments: batch.length }, 'a batch could not be sent')
        if (!(error instanceof Problem)) suspect(batch)
      }
    } finally {
      // Whatever went wrong, none is lost: what is in no stored transaction waits in the queue.
      const left = batch.filter((settlement) => settlement.place === 'sending')
      if (left.length > 0) queue().putBack(left, policy.retryMs)
    }
  }

  /**
   * Neither the chain nor the ledger: something of ours stumbles over one of these, and would for ever. So they go one by
   * one, and who stumbles alone is looked at later and later, until nothing can collect it any more.
   */
  function suspect(batch: readonly Settlement[]): void {
    for (const settlement of batch) {
      settlement.suspicions += 1
      if (batch.length === 1 && settlement.place === 'sending')
        looking.add(settlement, Math.min(policy.lookMaxMs, policy.retryMs * 2 ** Math.min(settlement.suspicions, 12)))
    }
  }

  return async (batch) => {
    const [trusted, suspects] = [batch.filter((one) => one.suspicions === 0), batch.filter((one) => one.suspicions > 0)]
    await attempt(trusted)
    for (const one of suspects) await attempt([one])
  }
}
