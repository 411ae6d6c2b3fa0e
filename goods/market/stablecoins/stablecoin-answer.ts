import { answerMeta, metaOf, z } from '../../../src/goods/door.ts'
import {
  basisPoints,
  currencyCode,
  decimal,
  evmAddress,
  foreignText,
  identifier,
  isoDate,
  isoTime,
  networkId,
  percent,
  usdDecimal,
} from '../../../src/goods/kit/answers.ts'
import { listingStatuses } from '../sources/defillama-stablecoins.ts'
import { depegReasons } from './peg.ts'

const change = z.object({
  amount: decimal.describe('Coins added; below zero if coins were removed'),
  percent: percent.nullable().describe('To four places; null where there were none before'),
})

const supplyFigure = z.object({
  amount: decimal.describe('Coins'),
  change1d: change.nullable(),
  change7d: change.nullable(),
  change30d: change.nullable(),
})

export const stablecoinData = z.object({
  symbol: identifier,
  name: foreignText,
  coingeckoId: identifier.nullable(),
  status: z
    .enum(listingStatuses)
    .nullable()
    .describe('Whether DefiLlama still follows the coin: of delisted and dead ones it has no price; null where it was not asked'),
  peg: z.object({
    currency: currencyCode.nullable().describe('ISO 4217 code; null for a peg that floats'),
    usd: usdDecimal.nullable().describe('Value of the peg; for other currencies than USD by the rate of the ECB'),
    date: isoDate.nullable().describe('Business day of that rate; null for USD'),
  }),
  priceUsd: usdDecimal.nullable().describe('Median of independent sources'),
  deviationBps: basisPoints.nullable().describe('Distance of the price from the peg in basis points; negative is below it'),
  depeg: z
    .boolean()
    .nullable()
    .describe('Whether at least two independent sources see the price off its peg by the threshold; null: see depegReason'),
  depegReason: z.enum(depegReasons).nullable().describe('Why depeg is null'),
  depegThresholdBps: basisPoints,
  prices: z.array(
    z.object({
      source: identifier,
      origin: identifier.describe('Whose price it is: a source that quotes another one does not count as a second'),
      priceUsd: usdDecimal,
      deviationBps: basisPoints.nullable(),
      observedAt: isoTime,
    }),
  ),
  supply: z.object({
    circulating: supplyFigure.nullable().describe('On all networks'),
    issued: supplyFigure
      .nullable()
      .describe("Only where no source gives circulating: total supply by the issuer's own contracts on the networks of this service"),
  }),
  networks: z
    .array(
      z.object({
        name: foreignText,
        network: networkId.nullable().describe('CAIP-2 id, where it is a network of this service'),
        amount: decimal,
        contract: evmAddress.nullable().describe('Where the amount was read from the contract'),
      }),
    )
    .nullable(),
  namesakes: z.array(z.object({ name: foreignText, coingeckoId: identifier.nullable() })).describe('Smaller coins of the same symbol'),
})

export type StablecoinData = z.output<typeof stablecoinData>
export type SupplyFigure = z.output<typeof supplyFigure>

export const stablecoinAnswer = z.object({
  success: z.boolean(),
  data: stablecoinData,
  timestamp: isoTime,
  meta: answerMeta,
})

export const eurcInOctober: z.input<typeof stablecoinAnswer> = {
  success: true,
  data: {
    symbol: 'EURC',
    name: 'EURC',
    coingeckoId: 'euro-coin',
    status: 'active',
    peg: { currency: 'EUR', usd: '1.1225', date: '2026-10-05' },
    priceUsd: '1.1221',
    deviationBps: -3.56,
    depeg: false,
    depegReason: null,
    depegThresholdBps: 250,
    prices: [
      { source: 'coingecko', origin: 'coingecko', priceUsd: '1.1221', deviationBps: -3.56, observedAt: '2026-10-05T21:34:41.000Z' },
      { source: 'kraken', origin: 'kraken', priceUsd: '1.122', deviationBps: -4.45, observedAt: '2026-10-05T21:34:57.400Z' },
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
    networks: [
      { name: 'Ethereum', network: 'eip155:1', amount: '180000000', contract: null },
      { name: 'Solana', network: null, amount: '20000000', contract: null },
    ],
    namesakes: [],
  },
  timestamp: '2026-10-05T21:34:58.120Z',
  meta: metaOf({
    stamps: [
      {
        id: 'coingecko',
        url: 'https://api.coingecko.com/api/v3/coins/markets?vs_currency=usd&ids=euro-coin&price_change_percentage=24h&per_page=250',
        asOf: '2026-10-05T21:34:41.000Z',
        licence: 'CoinGecko API terms',
        attribution: 'Data provided by CoinGecko (https://www.coingecko.com)',
        cache: 'hit',
      },
    ],
    simulated: false,
  }),
}
