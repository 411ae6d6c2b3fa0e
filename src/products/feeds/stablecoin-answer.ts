import { z } from 'zod'
import { answerMeta } from '../../sources/meta.ts'
import { depegReasons } from './peg.ts'

const change = z.object({
  amount: z.string().describe('coins more, or fewer with a minus'),
  percent: z.number().nullable().describe('to four places; null where there were none before'),
})

const supplyFigure = z.object({
  amount: z.string().describe('whole coins'),
  change1d: change.nullable(),
  change7d: change.nullable(),
  change30d: change.nullable(),
})

export const stablecoinData = z.object({
  symbol: z.string(),
  name: z.string(),
  id: z.string().nullable().describe('CoinGecko id'),
  peg: z.object({
    currency: z.string().nullable().describe('ISO 4217 code; null for a peg that floats'),
    usd: z.string().nullable().describe('what the peg is worth in USD, by the ECB for other currencies'),
    date: z.string().nullable().describe('business day of that rate; null for USD'),
  }),
  price: z.string().nullable().describe('USD; median of independent sources'),
  deviationBps: z.number().nullable().describe('distance of the price from the peg in basis points; negative is below it'),
  depeg: z
    .boolean()
    .nullable()
    .describe('whether two independent sources or more see the price off its peg by the threshold; null: see depegReason'),
  depegReason: z.enum(depegReasons).nullable().describe('why nobody can say'),
  depegThresholdBps: z.int(),
  prices: z.array(
    z.object({
      source: z.string(),
      origin: z.string().describe('whose price it is: a source that quotes another one does not count as a second'),
      price: z.string(),
      deviationBps: z.number().nullable(),
      asOf: z.string(),
    }),
  ),
  supply: z.object({
    circulating: supplyFigure.nullable().describe('on all chains'),
    issued: supplyFigure
      .nullable()
      .describe("only where circulating could not be had: total supply by the issuer's own contracts on the networks of this service"),
  }),
  chains: z
    .array(
      z.object({
        name: z.string(),
        network: z.string().nullable().describe('CAIP-2 id, where it is a network of this service'),
        amount: z.string(),
        contract: z.string().nullable().describe('where the amount was read from the contract'),
      }),
    )
    .nullable(),
  namesakes: z.array(z.object({ name: z.string(), id: z.string().nullable() })).describe('smaller coins of the same symbol'),
})

export type StablecoinData = z.output<typeof stablecoinData>
export type SupplyFigure = z.output<typeof supplyFigure>

export const stablecoinAnswer = z.object({
  success: z.boolean(),
  data: stablecoinData,
  timestamp: z.string(),
  simulated: z.boolean().optional(),
  meta: answerMeta,
})

export const eurcInOctober: z.input<typeof stablecoinAnswer> = {
  success: true,
  data: {
    symbol: 'EURC',
    name: 'EURC',
    id: 'euro-coin',
    peg: { currency: 'EUR', usd: '1.1225', date: '2026-10-05' },
    price: '1.1221',
    deviationBps: -3.56,
    depeg: false,
    depegReason: null,
    depegThresholdBps: 250,
    prices: [
      { source: 'coingecko', origin: 'coingecko', price: '1.1221', deviationBps: -3.56, asOf: '2026-10-05T21:34:41.000Z' },
      { source: 'kraken', origin: 'kraken', price: '1.122', deviationBps: -4.45, asOf: '2026-10-05T21:34:57.400Z' },
    ],
    supply: {
      circulating: {
        amount: '290000000.75',
        change1d: { amount: '1000000.75', percent: 0.346 },
        change7d: { amount: '9000000.75', percent: 3.2029 },
        change30d: { amount: '40000000.75', percent: 16 },
      },
      issued: null,
    },
    chains: [
      { name: 'Ethereum', network: 'eip155:1', amount: '180000000', contract: null },
      { name: 'Solana', network: null, amount: '20000000', contract: null },
    ],
    namesakes: [],
  },
  timestamp: '2026-10-05T21:34:58.120Z',
  meta: {
    sources: [
      {
        id: 'coingecko',
        url: 'https://api.coingecko.com/api/v3/coins/markets?vs_currency=usd&ids=euro-coin&price_change_percentage=24h&per_page=250',
        asOf: '2026-10-05T21:34:41.000Z',
        licence: 'CoinGecko API terms',
        attribution: 'Data provided by CoinGecko (https://www.coingecko.com)',
        cache: 'hit',
      },
    ],
    degraded: false,
    missing: [],
    simulated: false,
  },
}
