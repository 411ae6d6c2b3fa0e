import { RpcUnreachable } from '../../chain/chain.ts'
import type { Fees } from '../../chain/chain.ts'
import { Problem } from '../../shared/problems.ts'
import { canStillBeMined, hasJustBegun } from '../policy.ts'
import { hasSettledBefore } from '../settled-before.ts'
import { broughtBy, type PendingSettlement } from '../settlements.ts'
import type { NetworkParts } from '../settler-parts.ts'
import type { GasBudget, GasReservation } from '../spending/gas-budget.ts'
import type { Hold } from '../spending/hold.ts'
import { capped, gasLimit, worstCostGwei, type Load } from '../transaction/build-transaction.ts'
import { SignerFailed } from '../remote-signers/signer-failed.ts'
import type { PaymentWatch } from '../watch/payment-watch.ts'
import type { BatchQueue } from './batch-queue.ts'
import type { SignerQueue } from './signer-queue.ts'
import { sortBatch } from './sort-batch.ts'

/** Takes a batch that left the queue to a signer: checked once more, simulated, stored, sent. */
export type Dispatch = (batch: readonly PendingSettlement[]) => Promise<void>

export interface DispatchParts extends NetworkParts {
  readonly signerQueues: readonly SignerQueue[]
  readonly paymentWatch: PaymentWatch
  readonly queue: () => BatchQueue
  /** Null where gas costs nothing. */
  readonly budget: GasBudget | null
  readonly hold: Hold
}

export function createDispatch(given: DispatchParts): Dispatch {
  const parts = { ...given, log: given.log.child({ network: given.chain.network.id }) }
  const { log, queue, policy, hold } = parts

  async function attempt(batch: readonly PendingSettlement[]): Promise<void> {
    if (batch.length === 0) return
    try {
      await dispatch(parts, batch)
      hold.worked('unreachable')
      hold.worked('ledger')
    } catch (error) {
      if (error instanceof RpcUnreachable) {
        hold.failed('unreachable')
      } else if (error instanceof SignerFailed) {
        // Another signer may sign; where all failed, nothing can be sent.
        if (parts.signerQueues.every(({ failsToSign }) => failsToSign)) hold.failed('signer')
      } else if (error instanceof Problem) {
        hold.failed('ledger')
      } else {
        log.error({ err: error, payments: batch.length }, 'a batch could not be sent')
        countUnexplainedFailure(parts, batch)
      }
    } finally {
      // Whatever went wrong, no payment is lost: those that are in no stored transaction wait in the queue.
      const left = batch.filter((settlement) => settlement.phase === 'sending')
      if (left.length > 0) queue().putBack(left, policy.retryMs)
    }
  }

  return async (batch) => {
    const failedBefore = Map.groupBy(batch, (one) => one.unexplainedFailures > 0)
    await attempt(failedBefore.get(false) ?? [])
    for (const one of failedBefore.get(true) ?? []) await attempt([one])
  }
}

async function dispatch(parts: DispatchParts, batch: readonly PendingSettlement[]): Promise<void> {
  const { chain, signerQueues, queue, policy } = parts
  await Promise.all(signerQueues.map((signerQueue) => signerQueue.acquire(false)))
  const timely = inTime(parts, batch)
  const signerQueue = leastLoaded(signerQueues)
  if (signerQueue === undefined) return queue().putBack(timely, policy.retryMs)
  if (timely.length === 0) return
  const [codes, fees] = await Promise.all([chain.codes(timely.map((one) => one.authorization.from)), chain.suggestFees()])
  const { together, alone, contracts } = sortBatch(timely, codes, chain.multicall)
  for (const settlement of contracts) settlement.contract = true
  const [batched, single, contract] = await Promise.all([
    simulate(parts, together, signerQueue, { kind: 'batch', items: 1 }),
    simulate(parts, alone, signerQueue, { kind: 'alone' }),
    // A contract sees what gas costs, so it is tried with the fees that it will get.
    Promise.all(contracts.map((settlement) => simulateContract(parts, settlement, signerQueue, fees))),
  ])
  await send(parts, batched, batched.length === 1 ? { kind: 'alone' } : { kind: 'batch', items: batched.length }, fees)
  for (const settlement of single) await send(parts, [settlement], { kind: 'alone' }, fees)
  for (const settlement of contract.flat()) await send(parts, [settlement], { kind: 'contract' }, fees)
}

/** The payments that still have time to be mined; the others go to the payment watch. */
function inTime({ chain, policy, clock, paymentWatch }: DispatchParts, batch: readonly PendingSettlement[]): PendingSettlement[] {
  const now = clock.now()
  return batch.filter((settlement) => {
    // Taking over a signer may have found it in a stored transaction.
    if (settlement.phase !== 'sending') return false
    if (canStillBeMined(policy, chain.network, settlement.authorization.validBefore, now)) return true
    paymentWatch.add(settlement, 0)
    return false
  })
}

/** The signer with the fewest payments under way, of those that can send; one that failed to sign lately only where there is no other. */
function leastLoaded(signerQueues: readonly SignerQueue[]): SignerQueue | undefined {
  return signerQueues
    .filter((signerQueue) => signerQueue.canSend)
    .toSorted((a, b) => Number(a.failsToSign) - Number(b.failsToSign) || a.paymentCount - b.paymentCount)[0]
}

async function send(parts: DispatchParts, settlements: readonly PendingSettlement[], load: Load, fees: Fees): Promise<void> {
  if (settlements.length === 0) return
  const room = await makeRoom(parts, settlements, load, fees)
  if (room === null) return
  try {
    const sent = await leastLoaded(parts.signerQueues)?.submit(settlements, load, fees)
    if (sent) parts.hold.worked('signer')
    else parts.queue().putBack(settlements, parts.policy.retryMs)
  } finally {
    room.end()
  }
}

/** Room in the gas budget; null where there is none: then the payments wait, and their callers are told. */
async function makeRoom(
  parts: DispatchParts,
  settlements: readonly PendingSettlement[],
  load: Load,
  fees: Fees,
): Promise<GasReservation | null> {
  const { budget, chain, policy, hold, queue, paymentWatch } = parts
  if (budget === null) return { end: () => {} }
  const newContract = load.kind === 'contract' && !(await hasSettledBefore(parts, settlements[0]!.payment.payer))
  const reservation = await budget.reserve({
    value: broughtBy(settlements),
    worstGwei: worstCostGwei({ gas: gasLimit(policy, chain.network, load), fees: capped(fees, policy.feeCapGwei) }),
    newContract,
  })
  if (reservation !== null) {
    hold.worked('gas_budget')
  } else if (newContract) {
    // It is tried again later, out of the way of plain accounts.
    for (const settlement of settlements) paymentWatch.add(settlement, policy.contractRetryMs)
    parts.settlements.stopWaiting((settlement) => settlements.includes(settlement))
  } else {
    queue().putBack(settlements, policy.retryMs)
    hold.failed('gas_budget')
  }
  return reservation
}

/** A node may refuse to try a contract with fees that the signer can't pay. That must not keep plain accounts waiting. */
async function simulateContract(
  parts: DispatchParts,
  settlement: PendingSettlement,
  sender: SignerQueue,
  fees: Fees,
): Promise<PendingSettlement[]> {
  try {
    return await simulate(parts, [settlement], sender, { kind: 'contract' }, fees)
  } catch (error) {
    if (!(error instanceof RpcUnreachable)) throw error
    parts.paymentWatch.add(settlement, parts.policy.retryMs)
    return []
  }
}

/** The payments that would succeed; the others go to the payment watch. */
async function simulate(
  { chain, policy, clock, paymentWatch }: DispatchParts,
  settlements: readonly PendingSettlement[],
  sender: SignerQueue,
  load: Load,
  fees?: Fees,
): Promise<PendingSettlement[]> {
  if (settlements.length === 0) return []
  const succeeds = await chain.simulateTransfers(
    sender.signer,
    settlements.map((one) => one.authorization),
    gasLimit(policy, chain.network, load),
    fees,
  )
  return settlements.filter((settlement, index) => {
    if (succeeds[index]) return true
    if (load.kind === 'batch') settlement.alone = true
    else Object.assign(settlement, { failedAlone: 'simulation', failedAt: clock.now() })
    // A second later the authorization may be valid by the chain's clock.
    const pause = hasJustBegun(policy, settlement.authorization.validAfter, clock.now()) ? policy.retryMs : 0
    paymentWatch.add(settlement, load.kind === 'batch' ? 0 : pause)
    return false
  })
}

/**
 * Neither the chain nor the ledger failed: our own code fails with one of these payments, and would fail every time. So they are
 * sent one by one. A payment that fails alone is tried less and less often, until nothing can collect it any longer.
 */
function countUnexplainedFailure({ policy, paymentWatch }: DispatchParts, batch: readonly PendingSettlement[]): void {
  for (const settlement of batch) {
    settlement.unexplainedFailures += 1
    if (batch.length === 1 && settlement.phase === 'sending') {
      const failures = Math.min(settlement.unexplainedFailures, 12)
      paymentWatch.add(settlement, Math.min(policy.maxLookupPauseMs, policy.retryMs * 2 ** failures))
    }
  }
}
