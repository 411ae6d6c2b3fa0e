import type { NetworkSpending } from '../../ledger/slots/network-spending.ts'
import { divideUp } from '../../shared/money.ts'
import { hasPassed, utcDay } from '../../shared/clock.ts'
import { gasLimit } from '../transaction/build-transaction.ts'
import type { SpendingLimits } from './spending-limits.ts'
import type { NetworkParts } from '../settler-parts.ts'

/** Something that is about to cost gas. */
export interface Expense {
  /** What it may bring, in USDC base units. */
  readonly value: bigint
  /** The most that it may cost, in gwei. */
  readonly worstGwei: bigint
  /** A contract payer that has settled nothing before. */
  readonly newContract: boolean
}

/**
 * What settlements may spend on gas on one network, all signers and instances together: per UTC day, the most that is committed
 * stays under a share of what was settled and is on its way, and an allowance. Spending follows earning.
 */
export interface GasBudget {
  /**
   * Whether a payment that is accepted now could be settled. Known from figures that are at most about a second old, and from what
   * was accepted since.
   */
  canTake(payment: { readonly amount: bigint; readonly newContract: boolean }): boolean
  /** Notes that such a payment was accepted. */
  taken(payment: { readonly amount: bigint; readonly newContract: boolean }): void
  /** Makes room for a transaction until it is stored; asks the ledger. Null where there is none. */
  reserve(expense: Expense): Promise<GasReservation | null>
}

export interface GasReservation {
  /** The transaction is stored, or never will be. */
  end(): void
}

interface Accepted {
  readonly payments: bigint
  readonly value: bigint
}

const gweiPerCoin = 1_000_000_000n
const basisPoints = 10_000n
/** How old the figures may be when a payment is accepted. */
const freshMs = 500
const dayMs = 24 * 3_600_000
/** A call ends within this. */
const forgottenMs = 30_000
/** The allowance of contracts becomes available over the day, beginning with this part: whoever wastes it does not take away the rest of the day. */
const firstPart = 4n

export function createGasBudget(parts: NetworkParts, limits: SpendingLimits): GasBudget {
  const { chain, ledger, clock, policy, background } = parts
  const { network } = chain
  /** What was accepted since the start, and the newest figures with what had been accepted when they were asked for. */
  let taken: Accepted = { payments: 0n, value: 0n }
  let known: { readonly turn: number; readonly at: number; readonly spending: NetworkSpending; readonly taken: Accepted } | null = null
  let turns = 0
  let reading: Promise<void> | null = null
  const reserved = new Set<Expense>()
  const contractsUnderWay: number[] = []

  async function read(): Promise<NetworkSpending> {
    const now = clock.now()
    const turn = (turns += 1)
    const before = taken
    const spending = await ledger.networkSpending({ network: network.id, day: utcDay(now) })
    tellWhatIsLeft(spending)
    // Questions overtake each other. What was accepted while the ledger was asked may not be in its figures yet.
    if (known === null || known.turn < turn) known = { turn, at: now, spending, taken: before }
    return spending
  }

  /** For the operator: what is left of the budget as far as payments are settled, without those on their way. */
  function tellWhatIsLeft({ gwei, openGwei, settled }: NetworkSpending): void {
    const figures = limits.costs.figures(network.id)
    if (figures === null) return
    const spent = divideUp((gwei + openGwei) * figures.coinPrice, gweiPerCoin)
    const left = (settled * limits.shareBasisPoints) / basisPoints + limits.allowancePerDay - spent
    parts.metrics.gasBudgetLeft.set(Number(left), { network: network.id })
  }

  async function refresh(): Promise<void> {
    reading ??= read()
      .then(() => undefined)
      .finally(() => (reading = null))
    await reading
  }

  /** New contract payers that were accepted and are in no transaction yet. What has ended otherwise is forgotten after a while. */
  function countContractsUnderWay(): number {
    while (contractsUnderWay.length > 0 && hasPassed(contractsUnderWay[0]!, forgottenMs, clock.now())) contractsUnderWay.shift()
    return contractsUnderWay.length
  }

  /** The contracts' part of the allowance that is available by now. */
  function contractAllowance(): bigint {
    const all = limits.contractAllowancePerDay
    const first = all / firstPart
    return first + ((all - first) * BigInt(clock.now() % dayMs)) / BigInt(dayMs)
  }

  /** Whether the expense, beside what is committed, stays in the budget. `waiting` are payments that are in no transaction yet. */
  function hasRoom(
    spending: NetworkSpending,
    { value, worstGwei, newContract }: Expense,
    waiting: { gwei: bigint; value: bigint },
  ): boolean {
    const figures = limits.costs.figures(network.id)
    if (figures === null) return false
    const usd = (gwei: bigint) => divideUp(gwei * figures.coinPrice, gweiPerCoin)
    const within = (gwei: bigint, brings: bigint, allowance: bigint) =>
      usd(gwei) * basisPoints <= brings * limits.shareBasisPoints + allowance * basisPoints
    const { gwei, openGwei, settled, contractGwei, openContractGwei, contractSettled, openContractValue } = spending
    if (
      newContract &&
      !within(contractGwei + openContractGwei + worstGwei, contractSettled + openContractValue + value, contractAllowance())
    )
      return false
    return within(gwei + openGwei + waiting.gwei + worstGwei, settled + waiting.value + value, limits.allowancePerDay)
  }

  const worstGwei = (gas: bigint) => divideUp(gas * (limits.costs.figures(network.id)?.maxFeePerGas ?? 0n), gweiPerCoin)

  return {
    canTake({ amount, newContract }) {
      if (!known || hasPassed(known.at, freshMs, clock.now())) background.run('read the gas budget', refresh)
      if (!known) return true
      const { spending, taken: before } = known
      const since = { payments: taken.payments - before.payments, value: taken.value - before.value }
      const waitingPayments = BigInt(Math.max(0, spending.unsettledPayments - spending.openPayments)) + since.payments
      const waiting = { gwei: worstGwei(waitingPayments * policy.gasPerItem), value: spending.unsettledValue + since.value }
      const gas = gasLimit(policy, network, { kind: newContract ? 'contract' : 'alone' })
      // Those that are still at work will need their gas too.
      const contracts = newContract ? 1 + countContractsUnderWay() : 1
      return hasRoom(spending, { value: amount, worstGwei: worstGwei(gas * BigInt(contracts)), newContract }, waiting)
    },
    taken({ amount, newContract }) {
      taken = { payments: taken.payments + 1n, value: taken.value + amount }
      if (newContract) contractsUnderWay.push(clock.now())
    },
    async reserve(expense) {
      if (expense.newContract) contractsUnderWay.shift()
      const spending = await read()
      // Nothing is awaited from here to the end, so two transactions can't take the same room. Its own payments are among the unsettled ones.
      const gweiReserved = [...reserved].reduce((sum, other) => sum + other.worstGwei, 0n)
      if (!hasRoom(spending, expense, { gwei: gweiReserved, value: spending.unsettledValue - expense.value })) return null
      reserved.add(expense)
      return { end: () => void reserved.delete(expense) }
    },
  }
}
