import { answerMeta, metaOf, z } from '../../../src/goods/door.ts'
import {
  type AnswerMeta,
  blacklistAnswer,
  componentAnswer,
  evmAddress,
  foreignText,
  identifier,
  isoTime,
  recommendationAnswer,
  sanctionsAnswer,
  score,
  share,
  text,
  usdcDecimal,
} from '../../../src/goods/kit/answers.ts'
import { type Chains, checksumAddress } from '../../../src/goods/kit/evm.ts'
import type { SourceStamp } from '../../../src/goods/kit/http.ts'
import { formatUsd } from '../../../src/goods/kit/worker-side.ts'
import { knownShare } from '../addresses/recommendation.ts'
import { networkStamp } from '../addresses/reports/network-stamp.ts'
import { screeningBody } from '../addresses/sanctions/screening-body.ts'
import { componentBody } from '../addresses/scores/component-body.ts'
import type { OnchainSources } from '../onchain-sources.ts'
import type { TrustScore } from './score-trust.ts'
import { missingFromTrust, type CachedTrustReport } from './trust-reports.ts'
import { modelVersion, tiers } from './trust-model.ts'

const tierNames = tiers.map(({ tier }) => tier)

const verdict = {
  address: evmAddress.describe('With its EIP-55 checksum'),
  tier: z.enum(tierNames),
  recommendation: recommendationAnswer,
  blocked: z.boolean().describe('Sanctioned, or blacklisted by the issuer of USDC'),
  limitUnit: z.literal('USDC'),
  maxPerTransactionUsdc: usdcDecimal.nullable().describe('The most to entrust it with; null: no limit'),
  maxPerDayUsdc: usdcDecimal.nullable(),
  heldBackBy: z.array(z.object({ gate: identifier, needs: text })).describe('What the next tiers need'),
  observedShare: share.describe('Share of the components that could be observed'),
  model: z.literal(modelVersion),
  observedAt: isoTime,
}

export const tierAnswer = z.object({ ...verdict, score, meta: answerMeta })

/** A score without its sources, which a batch lists once for all its scores. */
export const trustScore = z.object({
  ...verdict,
  score: score.describe('0 to 100'),
  sanctions: sanctionsAnswer,
  blacklist: blacklistAnswer,
  cappedBy: z.enum(['fraud', 'mixer']).nullable(),
  ensName: foreignText.nullable().describe('It claims the name, which resolves to it'),
  breakdown: z.record(z.string(), componentAnswer).describe('age, activity, sanctions, identity, operator, history, bond'),
  missing: z.array(text).describe('What could not be observed, and why: it gave no points'),
})

export const trustScoreAnswer = z.object({ ...trustScore.shape, meta: answerMeta })

export type TrustScoreBody = z.input<typeof trustScore>

export function tierBody({ report: { address, score, observedAt } }: CachedTrustReport) {
  const { perTransaction, perDay } = score.limits
  return {
    address: checksumAddress(address),
    score: score.score,
    tier: score.tier,
    recommendation: { ...score.recommendation },
    blocked: score.blocked,
    limitUnit: 'USDC' as const,
    maxPerTransactionUsdc: perTransaction === null ? null : formatUsd(perTransaction),
    maxPerDayUsdc: perDay === null ? null : formatUsd(perDay),
    heldBackBy: score.gates.filter(({ gate }) => score.heldBackBy.includes(gate)).map(({ gate, needs }) => ({ gate, needs })),
    observedShare: score.observedShare,
    model: score.model,
    observedAt: new Date(observedAt).toISOString(),
  }
}

export function scoreBody(reported: CachedTrustReport, chains: Chains): TrustScoreBody {
  const { score, observed } = reported.report
  return {
    ...tierBody(reported),
    ...screeningBody(observed.observations.sanctions, chains),
    cappedBy: score.cappedBy,
    ensName: observed.name,
    breakdown: breakdownOf(score),
    missing: missingFromTrust(observed),
  }
}

function breakdownOf({ components }: TrustScore) {
  return Object.fromEntries(components.map((one) => [one.component, componentBody(one)]))
}

/** The blocks at which the networks of these reports were read, the oldest of each network. */
export function trustStamps(reported: readonly CachedTrustReport[], chains: Chains): SourceStamp[] {
  return [...chains.values()].flatMap(({ network }): SourceStamp[] => {
    const heads = reported.flatMap(({ report: { observed }, cached }) => {
      const head = observed.networks.get(network.id)?.head
      return head ? [{ head, cached }] : []
    })
    const [oldest] = heads.sort((one, other) => Number(one.head.number - other.head.number))
    if (!oldest) return []
    return [networkStamp(network, oldest.head, oldest.cached)]
  })
}

/** The `meta` of an answer made of these reports. `missing` is given where more is missing than from the reports themselves. */
export function trustMeta(
  reported: readonly CachedTrustReport[],
  sources: Pick<OnchainSources, 'sanctions' | 'simulated'>,
  chains: Chains,
  missing = [...new Set(reported.flatMap(({ report }) => missingFromTrust(report.observed)))],
  known = meanKnownShare(reported.map(({ report }) => report.score)),
): AnswerMeta {
  return metaOf({
    stamps: [...trustStamps(reported, chains), ...sources.sanctions.stamps()],
    missing,
    knownShare: known,
    simulated: sources.simulated,
  })
}

/** How much is known of these addresses on average, from 0 to 1. */
export function meanKnownShare(scores: readonly Parameters<typeof knownShare>[0][]): number {
  return scores.reduce((sum, one) => sum + knownShare(one), 0) / Math.max(1, scores.length)
}
