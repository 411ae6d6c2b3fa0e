import { metaOf, type z } from '../../../src/goods/door.ts'
import type { walletAnswer } from './wallet-answer.ts'

const address = '0x19b7349a17e58e31D0D2EA0C3D92dAC5E36526bc'
const observedAt = '2026-11-22T10:00:00.000Z'

function component(points: number, maxPoints: number, part: string, evidence: string) {
  return { points, maxPoints, observedShare: 1, parts: [{ part, points, maxPoints, evidence, sources: ['eip155:8453'], observedAt }] }
}

const answer: z.input<typeof walletAnswer> = {
  address,
  score: 91,
  recommendation: { action: 'go_ahead', reason: 'It has a history of its own, and nothing that was found speaks against it.' },
  blocked: false,
  sanctions: { status: 'clean', entries: [], oracleNetworks: [] },
  blacklist: { status: 'clean', entries: [] },
  mixer: false,
  cappedBy: null,
  observedShare: 1,
  model: 'wallet-2',
  observedAt,
  breakdown: { age: component(15, 15, 'days', 'first active 1100 days ago') },
  balanceUsdc: '8550',
  networks: [
    {
      network: 'eip155:8453',
      balanceUsdc: '8000',
      balanceNative: '1.5',
      nativeSymbol: 'ETH',
      transactionCount: 4000,
      signedPaymentCount: 0,
      firstActiveAt: '2024-02-11T10:00:00.000Z',
      transferCount: 9,
      completeSince: '2023-11-18T10:00:00.000Z',
      truncatedBy: null,
    },
  ],
  counterparties: {
    count: 8,
    largestShare: 0.125,
    largest: [
      {
        address: '0x9F5a5886863aB75901259Ef24Bae85B39e1b3d58',
        labels: ['other: passer-by'],
        transferCount: 1,
        receivedUsdc: '0',
        sentUsdc: '200',
      },
    ],
  },
  missing: [],
  meta: metaOf({
    stamps: [
      {
        id: 'rpc:eip155:8453',
        url: 'caip2:eip155:8453',
        asOf: observedAt,
        licence: 'public blockchain data',
        attribution: 'Base, block 80',
        cache: 'miss',
      },
    ],
    simulated: true,
  }),
}

/** A treasury of the sandbox, shortened. */
export const exampleWalletScore = { path: { address }, answer }
