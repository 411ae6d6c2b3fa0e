import { coinPriceOnChain } from '../chain/coin-price.ts'
import type { Chain, Fees, NetworkId, TransactionReceipt } from '../chain/chain.ts'
import { dataFee } from '../chain/data-fee.ts'
import { hasPassed, unixSeconds, type Clock } from '../shared/clock.ts'
import { divideUp } from '../shared/money.ts'

/** Gas of a payment that is settled alone and is its payee's first; measured on Circle's byte code. Assumed until we have settled some. */
export const gasAlone = 103_000n
/** Bytes of the transaction that settles one payment. */
export const bytesAlone = 360
const weiPerCoin = 10n ** 18n

/** Figures older than this are not used any more. */
const maxAgeMs = 5 * 60_000
/** While they are used they are asked for again after this; after this where there was no answer. */
const freshMs = 30_000
const retryMs = 1_000
/** Terms that were given out within this are honoured, even where settling has become too expensive since. */
const honouredMs = 120_000
/** Of the gas used by the newest settlement, the part that goes into the average. */
const newestShare = 8n

/** What settling on a network costs now. */
export interface CostFigures {
  /** USD of one gas coin, in USDC base units. */
  readonly coinPrice: bigint
  /** The most that a transaction pays for gas, in wei. */
  readonly maxFeePerGas: bigint
  /** What a payment costs by estimate, in USDC base units, rounded up. */
  readonly perPayment: bigint
}

/** Settlement costs by network, refreshed from time to time. Where the cost is unknown, nothing is offered. */
export interface SettlementCosts {
  /** Null while they are unknown: no price of the coin, or no answer for some minutes. */
  figures(network: NetworkId): CostFigures | null
  /** Whether settling on this network costs more than the share of this price that the operator allows. */
  isTooExpensive(network: NetworkId, price: bigint): boolean
  /** The same for the whole time in which terms that are honoured were given out. */
  wasTooExpensive(network: NetworkId, price: bigint): boolean
  /** Whether so much gas costs more than that share of this price; also where its cost is unknown. */
  isGasTooExpensive(network: NetworkId, gas: bigint, price: bigint): boolean
  /** Learns from a transaction that settled this many payments. */
  observe(network: NetworkId, receipt: Pick<TransactionReceipt, 'gasUsed' | 'dataFee'>, payments: number): void
  /** Returns the networks whose cost is unknown. They are not offered. */
  refresh(): Promise<NetworkId[]>
}

export interface SettlementCostParts {
  readonly chains: ReadonlyMap<NetworkId, Chain>
  readonly clock: Clock
  /** USD of a gas coin in USDC base units by a source, null when unknown. It is asked where the network has no price feed. */
  readonly coinPrice: (gasCoin: string) => Promise<bigint | null>
  /** The highest price to assume for a coin of which no price is known, in USDC base units. */
  readonly priceCeilings: ReadonlyMap<string, bigint>
  /** Share of the price in basis points. */
  readonly maxShareBasisPoints: bigint
}

interface Known extends CostFigures {
  readonly at: number
  /** What is expected to be paid for gas, in wei. */
  readonly feePerGas: bigint
}

/** By network: the average gas of a payment, and its data fee in wei; null before the first settlement. */
interface Observed {
  readonly gas: bigint
  readonly dataFee: bigint
}

export function createSettlementCosts(parts: SettlementCostParts): SettlementCosts {
  const { chains, clock, maxShareBasisPoints } = parts
  const known = new Map<NetworkId, Known>()
  /** Oldest first, for as long as terms are honoured. */
  const past = new Map<NetworkId, Known[]>()
  const observed = new Map<NetworkId, Observed>()
  const askedAt = new Map<NetworkId, number>()

  function current(network: NetworkId): Known | null {
    const newest = known.get(network)
    return newest && !hasPassed(newest.at, maxAgeMs, clock.now()) ? newest : null
  }

  /** The figures are asked for when somebody needs them, and at most once a second where no answer comes. */
  function refreshSoon(network: NetworkId): void {
    const chain = chains.get(network)
    const now = clock.now()
    const newest = known.get(network)
    if (!chain || (newest && !hasPassed(newest.at, freshMs, now)) || !hasPassed(askedAt.get(network) ?? 0, retryMs, now)) return
    askedAt.set(network, now)
    void refreshOne(network, chain)
  }

  async function refreshOne(network: NetworkId, chain: Chain): Promise<void> {
    const figures = await read(chain).catch(() => null)
    if (figures) keep(network, figures)
  }

  const passesShare = (cost: bigint, price: bigint) => cost * 10_000n > price * maxShareBasisPoints

  async function read(chain: Chain): Promise<Known | null> {
    const { id } = chain.network
    const seen = observed.get(id)
    const [fees, coinPrice, fee] = await Promise.all([
      chain.suggestFees(),
      priceOf(chain, parts),
      seen?.dataFee ?? dataFee(chain, bytesAlone),
    ])
    if (coinPrice === null) return null
    const { expected, most } = feesPerGas(fees)
    const wei = (seen?.gas ?? gasAlone) * expected + fee
    return { at: clock.now(), coinPrice, feePerGas: expected, maxFeePerGas: most, perPayment: divideUp(wei * coinPrice, weiPerCoin) }
  }

  function keep(network: NetworkId, figures: Known): void {
    const earlier = past.get(network) ?? []
    // The last one before the time of honoured terms was in force at its beginning.
    const firstKept = earlier.findLastIndex(({ at }) => hasPassed(at, honouredMs, clock.now()))
    past.set(network, [...earlier.slice(Math.max(0, firstKept)), figures])
    known.set(network, figures)
  }

  return {
    figures: current,
    isTooExpensive(network, price) {
      refreshSoon(network)
      const figures = current(network)
      return figures === null || passesShare(figures.perPayment, price)
    },
    wasTooExpensive(network, price) {
      refreshSoon(network)
      if (current(network) === null) return true
      return (past.get(network) ?? []).every(({ perPayment }) => passesShare(perPayment, price))
    },
    isGasTooExpensive(network, gas, price) {
      const figures = current(network)
      return figures === null || passesShare(divideUp(gas * figures.feePerGas * figures.coinPrice, weiPerCoin), price)
    },
    observe(network, receipt, payments) {
      if (payments <= 0) return
      const gas = receipt.gasUsed / BigInt(payments)
      const fee = (receipt.dataFee ?? 0n) / BigInt(payments)
      const before = observed.get(network) ?? { gas: gasAlone, dataFee: fee }
      const average = (old: bigint, now: bigint) => (old * (newestShare - 1n) + now) / newestShare
      observed.set(network, { gas: average(before.gas, gas), dataFee: average(before.dataFee, fee) })
    },
    async refresh() {
      const unknown: NetworkId[] = []
      await Promise.all(
        [...chains].map(async ([id, chain]) => {
          await refreshOne(id, chain)
          if (current(id) === null) unknown.push(id)
        }),
      )
      return unknown
    },
  }
}

/** From the network's own feed, else from a source, else the configured ceiling. */
async function priceOf(chain: Chain, parts: SettlementCostParts): Promise<bigint | null> {
  const { gasCoin } = chain.network
  const unknown = () => null
  return (
    (await coinPriceOnChain(chain, unixSeconds(parts.clock)).catch(unknown)) ??
    (await parts.coinPrice(gasCoin).catch(unknown)) ??
    parts.priceCeilings.get(gasCoin) ??
    null
  )
}

/** What gas is expected to cost, and the most that a transaction offers. Half of what is offered beside the tip is room for a rising base fee. */
export function feesPerGas(fees: Fees): { expected: bigint; most: bigint } {
  if (fees.kind === 'legacy') return { expected: fees.gasPrice, most: fees.gasPrice }
  const { maxFeePerGas: most, maxPriorityFeePerGas: tip } = fees
  return { expected: divideUp(most - tip, 2n) + tip, most }
}
