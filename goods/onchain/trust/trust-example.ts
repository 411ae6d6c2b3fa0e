import { metaOf, type z } from '../../../src/goods/door.ts'
import type { tierAnswer, trustScoreAnswer } from './trust-answer.ts'
import type { verifyAnswer } from './verify-answer.ts'

/** Anybody may be asked about. */
export const exampleWallet = '0x0000000000000000000000000000000000000aaa'

const verdict = {
  address: exampleWallet,
  score: 44,
  tier: 'Verified' as const,
  recommendation: {
    action: 'stay_within_limits' as const,
    reason: 'Nothing that was found speaks against it. Entrust it with at most 1000 USDC in one payment and 5000 USDC in a day.',
  },
  blocked: false,
  limitUnit: 'USDC' as const,
  maxPerTransactionUsdc: '1000',
  maxPerDayUsdc: '5000',
  heldBackBy: [],
  observedShare: 1,
  model: 'kya-2' as const,
  observedAt: '2026-11-21T10:36:05.120Z',
}

const meta = metaOf({
  stamps: [
    {
      id: 'rpc:eip155:8453',
      url: 'caip2:eip155:8453',
      asOf: '2026-11-21T10:36:04.000Z',
      licence: 'public blockchain data',
      attribution: 'Base, block 4711',
      cache: 'miss' as const,
    },
  ],
  simulated: true,
})

export const exampleTier: z.input<typeof tierAnswer> = { ...verdict, meta }

/** With one of the seven components. */
export const exampleScore: z.input<typeof trustScoreAnswer> = {
  ...verdict,
  sanctions: { status: 'clean', entries: [], oracleNetworks: [] },
  blacklist: { status: 'clean', entries: [] },
  cappedBy: null,
  ensName: null,
  breakdown: {
    age: {
      points: 13.21,
      maxPoints: 15,
      observedShare: 1,
      parts: [
        {
          part: 'days',
          points: 13.21,
          maxPoints: 15,
          evidence: 'first active 180 days ago',
          sources: ['eip155:8453'],
          observedAt: '2026-11-21T10:36:05.090Z',
        },
      ],
    },
  },
  missing: [],
  meta,
}

export const exampleVerification: z.input<typeof verifyAnswer> = {
  address: exampleWallet,
  verified: true,
  level: 'domain',
  levels: { registered: true, file: true, domain: true, operator: false },
  reason: 'own_file',
  recommendation: { action: 'go_ahead', reason: 'A domain of the agent names the agent, and the holder of that domain stands behind it.' },
  ensName: null,
  blocked: false,
  erc8004: {
    registered: true,
    agentCount: 1,
    agents: [
      {
        network: 'eip155:8453',
        agentId: '7',
        agentRegistry: 'eip155:8453:0x8004a169fb4a3325136eb29fa0ceb6d2e539a432',
        roles: ['owner'],
        owner: exampleWallet,
        wallet: exampleWallet,
        registeredAt: '2026-05-25T10:36:05.000Z',
        uri: 'https://agent.example/agent.json',
        file: { outcome: 'own', name: 'Quote desk', sha256: '5a'.repeat(32) },
        domains: [{ domain: 'agent.example', outcome: 'proven' }],
        reputation: { reviewCount: 10, mean: 90, ignoredReviewCount: 2 },
      },
    ],
    networksNotRead: [],
    validation: 'not_available',
  },
  observedAt: verdict.observedAt,
  meta,
}
