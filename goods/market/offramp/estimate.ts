import { answer, answerMeta, anyOf, anyTwoOf, dailyQuota, metaOf, offer, Problem, uncharged, z } from '../../../src/goods/door.ts'
import {
  baseUnits,
  basisPoints,
  decimal,
  eurDecimal,
  formatUnits,
  formatUsd,
  identifier,
  isoDate,
  isoTime,
  marketNumber,
  text,
  usdcDecimal,
} from '../../../src/goods/kit/answers.ts'
import type { MarketParts } from '../market-sources.ts'
import { loadUsdcEurRate, usdcEurDecimals, usdcEurVenues } from './usdc-eur-rate.ts'
import type { UsdcEurRate } from './usdc-eur-rate.ts'
import { exampleEstimate } from './example-estimate.ts'
import { costBps, formatEur, quote } from './quote.ts'
import type { OfframpFees } from './quote.ts'
import { sellIntoBooks, type Sale, type VenueSale } from './sell-into-books.ts'
import { usdcAmount } from './usdc-amount.ts'

export const settlementEstimate = z.object({
  success: z.boolean(),
  data: z.object({
    usdcAmount: baseUnits.describe('Base units (6 decimals)'),
    usdcAmountFormatted: usdcDecimal,
    eurRate: marketNumber.nullable().describe('EUR for 1 USDC: the median of the venues that take the whole amount'),
    svcFeeBps: basisPoints.describe('Fee in basis points of the gross amount'),
    svcFixedFeeEur: eurDecimal,
    svcFeeUsdc: usdcDecimal.nullable().describe('All fees in USDC'),
    svcFeeEur: eurDecimal.nullable().describe('All fees in EUR; grossEurAmount = svcFeeEur + netEurAmount'),
    grossEurAmount: eurDecimal.nullable(),
    netEurAmount: eurDecimal.nullable().describe('EUR that the beneficiary receives; null: no venue takes it all'),
    estimatedSepaTime: text,
    rateLockValidUntil: z.null().describe('No rate is locked'),
    simulated: z
      .boolean()
      .describe('true when no live FX or partner quote backed the figures: they are then made from the reference rate and not charged'),
    indicative: z.literal(true).describe('An estimate, not an order'),
    midRate: decimal.nullable().describe('EUR for 1 USDC'),
    totalCostBps: basisPoints.nullable().describe('Fees and slippage, against midRate'),
    depth: z.enum(['covered', 'partly', 'unknown']),
    coveredUsdc: usdcDecimal.nullable().describe('The most that one venue takes'),
    spreadBps: basisPoints.nullable(),
    venues: z.array(
      z.object({
        id: identifier,
        bid: decimal,
        ask: decimal,
        rate: decimal.nullable().describe('For the whole amount'),
        coveredUsdc: usdcDecimal.nullable(),
      }),
    ),
    ecbReference: z.object({ date: isoDate, usdPerEur: decimal }),
    observedAt: isoTime.describe('Time of the oldest order book that was used; without any, of the reference rate'),
  }),
  timestamp: isoTime,
  meta: answerMeta,
})

/** Members that need a market price, and those that need an order book which takes the amount. */
const withoutMarket = ['midRate', 'totalCostBps', 'spreadBps', 'coveredUsdc']
const withoutCover = ['eurRate', 'svcFeeUsdc', 'svcFeeEur', 'grossEurAmount', 'netEurAmount', 'totalCostBps']

/** What a sale of USDC for EUR by SEPA Instant brings after the fees of this service. Two routes give the same answer. */
export function offramp(parts: MarketParts, fees: OfframpFees) {
  return [
    estimateAt('settlement-estimate', 'GET /v1/settlement/estimate', 'USDC to EUR settlement estimate', parts, fees),
    estimateAt('offramp-estimate', 'GET /v2/x402/offramp/estimate', 'USDC to EUR off-ramp estimate', parts, fees),
  ] as const
}

function estimateAt(id: string, route: `GET /${string}`, title: string, { sources, simulated }: MarketParts, fees: OfframpFees) {
  return offer({
    id,
    route,
    access: dailyQuota('0.0075'),
    title,
    purpose:
      'Run before an off-ramp: what the beneficiary would receive in EUR by SEPA Instant for an amount of USDC, with all fees and slippage. Not charged where no order book covers it.',
    restsOn:
      "the pool of EURC and the feeds of USDC and the euro, and order books of accepted exchanges: two or more, checked against the ECB's rate",
    cannotKnow: 'what a payout provider will charge you; the price after the answer was made: nothing is reserved',
    query: z.object({ amount: usdcAmount }),
    answer: settlementEstimate,
    brief: [
      'data.usdcAmountFormatted',
      'data.eurRate',
      'data.netEurAmount',
      'data.svcFeeEur',
      'data.depth',
      'data.totalCostBps',
      'data.simulated',
      'data.observedAt',
    ],
    example: { query: { amount: '100' }, answer: exampleEstimate },
    needs: {
      sources: [
        // Without enabled venues no answer can ever be charged. While venues are down, the answer uses the reference rate and is free.
        { ...anyTwoOf(usdcEurVenues), mayBeDown: true },
        anyOf({ ...sources.referenceRates?.sources }),
      ],
    },
    async run({ query }, { clock, signal }) {
      const rate = await loadUsdcEurRate(sources, clock, signal)
      const sale = sellIntoBooks(rate.bids, query.amount)
      const live = rate.market !== null
      const applied = live ? sale.rate : rate.bid
      if (!quote(query.amount, applied ?? rate.bid, fees)) {
        throw new Problem('invalid_input', 'The amount is too small: the fees would leave nothing to pay out.', {
          field: 'query.amount',
          expected: 'an amount that is worth more than the fees',
        })
      }
      const now = clock.now()
      const body = {
        success: true,
        data: {
          ...figures({ amount: query.amount, rate, sale, applied, fees }),
          rateLockValidUntil: null,
          simulated: simulated || !live,
          observedAt: rate.asOf,
        },
        timestamp: new Date(now).toISOString(),
        meta: metaOf({
          stamps: rate.stamps,
          agreeing: [rate.stamps.filter(({ id }) => rate.venues.some((venue) => venue.id === id))],
          missing: missingFrom(live, sale),
          fallback: rate.degraded,
          simulated,
        }),
      }
      if (!live) return uncharged(body, 'no_live_rate', 'upstream')
      return sale.depth === 'covered'
        ? answer(body)
        : uncharged(body, `depth_${sale.depth}`, sale.depth === 'unknown' ? 'upstream' : 'caller')
    },
  })
}

function missingFrom(live: boolean, { depth }: Sale): string[] {
  if (!live) return withoutMarket
  if (depth === 'covered') return []
  return depth === 'partly' ? withoutCover : [...withoutCover, 'coveredUsdc']
}

interface Estimated {
  /** USDC base units. */
  readonly amount: bigint
  readonly rate: UsdcEurRate
  readonly sale: Sale
  /** The rate of the sale, with eight decimal places; null where no venue takes the amount. */
  readonly applied: bigint | null
  readonly fees: OfframpFees
}

function figures({ amount, rate, sale, applied, fees }: Estimated) {
  const quoted = applied === null ? null : quote(amount, applied, fees)
  return {
    usdcAmount: amount.toString(),
    usdcAmountFormatted: formatUsd(amount),
    eurRate: applied === null ? null : Number(formatUnits(applied, usdcEurDecimals)),
    svcFeeBps: Number(fees.basisPoints),
    svcFixedFeeEur: formatEur(fees.fixedEurCents),
    svcFeeUsdc: quoted && formatUsd(quoted.feeUsdc),
    svcFeeEur: quoted && formatEur(quoted.feeEurCents),
    grossEurAmount: quoted && formatEur(quoted.grossEurCents),
    netEurAmount: quoted && formatEur(quoted.netEurCents),
    estimatedSepaTime: 'under 10 seconds (SEPA Instant)',
    indicative: true as const,
    midRate: rate.market && formatUnits(rate.market.mid, usdcEurDecimals),
    totalCostBps: rate.market && quoted && costBps(amount, rate.market.mid, quoted.netEurCents),
    depth: sale.depth,
    coveredUsdc: sale.covered === null ? null : formatUsd(sale.covered),
    spreadBps: rate.market && Number(rate.market.spreadCentiBps) / 100,
    venues: rate.venues.map((venue) => ({ ...venue, ...saleAt(sale.venues.get(venue.id)) })),
    ecbReference: { ...rate.reference },
  }
}

/** A venue whose order book was not read has neither. */
function saleAt(sold: VenueSale | undefined) {
  const rate = sold?.rate ?? null
  return { rate: rate === null ? null : formatUnits(rate, usdcEurDecimals), coveredUsdc: sold ? formatUsd(sold.covered) : null }
}
