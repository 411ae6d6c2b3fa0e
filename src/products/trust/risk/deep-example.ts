import type { z } from 'zod'
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

/** With one of the twelve signals, and one of the three windows. */
export const exampleAnalysis: z.input<typeof deepAnswer> = {
  address: exampleWallet,
  trust_score: 23,
  tier: 'Open',
  risk_level: 'high',
  riskScore: 70,
  observedShare: 1,
  model: 'risk-1',
  behavioral_signals: {
    drain: {
      state: 'found',
      points: 20,
      maxPoints: 20,
      detail: 'nearly all of what came in went out within ten minutes, 3 times',
      reason: null,
      transfers: [
        {
          network: 'eip155:137',
          transaction: `0x${'4d'.repeat(32)}`,
          blockNumber: 88,
          amountUsdc: '5000',
          occurredAt: '2026-11-20T14:36:05.000Z',
        },
      ],
    },
  },
  velocity: { windows: { '24h': today }, interArrivalCv: null },
  history: [{ network: 'eip155:137', transferCount: 63, completeSince: null, truncatedBy: null }],
  missing: [],
  observedAt: '2026-11-21T10:36:05.120Z',
  meta: exampleScore.meta,
}
