import { answerMeta, z } from '../../../../src/goods/door.ts'
import {
  blacklistAnswer,
  count,
  evmAddress,
  identifier,
  isoTime,
  networkId,
  ordinal,
  points,
  recommendationAnswer,
  sanctionsAnswer,
  score,
  share,
  statistic,
  text,
  transactionHash,
  usdcDecimal,
} from '../../../../src/goods/kit/answers.ts'
import { type Chains, checksumAddress } from '../../../../src/goods/kit/evm.ts'
import { formatUsd } from '../../../../src/goods/kit/worker-side.ts'
import type { NetworkTransfer } from '../../addresses/sanctions/mixer-dealings.ts'
import { screeningBody } from '../../addresses/sanctions/screening-body.ts'
import type { CachedReport } from '../../addresses/reports/report-cache.ts'
import type { Signal } from './assess-risk.ts'
import { riskLevels, riskModelVersion } from './risk-model.ts'
import type { RiskReport } from './risk-reports.ts'
import type { WindowVelocity } from './velocity.ts'

const evidence = z.object({
  network: networkId,
  transaction: transactionHash,
  blockNumber: ordinal,
  direction: z.enum(['in', 'out', 'self']).describe('As the address sees it'),
  counterparty: evmAddress,
  amountUsdc: usdcDecimal,
  occurredAt: isoTime,
})

const signal = z.object({
  state: z.enum(['found', 'not_found', 'unknown']),
  points: points.describe('Added to riskScore'),
  maxPoints: points,
  detail: text,
  reason: identifier.nullable().describe('Why it is unknown'),
  transfers: z.array(evidence).describe('The transfers that show it'),
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
  risk_level: z.enum([...riskLevels.map(({ level }) => level), 'unknown']).describe('unknown: too little is known to call it low'),
  riskScore: score.nullable().describe('0 to 100; null: unknown'),
  recommendation: recommendationAnswer,
  sanctions: sanctionsAnswer,
  blacklist: blacklistAnswer,
  observedShare: share.describe('Share of the signals that could be looked for'),
  model: z.literal(riskModelVersion),
  behavioral_signals: z.record(z.string(), signal).describe('By name; unknown is not clean'),
  warnings: z
    .array(z.object({ warning: z.enum(['look_alikes']), detail: text, transfers: z.array(evidence) }))
    .describe('What endangers others who pay from it; not held against it'),
  velocity: z.object({
    windows: z.record(z.string(), velocityWindow).describe('1h, 24h, 7d; USDC transfers, both ways'),
    interArrivalCv: statistic.nullable().describe('Below 0.2 payments are as regular as a clock'),
  }),
  history: z.array(history),
  missing: z.array(text),
  observedAt: isoTime,
})

export const deepAnswer = z.object({ ...deepAnalysis.shape, meta: answerMeta })

/** As many as show both of two pairs. */
const maxWarned = 4

export type DeepAnalysis = z.input<typeof deepAnalysis>

export function deepBody({ report }: CachedReport<RiskReport>, chains: Chains): DeepAnalysis {
  const { trust, risk, velocity, lookAlikes } = report
  return {
    address: checksumAddress(trust.address),
    trust_score: trust.score.score,
    tier: trust.score.tier,
    risk_level: risk.level,
    riskScore: risk.score,
    recommendation: { ...report.recommendation },
    ...screeningBody(trust.observed.observations.sanctions, chains),
    observedShare: risk.observedShare,
    model: risk.model,
    behavioral_signals: Object.fromEntries(risk.signals.map((one) => [one.signal, signalBody(one)])),
    warnings: lookAlikes
      ? [{ warning: 'look_alikes', detail: lookAlikes.detail, transfers: lookAlikes.transfers.slice(0, maxWarned).map(evidenceBody) }]
      : [],
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

function signalBody({ state, points, max, detail, reason, evidence: transfers }: Signal): DeepAnalysis['behavioral_signals'][string] {
  return {
    state,
    points,
    maxPoints: max,
    detail,
    reason,
    transfers: transfers.map(evidenceBody),
  }
}

function evidenceBody({ network, transaction, block, direction, counterparty, amount, time }: NetworkTransfer): z.input<typeof evidence> {
  return {
    network,
    transaction,
    blockNumber: Number(block),
    direction,
    counterparty: checksumAddress(counterparty),
    amountUsdc: formatUsd(amount),
    occurredAt: toIsoTime(time),
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
