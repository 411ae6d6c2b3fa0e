import { metaOf, type z } from '../../../src/goods/door.ts'
import type { whaleAnswer } from './whale-answer.ts'

const answer: z.input<typeof whaleAnswer> = {
  transfers: [
    {
      network: 'eip155:8453',
      kind: 'transfer',
      contract: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      symbol: 'USDC',
      amountBaseUnits: '400000000000',
      amount: '400000',
      amountUsd: '399960',
      from: {
        address: '0x06285644dEdBCa18dC1ffb3F783D16CC7d7be680',
        labels: [{ kind: 'other', name: 'whale', source: 'sandbox population' }],
      },
      to: { address: '0x163453682480783356245B8fAB9AF5F774A8C27F', labels: [] },
      transaction: '0x6f0a9d6e1b8f6f1de5d2a9a1d6e7c0b0f4d3d2c1b0a9988776655443322110aa',
      blockNumber: 71,
      occurredAt: '2026-11-22T08:00:00.000Z',
    },
  ],
  nextCursor: '1795334400-71-0-8453',
  nextPoll: 'WzEsW1s4NDUzLDgwLDkwMDcxOTkyNTQ3NDA5OTEsMTc5NTM0MTYwMF1dXQ',
  indexed: [
    {
      network: 'eip155:8453',
      state: 'current',
      keptSince: '2026-10-23T10:00:00.000Z',
      readUntil: '2026-11-22T10:00:00.000Z',
      lagSeconds: 2,
      lagBlocks: 0,
      minAmountUsdc: '250000',
    },
  ],
  meta: metaOf({
    stamps: [
      {
        id: 'index:eip155:8453',
        url: 'caip2:eip155:8453',
        asOf: '2026-11-22T10:00:00.000Z',
        licence: 'public blockchain data',
        attribution: 'Base, block 80',
        cache: 'hit',
      },
      {
        id: 'coingecko',
        url: 'https://api.coingecko.com/api/v3/coins/markets?vs_currency=usd&ids=usd-coin',
        asOf: '2026-11-22T09:59:40.000Z',
        licence: 'none: sandbox data',
        attribution: 'Stand-in for CoinGecko, not real data',
        cache: 'miss',
      },
    ],
    simulated: true,
  }),
}

/** Large transfers on Base, as the sandbox shows them. */
export const whalesOnBase = { query: { chain: 'base', limit: '1' }, answer }
