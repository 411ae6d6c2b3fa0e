import { UpstreamError } from '../net/upstream-errors.ts'
import type { Chains } from '../chain/chain.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { SettlementCosts } from '../settler/settlement-cost.ts'
import { utcDay, type Clock } from '../shared/clock.ts'
import { formatUsd } from '../shared/money.ts'
import type { ReferenceRatesPort } from '../goods/ports/reference-rates.ts'

export interface RateRecorder {
  /** Records the euro's rates of the last 90 days that are not on record, and today's prices of the coins that pay gas. */
  record(signal?: AbortSignal): Promise<void>
}

/** Keeps in the ledger what reports convert with, since no source gives the rates of last year to a command that runs alone. */
export function createRateRecorder(parts: {
  readonly ledger: Pick<Ledger, 'recordRates'>
  /** Null where no line has any: then no rate of the euro is recorded. */
  readonly referenceRates: Pick<ReferenceRatesPort, 'recent'> | null
  /** The rates are those of the sandbox. */
  readonly simulated: boolean
  readonly chains: Chains
  /** Null where we pay no gas. */
  readonly costs: Pick<SettlementCosts, 'figures'> | null
  readonly clock: Clock
}): RateRecorder {
  const { ledger, referenceRates, simulated, chains, costs, clock } = parts

  async function recordEuro(signal?: AbortSignal): Promise<void> {
    const recent = (await referenceRates?.recent(signal)) ?? null
    if (recent === null) return
    const source = simulated ? 'simulated reference rate of the sandbox' : 'European Central Bank, euro foreign exchange reference rate'
    const rates = recent.flatMap(({ date, perEur }) =>
      perEur['USD'] === undefined ? [] : [{ unit: 'EUR', day: date, usd: perEur['USD'], source }],
    )
    await ledger.recordRates({ rates, replace: false, at: clock.now() })
  }

  async function recordCoins(): Promise<void> {
    const day = utcDay(clock.now())
    const prices = new Map<string, bigint>()
    for (const { network } of chains.values()) {
      const figures = costs?.figures(network.id)
      if (figures) prices.set(network.gasCoin, figures.coinPrice)
    }
    const rates = [...prices].map(([unit, price]) => ({ unit, day, usd: formatUsd(price), source: 'price by which gas is judged' }))
    if (rates.length > 0) await ledger.recordRates({ rates, replace: true, at: clock.now() })
  }

  return {
    async record(signal) {
      await recordCoins()
      await recordEuro(signal).catch((error: unknown) => {
        // The next round asks again; the source reports its own failures.
        if (!(error instanceof UpstreamError)) throw error
      })
    },
  }
}
