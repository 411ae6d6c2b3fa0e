import { hasPassed, utcDay } from '../shared/clock.ts'
import type { StoredTransaction } from '../ledger/ledger.ts'
import { worstCostOfSigned } from './build-transaction.ts'
import type { Load } from './build-transaction.ts'
import type { OpenSlot } from './open-slot.ts'
import { gasBudget } from './policy.ts'
import type { NetworkParts } from './settler-parts.ts'
import type { Signer } from './signer.ts'

/** What one signer may spend on gas on one network. */
export interface GasPurse {
  /** It has no money for gas, or has spent the day's budget. */
  readonly paused: boolean
  /** Whether the day's budget leaves nothing for this load; where it leaves nothing at all the signer rests. */
  overBudget(load: Load, open: Iterable<OpenSlot>): Promise<boolean>
  /** A node says that there is no money for gas: the signer rests. */
  empty(): void
  /** A node took a transaction. */
  filled(): void
  /** What a transaction costs at worst, in gwei; what nobody noted has to be taken apart. */
  note(transaction: StoredTransaction, gwei: bigint): void
}

export function createGasPurse(parts: NetworkParts, signer: Signer): GasPurse {
  const { chain, ledger, clock, policy, meters } = parts
  const { network } = chain
  const key = { network: network.id, signer: signer.address }
  const log = parts.log.child(key)
  const worstCosts = new WeakMap<StoredTransaction, bigint>()
  const rest = { at: 0, ms: 0 }
  const paused = () => !hasPassed(rest.at, rest.ms, clock.now())

  /** What an earlier process signed has to be taken apart, which takes milliseconds for a batch of 100: once. */
  function worstCost(transaction: StoredTransaction): bigint {
    const cost = worstCosts.get(transaction) ?? worstCostOfSigned(transaction.raw)
    worstCosts.set(transaction, cost)
    return cost
  }

  function pause(ms: number, alarm: string, message: string): void {
    const already = paused()
    Object.assign(rest, { at: clock.now(), ms })
    if (already) return
    meters.alarms.add({ network: network.id, alarm })
    log.error({ alarm }, message)
  }

  return {
    get paused() {
      return paused()
    },
    note: (transaction, gwei) => void worstCosts.set(transaction, gwei),
    empty: () => pause(policy.gasMoneyPauseMs, 'no_gas_money', 'the signer has no money for gas: settlements wait'),
    filled: () => void (rest.ms = 0),
    async overBudget(load, open) {
      let gwei = await ledger.gasSpent({ ...key, day: utcDay(clock.now()) })
      for (const slot of open) gwei += worstCost(slot.transactions.at(-1)!)
      const budget = gasBudget(policy, network)
      if (load.kind === 'contract' && gwei >= budget / policy.contractsGasShare) {
        meters.alarms.add({ network: network.id, alarm: 'contracts_gas_budget' })
        return true
      }
      if (gwei < budget) return false
      pause(policy.budgetPauseMs, 'gas_budget', 'the gas budget of the day is spent: settlements wait')
      return true
    },
  }
}
