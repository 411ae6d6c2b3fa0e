import { RpcUnreachable } from '../chain/chain.ts'
import type { Chains, NetworkId } from '../chain/chain.ts'
import { onlyInstance, type InstanceLease } from '../ledger/instance-lease.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Payment } from '../ledger/payment.ts'
import type { Checkpoint } from '../shared/checkpoint.ts'
import type { Clock, Timers } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { Metrics } from '../shared/metrics.ts'
import { Problem } from '../shared/problems.ts'
import { createBackground } from './background.ts'
import { cancellableTimers } from './cancellable-timers.ts'
import { createFacilitatedNetwork } from './facilitator/facilitated-network.ts'
import type { Facilitator } from './facilitator/facilitator.ts'
import { createStanding } from './facilitator/standing.ts'
import { createVet } from './facilitator/vet.ts'
import { letGo, letGoOfWaiting, readElsewhere, renewLeases } from './leases.ts'
import { createMeters } from './meters.ts'
import { takeOrphans } from './orphans.ts'
import { defaultPolicy } from './policy.ts'
import type { SettlerPolicy } from './policy.ts'
import { createNetworkSettler } from './settle-network.ts'
import type { NetworkSettler } from './settle-network.ts'
import { createSettlements, outcomeOf } from './settlements.ts'
import type { Settler } from './settler.ts'
import type { SettlerParts } from './settler-parts.ts'
import type { Signer } from './signer.ts'
import { createTransferWatch } from './watch-transfers.ts'

export interface SettlerOptions {
  readonly chains: Chains
  readonly ledger: Ledger
  /** Who signs on each network; several work side by side. A network without signers is not settled here. */
  readonly signers: ReadonlyMap<NetworkId, readonly Signer[]>
  /** Who settles instead of signers, on all networks; null for none. */
  readonly facilitator?: Facilitator | null
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
  readonly metrics: Metrics
  /** Name of this process, different at each start. */
  readonly instance: string
  /** Its lease, where others share the ledger and have theirs. */
  readonly instanceLease?: InstanceLease
  /** Figures that differ from the default. */
  readonly policy?: Partial<SettlerPolicy>
  readonly checkpoint: Checkpoint
  /** The data directory's lock proves that every other instance is gone: recovery takes over all that is unfinished, whatever its lease. */
  readonly alone: boolean
}

/** A ledger or a chain that does not answer is told of by others; this comes again in a moment. */
function unlessAway(error: unknown): void {
  if (!(error instanceof Problem || error instanceof RpcUnreachable)) throw error
}

/** The settler with signers of its own, or with a facilitator's. `recover` comes first, then `start`. */
export function createSettler(options: SettlerOptions): Settler {
  const { chains, signers, ledger, clock, instance, instanceLease = onlyInstance, checkpoint, alone } = options
  const timers = cancellableTimers(options.timers)
  const policy = { ...defaultPolicy, ...options.policy }
  const log = options.log.child({ part: 'settler' })
  const meters = createMeters(options.metrics)
  const background = createBackground(log)
  const settlements = createSettlements({ clock, timers, meters })
  const parts: SettlerParts = { ledger, clock, timers, log, meters, instance, instanceLease, policy, checkpoint, background, settlements }
  const networks = new Map<string, NetworkSettler>()
  const transferWatches = new Map<string, () => Promise<void>>()
  const { facilitator = null } = options
  const standing = facilitator && createStanding({ facilitator, networks: [...chains.keys()], clock, log, meters })
  for (const [id, chain] of chains) {
    transferWatches.set(id, createTransferWatch({ ...parts, chain }))
    const own = signers.get(id) ?? []
    if (facilitator && standing) networks.set(id, createFacilitatedNetwork(parts, chain, { facilitator, standing }))
    else if (own.length > 0) networks.set(id, createNetworkSettler(parts, chain, own))
  }
  const vet = facilitator && createVet({ facilitator, clock })
  let draining = false
  let seenLapses = 0

  const owns = (network: string) => networks.get(network)?.owned ?? false
  const ownNetworks = () => [...networks.keys()].filter(owns)

  function take(payment: Payment): void {
    const network = networks.get(payment.network)
    if (network) network.begin(payment, true).payment = payment
  }

  /** Runs a task again and again with a pause between, until the settler stops. */
  function repeat(what: string, everyMs: number, task: () => Promise<void>): void {
    timers.after(everyMs, () => {
      background.run(what, async () => {
        try {
          await task()
        } finally {
          if (!background.stopped) repeat(what, everyMs, task)
        }
      })
    })
  }

  const each = (what: string, task: (network: NetworkSettler) => Promise<void>) => sideBySide(what, networks, task)

  /** The task for each network side by side; a chain that does not answer keeps none of the others. */
  async function sideBySide<T>(what: string, all: ReadonlyMap<string, T>, task: (one: T) => Promise<void>): Promise<void> {
    await Promise.all(
      [...all].map(async ([id, one]) => {
        try {
          await task(one)
        } catch (error) {
          if (error instanceof RpcUnreachable) log.debug({ network: id, what }, 'chain does not answer')
          else log.error({ err: error, network: id, what }, 'settler task failed')
        }
      }),
    )
  }

  async function heartbeat(): Promise<void> {
    await each('own signers', (network) => network.own(false))
    await renewLeases(parts, owns)
  }

  /** Signers that another instance has given back, or that died with it. */
  async function takeFreeSigners(): Promise<void> {
    const names = draining ? [] : [...networks.values()].flatMap(({ wanted }) => wanted)
    if (names.length === 0) return
    const free = new Set(await ledger.freeLeases({ names, owner: instance, now: clock.now(), goneBy: instanceLease.goneBy() }))
    const open = [...networks.values()].filter(({ wanted }) => wanted.some((name) => free.has(name)))
    await Promise.all(open.map((network) => network.own(false).catch(unlessAway)))
  }

  /** What others left to us, what we leave to others, and what became of what they have. */
  async function handOver(): Promise<void> {
    const { lapses } = instanceLease
    const lapsed = lapses !== seenLapses
    if (lapsed) await each('own signers', (network) => network.own(false))
    await takeFreeSigners()
    // What comes while we end is for those who stay.
    if (!draining) await takeOrphans(parts, { allInstances: false, networks: ownNetworks(), take })
    await letGoOfWaiting(parts, owns)
    await readElsewhere(parts, lapsed ? () => false : owns)
    seenLapses = lapses
  }

  /** None that was handed over is without an answer that more time could bring. */
  function isQuiet(): boolean {
    for (const { place, looks } of settlements.all()) if (place !== 'elsewhere' && (place !== 'look' || looks === 0)) return false
    return true
  }

  return {
    networks: new Set(networks.keys()),
    stalled: (network) => networks.get(network)?.stalled ?? false,

    ...(vet &&
      standing && {
        async vet(id, authorization) {
          const chain = chains.get(id as NetworkId)
          return chain ? vet(chain.network, authorization) : null
        },
        facilitatorWell: () => standing.well,
      }),

    async settle(payment, waitMs) {
      const known = outcomeOf(payment)
      if (known) return known
      if (payment.state !== 'served' && payment.state !== 'settling') throw new TypeError(`a payment in ${payment.state} is not settled`)
      const network = networks.get(payment.network)
      const refused = background.stopped || (draining && settlements.get(payment.id) === undefined)
      if (network === undefined || refused) return { kind: 'pending', transaction: payment.transaction }
      const settlement = network.begin(payment, false)
      // Only its owner sends with a signer, and who bought here waits for it.
      if (!alone && !network.owned && payment.state === 'served' && payment.instance === instance) await letGo(parts, settlement)
      return settlements.wait(settlement, waitMs)
    },

    async recover() {
      const work = async () => {
        await each('own signers', (network) => network.own(alone))
        await takeOrphans(parts, { allInstances: alone, networks: ownNetworks(), take })
        await each('recover', (network) => network.lookAtAll())
      }
      repeat('renew leases', policy.leaseMs / 3, heartbeat)
      await new Promise<void>((resolve, reject) => {
        const cancel = timers.after(policy.recoverMs, () => {
          log.warn({ unfinished: settlements.size }, 'recovery goes on in the background')
          resolve()
        })
        work().then(resolve, reject).finally(cancel)
      })
      log.info({ unfinished: settlements.size }, 'settler recovered')
    },

    start() {
      if (!alone) repeat('hand over', policy.handOverMs, () => handOver().catch(unlessAway))
      repeat('reconcile', policy.reconcileMs, async () => {
        if (alone) {
          if (!draining) await takeOrphans(parts, { allInstances: false, networks: ownNetworks(), take })
          await readElsewhere(parts, owns)
        }
        await each('reconcile', (network) => network.reconcile())
        await sideBySide('watch transfers', transferWatches, (watch) => watch())
      })
    },

    async drain(deadlineMs) {
      draining = true
      for (const network of networks.values()) network.hurry()
      const deadline = clock.now() + deadlineMs
      while (!isQuiet() && clock.now() < deadline) await timers.sleep(Math.min(policy.pollMinMs, deadlineMs))
      background.stop()
      timers.cancelAll()
      settlements.stopWaiting()
      await each('release leases', (network) => network.release())
      if (settlements.size > 0) log.warn({ unfinished: settlements.size }, 'settlements are left for the next start')
    },
  }
}
