import { z } from 'zod'
import { answer, dailyQuota, offer, uncharged } from '../../offers/offer.ts'
import { formatUnits, formatUsd } from '../../shared/money.ts'
import { Problem } from '../../shared/problems.ts'
import { availabilityOf } from '../../sources/policy/availability.ts'
import { answerMeta } from '../../offers/answer-meta.ts'
import {
  baseUnits,
  basisPoints,
  decimal,
  eurDecimal,
  identifier,
  isoDate,
  isoTime,
  marketNumber,
  text,
  usdcDecimal,
} from '../../offers/answer-figures.ts'
import { metaOf } from '../../sources/policy/meta.ts'
import { loadUsdcEurRate, usdcEurDecimals, usdcEurSupplies } from '../../sources/rates/usdc-eur-rate.ts'
import type { UsdcEurRate } from '../../sources/rates/usdc-eur-rate.ts'
import { exampleEstimate } from './example-estimate.ts'
import { formatEur, quote } from './quote.ts'
import type { OfframpFees, OfframpQuote } from './quote.ts'
import { usdcAmount } from './usdc-amount.ts'

export const settlementEstimate = z.object({
  success: z.boolean(),
  data: z.object({
    usdcAmount: baseUnits.describe('Base units (6 decimals)'),
    usdcAmountFormatted: usdcDecimal,
    eurRate: marketNumber.describe('EUR for 1 USDC that was applied: the median of the bids'),
    svcFeeBps: basisPoints.describe('Fee in basis points of the gross amount'),
    svcFixedFeeEur: eurDecimal,
    svcFeeUsdc: usdcDecimal.describe('All fees in USDC'),
    svcFeeEur: eurDecimal.describe('All fees in EUR; grossEurAmount = svcFeeEur + netEurAmount'),
    grossEurAmount: eurDecimal,
    netEurAmount: eurDecimal.describe('EUR that the beneficiary receives'),
    estimatedSepaTime: text,
    rateLockValidUntil: isoTime.nullable().describe('null when no live price backed the figures'),
    simulated: z
      .boolean()
      .describe('true when no live FX or partner quote backed the figures: they are then made from the reference rate and not charged'),
    indicative: z.literal(true).describe('An estimate, not an order'),
    midRate: decimal.nullable().describe('EUR for 1 USDC'),
    spreadBps: basisPoints.nullable(),
    venues: z.array(z.object({ id: identifier, bid: decimal, ask: decimal })),
    ecbReference: z.object({ date: isoDate, usdPerEur: decimal }),
    observedAt: isoTime.describe('Time of the oldest order book that was used; without any, of the reference rate'),
  }),
  timestamp: isoTime,
  meta: answerMeta,
})

const validMs = 60_000
/** Members that need a market price. */
const withoutMarket = ['midRate', 'spreadBps', 'rateLockValidUntil']

/** What a sale of USDC for EUR by SEPA Instant brings after the fees of this service. Two routes give the same answer. */
export function offramp({ fees }: { fees: OfframpFees }) {
  return [
    estimateAt('settlement-estimate', 'GET /v1/settlement/estimate', fees),
    estimateAt('offramp-estimate', 'GET /v2/x402/offramp/estimate', fees),
  ] as const
}

function estimateAt(id: string, route: `GET /${string}`, fees: OfframpFees) {
  return offer({
    id,
    route,
    access: dailyQuota('0.0075'),
    title: 'USDC to EUR settlement estimate',
    purpose: 'Run before an off-ramp: what the beneficiary would receive in EUR by SEPA Instant for an amount of USDC, with all fees.',
    query: z.object({ amount: usdcAmount }),
    answer: settlementEstimate,
    example: { query: { amount: '100' }, answer: exampleEstimate },
    available({ sources }) {
      const { venues, references } = usdcEurSupplies(sources)
      // Without enabled venues no answer can ever be charged. While venues are down, the answer uses the reference rate and is free.
      return availabilityOf(venues, 2) === 'disabled' ? 'disabled' : availabilityOf(references)
    },
    async run({ query }, { sources, clock, signal }) {
      const rate = await loadUsdcEurRate(sources, clock, signal)
      const quoted = quote(query.amount, rate.bid, fees)
      if (!quoted) {
        throw new Problem('invalid_input', 'The amount is too small: the fees would leave nothing to pay out.', {
          field: 'query.amount',
          expected: 'an amount that is worth more than the fees',
        })
      }
      const now = clock.now()
      const { simulated } = sources
      const live = rate.market !== null
      const body = {
        success: true,
        data: {
          ...figures(query.amount, rate, quoted, fees),
          rateLockValidUntil: live ? new Date(now + validMs).toISOString() : null,
          simulated: simulated || !live,
          observedAt: rate.asOf,
        },
        timestamp: new Date(now).toISOString(),
        meta: metaOf({
          stamps: rate.stamps,
          agreeing: [rate.stamps.filter(({ id }) => rate.venues.some((venue) => venue.id === id))],
          missing: live ? [] : withoutMarket,
          fallback: rate.degraded,
          simulated,
        }),
      }
      return live ? answer(body) : uncharged(body, 'no_live_rate')
    },
  })
}

function figures(amount: bigint, rate: UsdcEurRate, quoted: OfframpQuote, fees: OfframpFees) {
  return {
    usdcAmount: amount.toString(),
    usdcAmountFormatted: formatUsd(amount),
    eurRate: Number(formatUnits(rate.bid, usdcEurDecimals)),
    svcFeeBps: Number(fees.basisPoints),
    svcFixedFeeEur: formatEur(fees.fixedEurCents),
    svcFeeUsdc: formatUsd(quoted.feeUsdc),
    svcFeeEur: formatEur(quoted.feeEurCents),
    grossEurAmount: formatEur(quoted.grossEurCents),
    netEurAmount: formatEur(quoted.netEurCents),
    estimatedSepaTime: 'under 10 seconds (SEPA Instant)',
    indicative: true as const,
    midRate: rate.market && formatUnits(rate.market.mid, usdcEurDecimals),
    spreadBps: rate.market && Number(rate.market.spreadCentiBps) / 100,
    venues: rate.venues.map((venue) => ({ ...venue })),
    ecbReference: { ...rate.reference },
  }
}
