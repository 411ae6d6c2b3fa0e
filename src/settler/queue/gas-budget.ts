import { hasPassed, utcDay } from '../../shared/clock.ts'
import type { StoredTransaction } from '../../ledger/ledger.ts'
import { worstCostOfSigned } from '../transaction/build-transaction.ts'
import type { Load } from '../transaction/build-transaction.ts'
import type { OpenSlot } from './open-slot.ts'
import { gasBudget } from '../policy.ts'
import type { NetworkParts } from '../settler-parts.ts'
import type { Signer } from '../signer.ts'

/** What one signer may spend on gas on one network. */
export interface GasBudget {
  /** It has no money for gas, or has spent the day's budget. */
  readonly paused: boolean
  /** Whether the day's budget leaves nothing for this load. Where it leaves nothing for any load, the signer pauses. */
  overBudget(load: Load, open: Iterable<OpenSlot>): Promise<boolean>
  /** A node says that there is no money for gas, so the signer pauses. */
  pauseWithoutGas(): void
  /** A node accepted a transaction, so the signer need not pause. */
  resume(): void
  /** Records the most that a transaction may cost, in gwei. Without this the transaction has to be decoded. */
  recordWorstCost(transaction: StoredTransaction, gwei: bigint): void
}

export function createGasBudget(parts: NetworkParts, signer: Signer): GasBudget {
  const { chain, ledger, clock, policy, metrics } = parts
  const { network } = chain
  const key = { network: network.id, signer: signer.address }
  const log = parts.log.child(key)
  const worstCosts = new WeakMap<StoredTransaction, bigint>()
  const pauseState = { at: 0, ms: 0 }
  const paused = () => !hasPassed(pauseState.at, pauseState.ms, clock.now())

  /** A transaction that an earlier process signed is decoded once, since that takes milliseconds for a batch of 100. */
  function worstCost(transaction: StoredTransaction): bigint {
    const cost = worstCosts.get(transaction) ?? worstCostOfSigned(transaction.raw)
    worstCosts.set(transaction, cost)
    return cost
  }

  function pause(ms: number, alarm: string, message: string): void {
    const already = paused()
    Object.assign(pauseState, { at: clock.now(), ms })
    if (already) return
    metrics.alarms.add({ network: network.id, alarm })
    log.error({ alarm }, message)
  }

  return {
    get paused() {
      return paused()
    },
    recordWorstCost: (transaction, gwei) => void worstCosts.set(transaction, gwei),
    pauseWithoutGas: () => pause(policy.gasMoneyPauseMs, 'no_gas_money', 'the signer has no money for gas: settlements wait'),
    resume: () => void (pauseState.ms = 0),
    async overBudget(load, open) {
      let gwei = await ledger.gasSpent({ ...key, day: utcDay(clock.now()) })
      for (const slot of open) gwei += worstCost(slot.transactions.at(-1)!)
      const budget = gasBudget(policy, network)
      if (load.kind === 'contract' && gwei >= budget / policy.contractsGasShare) {
        metrics.alarms.add({ network: network.id, alarm: 'contracts_gas_budget' })
        return true
      }
      if (gwei < budget) return false
      pause(policy.budgetPauseMs, 'gas_budget', 'the gas budget of the day is spent: settlements wait')
      return true
    },
  }
}
