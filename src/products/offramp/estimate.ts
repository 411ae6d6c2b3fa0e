import { z } from 'zod'
import { answer, dailyQuota, offer, uncharged } from '../../offer.ts'
import { formatUnits, formatUsd } from '../../shared/money.ts'
import { Problem } from '../../shared/problems.ts'
import { availabilityOf } from '../../sources/availability.ts'
import { answerMeta, metaOf } from '../../sources/meta.ts'
import { loadUsdcEurRate, usdcEurDecimals, usdcEurSupplies } from '../../sources/usdc-eur-rate.ts'
import type { UsdcEurRate } from '../../sources/usdc-eur-rate.ts'
import { exampleEstimate } from './example-estimate.ts'
import { formatEur, quote } from './quote.ts'
import type { OfframpFees, OfframpQuote } from './quote.ts'
import { usdcAmount } from './usdc-amount.ts'

export const settlementEstimate = z.object({
  success: z.boolean(),
  data: z.object({
    usdcAmount: z.string().describe('base units (6 decimals)'),
    usdcAmountFormatted: z.string(),
    eurRate: z.number().describe('EUR for 1 USDC that was applied: the median of the bids'),
    svcFeeBps: z.int().describe('fee in basis points of the gross amount'),
    svcFixedFeeEur: z.string(),
    svcFeeUsdc: z.string().describe('all fees in USDC'),
    svcFeeEur: z.string().describe('all fees in EUR; grossEurAmount = svcFeeEur + netEurAmount'),
    grossEurAmount: z.string(),
    netEurAmount: z.string().describe('EUR that the beneficiary receives'),
    estimatedSepaTime: z.string(),
    rateLockValidUntil: z.iso.datetime().nullable().describe('null when no live price backed the figures'),
    simulated: z
      .boolean()
      .describe('true when no live FX or partner quote backed the figures: then they are made of the reference rate, and not charged'),
    indicative: z.literal(true).describe('an estimate, not an order'),
    midRate: z.string().nullable(),
    spreadBps: z.string().nullable(),
    venues: z.array(z.object({ id: z.string(), bid: z.string(), ask: z.string() })),
    ecbReference: z.object({ date: z.string(), usdPerEur: z.string() }),
    asOf: z.iso.datetime().describe('time of the oldest book that was used, or of the reference rate without any'),
  }),
  timestamp: z.iso.datetime(),
  simulated: z.boolean().optional(),
  meta: answerMeta,
})

const validMs = 60_000
/** What the reference rate alone can't tell. */
const withoutMarket = ['midRate', 'spreadBps', 'rateLockValidUntil']

/** What a sale of USDC for EUR by SEPA Instant would bring, after our fees: one answer at two places. */
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
      // Without venues nothing could ever be sold; while they are down the reference rate is given away, labelled.
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
          asOf: rate.asOf,
        },
        timestamp: new Date(now).toISOString(),
        ...(simulated ? { simulated } : {}),
        meta: metaOf({ stamps: rate.stamps, missing: live ? [] : withoutMarket, fallback: rate.degraded, simulated }),
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
    spreadBps: rate.market && formatUnits(rate.market.spreadCentiBps, 2),
    venues: rate.venues.map((venue) => ({ ...venue })),
    ecbReference: { ...rate.reference },
  }
}
