import type { Chain } from '../chain/chain.ts'
import type { Payment } from '../ledger/payment.ts'
import { createDispatch } from './dispatch.ts'
import { createLane } from './lane.ts'
import type { Lane } from './lane.ts'
import { createNetworkRounds } from './network-rounds.ts'
import { collectMs } from './policy.ts'
import { createQueue } from './queue.ts'
import type { Queue } from './queue.ts'
import type { Settlement } from './settlements.ts'
import type { Signer } from './signer.ts'
import { createWatch } from './watch-slots.ts'
import type { Watch } from './watch-slots.ts'
import type { NetworkParts, SettlerParts } from './settler-parts.ts'

/** Everything that settles on one network. */
export interface NetworkSettler {
  /** Whether a signer of this network is ours. */
  readonly owned: boolean
  /** The leases of its signers that are not ours. */
  readonly wanted: readonly string[]
  /** Nothing can be sent now. */
  readonly stalled: boolean
  /** Brings a payment on its way, or joins the one that is. `adopted`: an earlier life has left it. */
  begin(payment: Payment, adopted: boolean): Settlement
  /** Takes or renews the leases of the signers, and takes over their open slots. */
  own(force: boolean): Promise<void>
  /** Looks once at everything that is open: slots, payments of unknown fate. */
  lookAtAll(): Promise<void>
  /** One round of what runs in the background: final blocks, reorganisations, refused payments. */
  reconcile(): Promise<void>
  /** What waits leaves now. */
  hurry(): void
  release(): Promise<void>
}

export function createNetworkSettler(shared: SettlerParts, chain: Chain, signers: readonly Signer[]): NetworkSettler {
  const { network } = chain
  const { policy, clock, timers, background } = shared
  const parts: NetworkParts = { ...shared, chain }
  const { finality, conclude, looking, reconcile } = createNetworkRounds(parts, {
    again: (settlement) => queue.add(settlement),
    lanes: () => lanes,
  })
  const watches: Watch[] = []
  const lanes: Lane[] = signers.map((signer, index) => createLane(parts, signer, () => watches[index]!.begin()))
  for (const lane of lanes) watches.push(createWatch({ ...parts, lane, looking, conclude, closed: () => queue.wake() }))
  const dispatch = createDispatch({ ...parts, lanes, looking, queue: () => queue })
  let leaving = 0
  let owned = false

  const queue: Queue = createQueue({
    timers,
    batchSize: policy.batchSize,
    retryMs: policy.retryMs,
    collectMs: () => collectMs(policy, network, leaving + lanes.reduce((open, lane) => open + lane.slots.size, 0)),
    ready: () => !owned || lanes.some((lane) => lane.usable),
    leave(batch) {
      leaving += 1
      background.run('send a batch', async () => {
        try {
          owned = true
          await dispatch(batch)
        } finally {
          leaving -= 1
        }
      })
    },
  })

  return {
    get owned() {
      return lanes.some((lane) => lane.owned)
    },
    get wanted() {
      return lanes.filter((lane) => !lane.owned).map(({ lease }) => lease)
    },
    get stalled() {
      return lanes.every((lane) => lane.paused)
    },
    begin(payment) {
      const { settlement, begun } = shared.settlements.begin(payment, 'elsewhere')
      const ours = payment.instance === shared.instance
      if (settlement.place !== 'elsewhere' || (!ours && payment.leaseUntil > clock.now())) return settlement
      settlement.payment = payment
      // What was only served can have been sent by nobody, unless it came back from another instance.
      if (begun && payment.state === 'served') queue.add(settlement)
      else looking.add(settlement, 0)
      return settlement
    },
    async own(force) {
      await Promise.all(lanes.map((lane) => lane.own(force)))
      owned = true
      queue.wake()
    },
    async lookAtAll() {
      await Promise.all([finality.refresh(), ...watches.map((watch) => watch.look()), looking.caughtUp()])
    },
    reconcile,
    hurry: () => queue.hurry(),
    async release() {
      await Promise.all(lanes.map((lane) => lane.release()))
    },
  }
}
