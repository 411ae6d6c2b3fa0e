import { z } from 'zod'
import { checksumAddress } from '../../../chain/address.ts'
import { formatUsd } from '../../../shared/money.ts'
import { answerMeta } from '../../../sources/meta.ts'
import type { Kept } from '../kept-reports.ts'
import type { Signal } from './assess-risk.ts'
import { riskLevels, riskModelVersion } from './risk-model.ts'
import type { RiskReport } from './risk-reports.ts'
import type { Pace } from './velocity.ts'

const signal = z.object({
  state: z.enum(['found', 'not_found', 'unknown']),
  points: z.int().describe('Added to risk_score'),
  max: z.int(),
  detail: z.string(),
  reason: z.string().nullable().describe('Why it is unknown'),
  evidence: z.array(z.object({ network: z.string(), transaction: z.string(), block: z.string(), amount: z.string(), at: z.string() })),
})

const pace = z.object({
  transfers: z.int(),
  per_hour: z.number(),
  usdc_in: z.string(),
  usdc_out: z.string(),
  counterparties: z.int(),
  complete: z.boolean().describe('false: there may be more'),
})

const history = z.object({
  network: z.string(),
  transfers: z.int(),
  since: z.string().nullable().describe('Complete from then on; null: from the first block on'),
  capped_by: z.string().nullable(),
})

/** An analysis without its sources, which stand once for a whole batch. */
export const deepAnalysis = z.object({
  address: z.string(),
  trust_score: z.int().describe('0 to 100'),
  tier: z.string(),
  risk_level: z.enum(riskLevels.map(({ level }) => level)),
  risk_score: z.int().describe('0 to 100'),
  confidence: z.number().describe('Share of the signals that could be looked for, 0 to 1'),
  model: z.literal(riskModelVersion),
  behavioral_signals: z.record(z.string(), signal).describe('By name; unknown is not clean'),
  velocity: z.object({
    windows: z.record(z.string(), pace).describe('1h, 24h, 7d; USDC transfers, both ways'),
    inter_arrival_cv: z.number().nullable().describe('Below 0.2 payments are as regular as a clock'),
  }),
  history: z.array(history),
  missing: z.array(z.string()),
  observed_at: z.string(),
})

export const deepAnswer = z.object({ ...deepAnalysis.shape, meta: answerMeta })

export type DeepAnalysis = z.input<typeof deepAnalysis>

export function deepBody({ report }: Kept<RiskReport>): DeepAnalysis {
  const { trust, risk, velocity } = report
  return {
    address: checksumAddress(trust.address),
    trust_score: trust.score.score,
    tier: trust.score.tier,
    risk_level: risk.level,
    risk_score: risk.score,
    confidence: risk.confidence,
    model: risk.model,
    behavioral_signals: Object.fromEntries(risk.signals.map((one) => [one.signal, told(one)])),
    velocity: {
      windows: Object.fromEntries(Object.entries(velocity.windows).map(([name, one]) => [name, paceOf(one)])),
      inter_arrival_cv: velocity.interArrivalCv,
    },
    history: report.histories.map(({ network, transfers, since, cappedBy }) => ({
      network,
      transfers,
      since: since === null ? null : isoTime(since),
      capped_by: cappedBy,
    })),
    missing: [...report.missing],
    observed_at: new Date(report.observedAt).toISOString(),
  }
}

function told({ state, points, max, detail, reason, evidence }: Signal): DeepAnalysis['behavioral_signals'][string] {
  return {
    state,
    points,
    max,
    detail,
    reason,
    evidence: evidence.map(({ network, transaction, block, amount, time }) => ({
      network,
      transaction,
      block: block.toString(),
      amount: formatUsd(amount),
      at: isoTime(time),
    })),
  }
}

function paceOf({ transfers, perHour, usdcIn, usdcOut, counterparties, complete }: Pace): DeepAnalysis['velocity']['windows'][string] {
  return { transfers, per_hour: perHour, usdc_in: formatUsd(usdcIn), usdc_out: formatUsd(usdcOut), counterparties, complete }
}

function isoTime(seconds: number): string {
  return new Date(seconds * 1_000).toISOString()
}
