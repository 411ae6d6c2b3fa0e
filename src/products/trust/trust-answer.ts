import { z } from 'zod'
import { evmAddress, foreignText, identifier, isoTime, score, share, text, usdcDecimal } from '../../offers/answer-figures.ts'
import { componentAnswer } from '../../offers/component-answer.ts'
import { networkStamp } from '../../addresses/reports/network-stamp.ts'
import { componentBody } from '../../addresses/scores/component-body.ts'
import { checksumAddress } from '../../chain/address.ts'
import type { Chains } from '../../chain/chain.ts'
import { formatUsd } from '../../shared/money.ts'
import { answerMeta } from '../../offers/answer-meta.ts'
import { metaOf, type AnswerMeta } from '../../sources/policy/meta.ts'
import type { SourceStamp } from '../../sources/policy/source.ts'
import type { Sources } from '../../sources/sources.ts'
import type { TrustScore } from './score-trust.ts'
import { missingFromTrust, type CachedTrustReport } from './trust-reports.ts'
import { modelVersion, tiers } from './trust-model.ts'

const tierNames = tiers.map(({ tier }) => tier)

const verdict = {
  address: evmAddress.describe('With its EIP-55 checksum'),
  tier: z.enum(tierNames),
  blocked: z.boolean().describe('Sanctioned, or blacklisted by the issuer of USDC'),
  maxPerTransactionUsdc: usdcDecimal.nullable().describe('USDC to entrust it with at most; null: no limit'),
  maxPerDayUsdc: usdcDecimal.nullable(),
  heldBackBy: z.array(z.object({ gate: identifier, needs: text })).describe('Gates not met of the next tier, and of that of its points'),
  observedShare: share.describe('Share of the components that could be observed'),
  model: z.literal(modelVersion),
  observedAt: isoTime,
}

export const tierAnswer = z.object({ ...verdict, score, meta: answerMeta })

/** A score without its sources, which a batch lists once for all its scores. */
export const trustScore = z.object({
  ...verdict,
  score: score.describe('0 to 100'),
  sanctions: z.enum(['clean', 'listed', 'unknown']).describe('Clean only if every check answered'),
  cappedBy: z.enum(['mixer']).nullable(),
  ensName: foreignText.nullable().describe('Leads to it and back'),
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
    blocked: score.blocked,
    maxPerTransactionUsdc: perTransaction === null ? null : formatUsd(perTransaction),
    maxPerDayUsdc: perDay === null ? null : formatUsd(perDay),
    heldBackBy: score.gates.filter(({ gate }) => score.heldBackBy.includes(gate)).map(({ gate, needs }) => ({ gate, needs })),
    observedShare: score.observedShare,
    model: score.model,
    observedAt: new Date(observedAt).toISOString(),
  }
}

export function scoreBody(reported: CachedTrustReport): TrustScoreBody {
  const { score, observed } = reported.report
  return {
    ...tierBody(reported),
    sanctions: score.sanctions,
    cappedBy: score.cappedBy,
    ensName: observed.name,
    breakdown: breakdownOf(score),
    missing: missingFromTrust(observed),
  }
}

function breakdownOf({ components }: TrustScore) {
  return Object.fromEntries(components.map((one) => [one.component, componentBody(one)]))
}

/** The `meta` of an answer made of these reports. `missing` is given where more is missing than from the reports themselves. */
export function trustMeta(
  reported: readonly CachedTrustReport[],
  sources: Pick<Sources, 'sanctions' | 'simulated'>,
  chains: Chains,
  missing = [...new Set(reported.flatMap(({ report }) => missingFromTrust(report.observed)))],
): AnswerMeta {
  const networks = [...chains.values()].flatMap(({ network }): SourceStamp[] => {
    const heads = reported.flatMap(({ report: { observed }, cached }) => {
      const head = observed.networks.get(network.id)?.head
      return head ? [{ head, cached }] : []
    })
    const [oldest] = heads.sort((one, other) => Number(one.head.number - other.head.number))
    if (!oldest) return []
    return [networkStamp(network, oldest.head, oldest.cached)]
  })
  return metaOf({
    stamps: [...networks, ...sources.sanctions.stamps()],
    missing,
    simulated: sources.simulated,
  })
}
