import type { z } from 'zod'
import { exampleScore, exampleWallet } from '../trust-example.ts'
import type { deepAnswer } from './deep-answer.ts'

const today = { transfers: 63, per_hour: 2.625, usdc_in: '16000', usdc_out: '15880', counterparties: 63, complete: true }

/** With one of the twelve signals, and one of the three windows. */
export const exampleAnalysis: z.input<typeof deepAnswer> = {
  address: exampleWallet,
  trust_score: 23,
  tier: 'Open',
  risk_level: 'high',
  risk_score: 70,
  confidence: 1,
  model: 'risk-1',
  behavioral_signals: {
    drain: {
      state: 'found',
      points: 20,
      max: 20,
      detail: 'nearly all of what came in went out within ten minutes, 3 times',
      reason: null,
      evidence: [
        { network: 'eip155:137', transaction: `0x${'4d'.repeat(32)}`, block: '88', amount: '5000', at: '2026-11-20T14:36:05.000Z' },
      ],
    },
  },
  velocity: { windows: { '24h': today }, inter_arrival_cv: null },
  history: [{ network: 'eip155:137', transfers: 63, since: null, capped_by: null }],
  missing: [],
  observed_at: '2026-11-21T10:36:05.120Z',
  meta: exampleScore.meta,
}
