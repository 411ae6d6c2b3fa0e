import { networks } from '../../chain/networks.ts'
import type { Days } from '../../ledger/reading/costs-and-refunds.ts'
import type { LedgerReading } from '../../ledger/reading/ledger-reading.ts'
import type { ReferenceRate } from '../../ledger/reading/reference-rates.ts'
import type { Span } from '../../ledger/reading/sales-figures.ts'
import { parseUnits, usdcDecimals } from '../../shared/money.ts'
import { euroRates, maxRateAgeDays, type DayRate, type EuroRates } from './euro-rates.ts'
import { reportLines, type ReportDimension, type ReportLine } from './report-lines.ts'

export interface ReportRequest extends Days {
  readonly by: readonly ReportDimension[]
}

/** Gas paid on one network in the days of a report. */
export interface GasLine {
  readonly network: string
  readonly name: string
  readonly coin: string
  readonly gwei: bigint
  /** By the newest price on record of each day, base units; null where a day has none. */
  readonly usd: bigint | null
  readonly eur: bigint | null
}

export interface Report extends ReportRequest {
  readonly total: ReportLine
  readonly lines: readonly ReportLine[]
  readonly gas: readonly GasLine[]
  /** What language models cost, in picodollars. */
  readonly modelPicodollars: bigint
  /** The rates that were used, by day; only where the report is split by day. */
  rateOf(day: string): DayRate | null
}

const dayMs = 86_400_000

export function spanOf({ firstDay, lastDay }: Days): Span {
  return { from: Date.parse(firstDay), until: Date.parse(lastDay) + dayMs }
}

/** The days whose rates a report may need. */
function ratesDays({ firstDay, lastDay }: Days): Days {
  return { firstDay: new Date(Date.parse(firstDay) - maxRateAgeDays * dayMs).toISOString().slice(0, 10), lastDay }
}

export async function readRates(reading: Pick<LedgerReading, 'rates'>, days: Days): Promise<EuroRates> {
  return euroRates(await reading.rates(ratesDays(days)))
}

/** What was earned, lost, spent and given back in these UTC days. */
export async function makeReport(
  reading: Pick<LedgerReading, 'salesFigures' | 'gas' | 'refunds' | 'modelSpending' | 'rates'>,
  request: ReportRequest,
): Promise<Report> {
  const recorded = await reading.rates(ratesDays(request))
  const rates = euroRates(recorded)
  const euro = rates.prices(request.firstDay, request.lastDay)
  const sales = await reading.salesFigures({ ...spanOf(request), by: new Set(request.by), euro })
  const { total, lines } = reportLines(sales, await reading.refunds(request), { by: request.by, rates })
  const models = await reading.modelSpending(request)
  return {
    ...request,
    total,
    lines,
    gas: gasLines(await reading.gas(request), recorded, rates),
    modelPicodollars: models.reduce((sum, { picodollars }) => sum + picodollars, 0n),
    rateOf: rates.rateOf,
  }
}

const gweiPerCoin = 10n ** 9n

function gasLines(
  spent: Awaited<ReturnType<LedgerReading['gas']>>,
  recorded: readonly ReferenceRate[],
  rates: EuroRates,
): readonly GasLine[] {
  const prices = new Map(recorded.map(({ unit, day, usd }) => [`${unit} ${day}`, usd]))
  const lines = new Map<string, GasLine>()
  for (const { day, network, gwei } of spent) {
    const { name = network, gasCoin: coin = '' } = networks.find(({ id }) => id === network) ?? {}
    const before = lines.get(network) ?? { network, name, coin, gwei: 0n, usd: 0n, eur: 0n }
    const price = prices.get(`${coin} ${day}`)
    const usd = gwei === 0n ? 0n : price === undefined ? null : (gwei * parseUnits(price, usdcDecimals)) / gweiPerCoin
    const eur = usd === null ? null : rates.euro(day, usd)
    lines.set(network, { ...before, gwei: before.gwei + gwei, usd: sum(before.usd, usd), eur: sum(before.eur, eur) })
  }
  return [...lines.values()]
}

function sum(one: bigint | null, other: bigint | null): bigint | null {
  return one === null || other === null ? null : one + other
}
