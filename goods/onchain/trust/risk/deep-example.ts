import type { z } from '../../../../src/goods/door.ts'
import { exampleScore, exampleWallet } from '../trust-example.ts'
import type { deepAnswer } from './deep-answer.ts'

const today = {
  transferCount: 63,
  transfersPerHour: 2.625,
  receivedUsdc: '16000',
  sentUsdc: '15880',
  counterpartyCount: 63,
  complete: true,
}

/** With one of the fourteen signals, and one of the three windows. */
export const exampleAnalysis: z.input<typeof deepAnswer> = {
  address: exampleWallet,
  trust_score: 23,
  tier: 'Open',
  risk_level: 'high',
  riskScore: 70,
  recommendation: {
    action: 'do_not_deal',
    reason: 'Its risk is high. The strongest sign: 3 incoming payments went out again almost whole within ten minutes.',
  },
  sanctions: { status: 'clean', entries: [], oracleNetworks: [] },
  blacklist: { status: 'clean', entries: [] },
  observedShare: 1,
  model: 'risk-2',
  behavioral_signals: {
    drain: {
      state: 'found',
      points: 20,
      maxPoints: 20,
      detail: '3 incoming payments went out again almost whole within ten minutes',
      reason: null,
      transfers: [
        {
          network: 'eip155:137',
          transaction: `0x${'4d'.repeat(32)}`,
          blockNumber: 88,
          direction: 'in',
          counterparty: '0x00000000000000000000000000000000000000a1',
          amountUsdc: '5000',
          occurredAt: '2026-11-20T14:36:05.000Z',
        },
      ],
    },
  },
  warnings: [],
  velocity: { windows: { '24h': today }, interArrivalCv: null },
  history: [{ network: 'eip155:137', transferCount: 63, completeSince: null, truncatedBy: null }],
  missing: [],
  observedAt: '2026-11-21T10:36:05.120Z',
  meta: exampleScore.meta,
}
