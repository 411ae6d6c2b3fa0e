import type { z } from 'zod'
import type { walletAnswer } from './wallet-answer.ts'

const address = '0x19b7349a17e58e31D0D2EA0C3D92dAC5E36526bc'
const observedAt = '2026-11-22T10:00:00.000Z'

function component(points: number, max: number, part: string, evidence: string) {
  return { points, max, observed: 1, parts: [{ part, points, max, evidence, source: ['eip155:8453'], observedAt }] }
}

const answer: z.input<typeof walletAnswer> = {
  address,
  score: 91,
  blocked: false,
  sanctions: 'clean',
  mixer: false,
  cappedBy: null,
  confidence: 1,
  model: 'wallet-1',
  observedAt,
  breakdown: { age: component(15, 15, 'days', 'first active 1100 days ago') },
  usdc: '8550',
  chains: [
    {
      chain: 'eip155:8453',
      usdc: '8000',
      native: '1.5',
      coin: 'ETH',
      transactions: 4000,
      firstActive: '2024-02-11T10:00:00.000Z',
      transfers: 9,
      transfersSince: '2023-11-18T10:00:00.000Z',
      cappedBy: null,
    },
  ],
  counterparties: {
    number: 8,
    largestShare: 0.125,
    largest: [
      {
        address: '0x9F5a5886863aB75901259Ef24Bae85B39e1b3d58',
        labels: ['other: passer-by'],
        transfers: 1,
        received: '0',
        sent: '200',
      },
    ],
  },
  missing: [],
  meta: {
    sources: [
      {
        id: 'rpc:eip155:8453',
        url: 'caip2:eip155:8453',
        asOf: observedAt,
        licence: 'public blockchain data',
        attribution: 'Base, block 80',
        cache: 'miss',
      },
    ],
    degraded: false,
    missing: [],
    simulated: true,
  },
}

/** A treasury of the sandbox, shortened. */
export const exampleWalletScore = { path: { address }, answer }
