import { z } from 'zod'
import {
  count,
  evmAddress,
  identifier,
  isoTime,
  networkId,
  ordinal,
  points,
  score,
  share,
  statistic,
  text,
  transactionHash,
  usdcDecimal,
} from '../../../offers/answer-figures.ts'
import { checksumAddress } from '../../../chain/address.ts'
import { formatUsd } from '../../../shared/money.ts'
import { answerMeta } from '../../../offers/answer-meta.ts'
import type { CachedReport } from '../../../addresses/reports/report-cache.ts'
import type { Signal } from './assess-risk.ts'
import { riskLevels, riskModelVersion } from './risk-model.ts'
import type { RiskReport } from './risk-reports.ts'
import type { WindowVelocity } from './velocity.ts'

const signal = z.object({
  state: z.enum(['found', 'not_found', 'unknown']),
  points: points.describe('Added to riskScore'),
  maxPoints: points,
  detail: text,
  reason: identifier.nullable().describe('Why it is unknown'),
  transfers: z
    .array(
      z.object({ network: networkId, transaction: transactionHash, blockNumber: ordinal, amountUsdc: usdcDecimal, occurredAt: isoTime }),
    )
    .describe('The transfers that show it'),
})

const velocityWindow = z.object({
  transferCount: count,
  transfersPerHour: statistic,
  receivedUsdc: usdcDecimal,
  sentUsdc: usdcDecimal,
  counterpartyCount: count,
  complete: z.boolean().describe('false: there may be more'),
})

const history = z.object({
  network: networkId,
  transferCount: count,
  completeSince: isoTime.nullable().describe('Complete from then on; null: from the first block on'),
  truncatedBy: identifier.nullable(),
})

/** An analysis without its sources, which a batch lists once for all its analyses. */
export const deepAnalysis = z.object({
  address: evmAddress,
  trust_score: score.describe('0 to 100'),
  tier: identifier,
  risk_level: z.enum(riskLevels.map(({ level }) => level)),
  riskScore: score.describe('0 to 100'),
  observedShare: share.describe('Share of the signals that could be looked for'),
  model: z.literal(riskModelVersion),
  behavioral_signals: z.record(z.string(), signal).describe('By name; unknown is not clean'),
  velocity: z.object({
    windows: z.record(z.string(), velocityWindow).describe('1h, 24h, 7d; USDC transfers, both ways'),
    interArrivalCv: statistic.nullable().describe('Below 0.2 payments are as regular as a clock'),
  }),
  history: z.array(history),
  missing: z.array(text),
  observedAt: isoTime,
})

export const deepAnswer = z.object({ ...deepAnalysis.shape, meta: answerMeta })

export type DeepAnalysis = z.input<typeof deepAnalysis>

export function deepBody({ report }: CachedReport<RiskReport>): DeepAnalysis {
  const { trust, risk, velocity } = report
  return {
    address: checksumAddress(trust.address),
    trust_score: trust.score.score,
    tier: trust.score.tier,
    risk_level: risk.level,
    riskScore: risk.score,
    observedShare: risk.observedShare,
    model: risk.model,
    behavioral_signals: Object.fromEntries(risk.signals.map((one) => [one.signal, signalBody(one)])),
    velocity: {
      windows: Object.fromEntries(Object.entries(velocity.windows).map(([name, one]) => [name, windowBody(one)])),
      interArrivalCv: velocity.interArrivalCv,
    },
    history: report.histories.map(({ network, transfers, since, cappedBy }) => ({
      network,
      transferCount: transfers,
      completeSince: since === null ? null : toIsoTime(since),
      truncatedBy: cappedBy,
    })),
    missing: [...report.missing],
    observedAt: new Date(report.observedAt).toISOString(),
  }
}

function signalBody({ state, points, max, detail, reason, evidence }: Signal): DeepAnalysis['behavioral_signals'][string] {
  return {
    state,
    points,
    maxPoints: max,
    detail,
    reason,
    transfers: evidence.map(({ network, transaction, block, amount, time }) => ({
      network,
      transaction,
      blockNumber: Number(block),
      amountUsdc: formatUsd(amount),
      occurredAt: toIsoTime(time),
    })),
  }
}

function windowBody({
  transfers,
  perHour,
  usdcIn,
  usdcOut,
  counterparties,
  complete,
}: WindowVelocity): DeepAnalysis['velocity']['windows'][string] {
  return {
    transferCount: transfers,
    transfersPerHour: perHour,
    receivedUsdc: formatUsd(usdcIn),
    sentUsdc: formatUsd(usdcOut),
    counterpartyCount: counterparties,
    complete,
  }
}

function toIsoTime(seconds: number): string {
  return new Date(seconds * 1_000).toISOString()
}
