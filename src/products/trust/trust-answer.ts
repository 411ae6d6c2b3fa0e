import { z } from 'zod'
import { checksumAddress } from '../../chain/address.ts'
import type { Chains } from '../../chain/chain.ts'
import { formatUsd } from '../../shared/money.ts'
import { answerMeta, metaOf, type AnswerMeta } from '../../sources/meta.ts'
import type { SourceStamp } from '../../sources/source.ts'
import type { Sources } from '../../sources/sources.ts'
import type { Component, TrustScore } from './score-trust.ts'
import { missingOf, type Reported } from './trust-reports.ts'
import { modelVersion, tiers, type ComponentName } from './trust-model.ts'

const tierNames = tiers.map(({ tier }) => tier)

const component = z.object({
  points: z.number(),
  max: z.number(),
  observed: z.number().describe('Share that could be observed, 0 to 1'),
  parts: z.array(
    z.object({
      part: z.string(),
      points: z.number(),
      max: z.number(),
      evidence: z.string(),
      source: z.array(z.string()).describe('Who said so; empty where nobody did'),
      observedAt: z.string().nullable(),
    }),
  ),
})

const verdict = {
  address: z.string().describe('With its EIP-55 checksum'),
  tier: z.enum(tierNames),
  blocked: z.boolean().describe('Sanctioned, or blacklisted by the issuer of USDC'),
  maxPerTransaction: z.string().nullable().describe('USDC to entrust it with at most; null: no limit'),
  maxPerDay: z.string().nullable(),
  heldBackBy: z
    .array(z.object({ gate: z.string(), needs: z.string() }))
    .describe('Gates not met of the next tier, and of that of its points'),
  confidence: z.number().describe('Share of the components that could be observed, 0 to 1'),
  model: z.literal(modelVersion),
  observedAt: z.string(),
}

export const tierAnswer = z.object({ ...verdict, score: z.int(), meta: answerMeta })

/** A score without its sources, which stand once for a whole batch. */
export const trustScore = z.object({
  ...verdict,
  score: z.int().describe('0 to 100'),
  sanctions: z.enum(['clean', 'listed', 'unknown']).describe('Clean only if every check answered'),
  cappedBy: z.enum(['mixer']).nullable(),
  ensName: z.string().nullable().describe('Leads to it and back'),
  breakdown: z.record(z.string(), component).describe('age, activity, sanctions, identity, operator, history, bond'),
  missing: z.array(z.string()).describe('What could not be observed, and why: it gave no points'),
})

export const trustScoreAnswer = z.object({ ...trustScore.shape, meta: answerMeta })

export type TrustScoreBody = z.input<typeof trustScore>

export function verdictOf({ report: { address, score, observedAt } }: Reported) {
  const { perTransaction, perDay } = score.limits
  return {
    address: checksumAddress(address),
    score: score.score,
    tier: score.tier,
    blocked: score.blocked,
    maxPerTransaction: perTransaction === null ? null : formatUsd(perTransaction),
    maxPerDay: perDay === null ? null : formatUsd(perDay),
    heldBackBy: score.gates.filter(({ gate }) => score.heldBackBy.includes(gate)).map(({ gate, needs }) => ({ gate, needs })),
    confidence: score.confidence,
    model: score.model,
    observedAt: new Date(observedAt).toISOString(),
  }
}

export function scoreBody(reported: Reported): TrustScoreBody {
  const { score, sight } = reported.report
  return {
    ...verdictOf(reported),
    sanctions: score.sanctions,
    cappedBy: score.cappedBy,
    ensName: sight.name,
    breakdown: breakdownOf(score),
    missing: missingOf(sight),
  }
}

function breakdownOf({ components }: TrustScore): Record<ComponentName, z.input<typeof component>> {
  const told = (one: Component) => ({
    points: one.points,
    max: one.max,
    observed: Math.floor(one.observed * 100 + 1e-9) / 100,
    parts: one.parts.map(({ part, points, max, evidence, seenBy }) => ({
      part,
      points,
      max,
      evidence,
      source: [...new Set(seenBy.map(({ source }) => source))],
      // The oldest of what it is made of.
      observedAt: seenBy.length === 0 ? null : new Date(Math.min(...seenBy.map((seen) => seen.observedAt))).toISOString(),
    })),
  })
  return Object.fromEntries(components.map((one) => [one.component, told(one)])) as Record<ComponentName, z.input<typeof component>>
}

/** The `meta` of an answer made of these reports; `missing` where it is more than is missing from them. */
export function trustMeta(
  reported: readonly Reported[],
  sources: Pick<Sources, 'sanctions' | 'simulated'>,
  chains: Chains,
  missing = [...new Set(reported.flatMap(({ report }) => missingOf(report.sight)))],
): AnswerMeta {
  const networks = [...chains.values()].flatMap(({ network }): SourceStamp[] => {
    const heads = reported.flatMap(({ report: { sight }, cached }) => {
      const head = sight.networks.get(network.id)?.head
      return head ? [{ head, cached }] : []
    })
    const [oldest] = heads.sort((one, other) => Number(one.head.number - other.head.number))
    if (!oldest) return []
    return [
      {
        id: `rpc:${network.id}`,
        // Never the address of the node, which may hold a key.
        url: `caip2:${network.id}`,
        asOf: new Date(Number(oldest.head.timestamp) * 1000).toISOString(),
        licence: 'public blockchain data',
        attribution: `${network.name}, block ${oldest.head.number}`,
        cache: oldest.cached ? 'hit' : 'miss',
      },
    ]
  })
  return metaOf({
    stamps: [...networks, ...sources.sanctions.stamps()],
    missing,
    simulated: sources.simulated,
  })
}
