import type { Payment } from '../ledger/payments/payment.ts'
import { isUnsent, isUnsettled } from '../ledger/payments/payment-states.ts'
import { adoptOrphans } from './adopt-orphans.ts'
import type { CancellableTimers } from './cancellable-timers.ts'
import { handOverPayment, handOverWaiting, refreshElsewhere, renewLeases } from './payment-leases.ts'
import type { NetworkSettler } from './settle-network.ts'
import { outcomeOf } from './settlements.ts'
import type { SettlementOutcome } from './settler.ts'
import type { SettlerParts } from './settler-parts.ts'
import { isUnavailable } from './unavailable.ts'

/** The settler of this process while it runs. */
export interface RunningSettler {
  readonly parts: SettlerParts & { readonly timers: CancellableTimers }
  /** Those on which something can be settled here, by id. */
  readonly networks: ReadonlyMap<string, NetworkSettler>
  /** One round of watching payers' own transfers, for every network. */
  readonly transferWatches: ReadonlyMap<string, () => Promise<void>>
  /** No other instance shares the ledger. */
  readonly alone: boolean
  /** Nothing new is accepted. */
  draining: boolean
  /** Lapses of this instance's lease of which the consequences have been dealt with. */
  seenLapses: number
}

/** Starts to settle a payment in `served`, or joins the settlement that is under way; gives its end, or `pending` after `waitMs`. */
export async function settlePayment(settler: RunningSettler, payment: Payment, waitMs: number): Promise<SettlementOutcome> {
  const { parts, networks, alone, draining } = settler
  const { background, settlements, instance } = parts
  const known = outcomeOf(payment)
  if (known) return known
  if (!isUnsettled(payment)) throw new TypeError(`a payment in ${payment.state} is not settled`)
  const network = networks.get(payment.network)
  const refused = background.stopped || (draining && settlements.get(payment.id) === undefined)
  if (network === undefined || refused) return { kind: 'pending', transaction: payment.transaction }
  const settlement = network.begin(payment, false)
  // Only the owner of the signers can send it, and a caller of this instance waits for it.
  if (!alone && !network.owned && isUnsent(payment) && payment.instance === instance) await handOverPayment(parts, settlement)
  return settlements.wait(settlement, network.mayWait(settlement) ? waitMs : 0)
}

/** Takes over what an earlier process left, and looks everything up once, for as long as the policy allows. */
export async function recoverSettler(settler: RunningSettler): Promise<void> {
  const { parts, alone } = settler
  const { timers, policy, log, settlements } = parts
  const work = async () => {
    await forEachNetwork(settler, 'own signers', (network) => network.acquireSigners(alone))
    await adoptUnfinished(settler, alone)
    await endAbandonedWork(settler, alone)
    await forEachNetwork(settler, 'recover', (network) => network.checkAll())
  }
  repeat(settler, 'renew leases', policy.leaseMs / 3, () => renewAllLeases(settler))
  await new Promise<void>((resolve, reject) => {
    const cancel = timers.after(policy.recoverMs, () => {
      log.warn({ unfinished: settlements.size }, 'recovery continues in the background')
      resolve()
    })
    work().then(resolve, reject).finally(cancel)
  })
  log.info({ unfinished: settlements.size }, 'settler recovered')
}

/** Starts the background work. */
export function startSettler(settler: RunningSettler): void {
  const { parts, alone, transferWatches } = settler
  const { policy } = parts
  if (!alone) repeat(settler, 'hand over', policy.handOverMs, () => exchangeWithOthers(settler).catch(ignoreUnavailable))
  repeat(settler, 'reconcile', policy.reconcileMs, async () => {
    if (alone) {
      if (!settler.draining) await adoptUnfinished(settler, false)
      await refreshElsewhere(parts, (network) => isOwned(settler, network))
    }
    await endAbandonedWork(settler, false).catch(ignoreUnavailable)
    await forEachNetwork(settler, 'reconcile', (network) => network.reconcile())
    await sideBySide(parts, 'watch transfers', transferWatches, (watch) => watch())
  })
}

/** Accepts nothing new, waits for what is under way until the deadline, then stops everything and releases the signers. */
export async function drainSettler(settler: RunningSettler, deadlineMs: number): Promise<void> {
  const { parts, networks } = settler
  const { clock, timers, policy, background, settlements, log } = parts
  settler.draining = true
  for (const network of networks.values()) network.flush()
  const deadline = clock.now() + deadlineMs
  while (!isQuiet(parts) && clock.now() < deadline) await timers.sleep(Math.min(policy.pollMinMs, deadlineMs))
  background.stop()
  timers.cancelAll()
  settlements.stopWaiting()
  await forEachNetwork(settler, 'release leases', (network) => network.release())
  if (settlements.size > 0) log.warn({ unfinished: settlements.size }, 'settlements are left for the next start')
}

/** Whether more time could bring an end to none of the payments that were handed over. */
function isQuiet({ settlements }: SettlerParts): boolean {
  for (const { phase, lookups } of settlements.all()) if (phase !== 'elsewhere' && (phase !== 'watch' || lookups === 0)) return false
  return true
}

async function renewAllLeases(settler: RunningSettler): Promise<void> {
  await forEachNetwork(settler, 'own signers', (network) => network.acquireSigners(false))
  await renewLeases(settler.parts, (network) => isOwned(settler, network))
}

/** Takes what other instances left to this one, hands over what others can settle, and reads what became of what they have. */
async function exchangeWithOthers(settler: RunningSettler): Promise<void> {
  const { parts } = settler
  const { lapses } = parts.instanceLease
  const lapsed = lapses !== settler.seenLapses
  if (lapsed) await forEachNetwork(settler, 'own signers', (network) => network.acquireSigners(false))
  await takeFreeSigners(settler)
  // While this instance ends, new work is for those that stay.
  if (!settler.draining) await adoptUnfinished(settler, false)
  const owns = (network: string) => isOwned(settler, network)
  await handOverWaiting(parts, owns)
  await refreshElsewhere(parts, lapsed ? () => false : owns)
  settler.seenLapses = lapses
}

/** Signers that another instance has released, or that are free since that instance ended. */
async function takeFreeSigners({ parts, networks, draining }: RunningSettler): Promise<void> {
  const { ledger, clock, instance, instanceLease } = parts
  const names = draining ? [] : [...networks.values()].flatMap(({ missingLeases }) => missingLeases)
  if (names.length === 0) return
  const free = new Set(await ledger.freeLeases({ names, owner: instance, now: clock.now(), endedBy: instanceLease.endedBy() }))
  const open = [...networks.values()].filter(({ missingLeases }) => missingLeases.some((name) => free.has(name)))
  await Promise.all(open.map((network) => network.acquireSigners(false).catch(ignoreUnavailable)))
}

async function adoptUnfinished(settler: RunningSettler, allInstances: boolean): Promise<void> {
  const networks = [...settler.networks.keys()].filter((network) => isOwned(settler, network))
  const onAdopted = (payment: Payment) => {
    const network = settler.networks.get(payment.network)
    if (network) network.begin(payment, true).payment = payment
  }
  await adoptOrphans(settler.parts, { allInstances, networks, onAdopted })
}

/** Work that was paid for and that no process does any more: its payment is a credit again. */
async function endAbandonedWork({ parts }: RunningSettler, allInstances: boolean): Promise<void> {
  const { ledger, clock, instance, instanceLease, log } = parts
  const ended = await ledger.endAbandonedRuns({ now: clock.now(), instance, allInstances, limit: 500, endedBy: instanceLease.endedBy() })
  if (ended.length > 0) log.info({ payments: ended.length }, 'work that was paid for was interrupted: its payments are credits')
}

function isOwned({ networks }: RunningSettler, network: string): boolean {
  return networks.get(network)?.owned ?? false
}

/** Runs a task again and again with a pause between, until the settler stops. */
function repeat(settler: RunningSettler, what: string, everyMs: number, task: () => Promise<void>): void {
  const { timers, background } = settler.parts
  timers.after(everyMs, () => {
    background.run(what, async () => {
      try {
        await task()
      } finally {
        if (!background.stopped) repeat(settler, what, everyMs, task)
      }
    })
  })
}

function forEachNetwork(
  { parts, networks }: RunningSettler,
  what: string,
  task: (network: NetworkSettler) => Promise<unknown>,
): Promise<void> {
  return sideBySide(parts, what, networks, task)
}

/** Runs the task for each network side by side. A chain that does not answer holds up none of the others. */
async function sideBySide<T>(
  { log }: SettlerParts,
  what: string,
  all: ReadonlyMap<string, T>,
  task: (one: T) => Promise<unknown>,
): Promise<void> {
  await Promise.all(
    [...all].map(async ([id, one]) => {
      try {
        await task(one)
      } catch (error) {
        if (isUnavailable(error)) log.debug({ network: id, what }, 'node or ledger does not answer')
        else log.error({ err: error, network: id, what }, 'settler task failed')
      }
    }),
  )
}

/** Other parts report a ledger or a chain that does not answer, and this task runs again in a moment. */
function ignoreUnavailable(error: unknown): void {
  if (!isUnavailable(error)) throw error
}
