import { answer, answerMeta, type AnyOffer, dailyQuota, fixedPrice, offer, Problem, uncharged, z } from '../../../src/goods/door.ts'
import { answerEach, batchBody, batchDecidedBy, batchResults } from '../../../src/goods/kit/answers.ts'
import { readLetterTables } from '../../../src/goods/kit/ens.ts'
import type { Needs, OfferContext } from '../../../src/goods/kit/parts.ts'
import type { CachedReport } from '../addresses/reports/report-cache.ts'
import type { TrustParts } from './observe-address.ts'
import { deepOffers } from './risk/deep-offers.ts'
import { createBriefScores, type ScoreBriefly } from './brief-score.ts'
import { createRiskReports, type RiskReport } from './risk/risk-reports.ts'
import { createSubjectReader, subjectText } from '../addresses/identity/read-subject.ts'
import { scoreBody, tierAnswer, trustMeta, trustScore, trustScoreAnswer, tierBody } from './trust-answer.ts'
import { exampleScore, exampleTier, exampleVerification, exampleWallet } from './trust-example.ts'
import { createTrustReports, type CachedTrustReport } from './trust-reports.ts'
import { verifyAnswer, verifyBody } from './verify-answer.ts'

/** The time that a call may take. What has not been observed by then is missing from its answer. */
const deadlineMs = 3_000

const path = z.object({ address: subjectText })

const trustFacts = {
  restsOn: "chains, ERC-8004 registries, proven domains, sanctions lists, this service's own books",
  cannotKnow: 'intentions; who holds a key; fraud by other means than those looked for; what happened on networks that are not enabled',
}

/** How far addresses can be trusted, and who they are. The offers share one cache of reports. */
export function trustOffers(
  parts: TrustParts | null,
  lists: readonly string[] = [],
): Readonly<Record<'score' | 'tier' | 'verify' | 'batch' | 'deep' | 'deepBatch', AnyOffer>> & { readonly scoreBriefly: ScoreBriefly } {
  const reports = parts && createTrustReports(parts)
  const risks = parts && reports && createRiskReports(reports, parts)
  if (parts) readLetterTables()
  const readSubject = createSubjectReader()

  async function reportOn(text: string, field: string, context: OfferContext): Promise<CachedTrustReport> {
    const address = await readSubject(text, field, context)
    if (!reports) throw notConnected()
    return reports.of(address, context)
  }
  async function riskOf(text: string, field: string, context: OfferContext): Promise<CachedReport<RiskReport>> {
    const address = await readSubject(text, field, context)
    if (!risks) throw notConnected()
    return risks.of(address, context)
  }
  function sourcesOf(): TrustParts['sources'] {
    if (!parts) throw notConnected()
    return parts.sources
  }
  const needs: Needs = { network: true, alsoUses: lists }
  const common = { deadlineMs, needs }

  const score = offer({
    id: 'trust-score',
    route: 'GET /v1/agent/trust-score/{address}',
    access: dailyQuota('0.0075'),
    title: 'Trust score of an address',
    purpose:
      'Run before paying or serving an unknown agent: a score from 0 to 100 with its tier, from age, activity, sanctions, ERC-8004 identity, operator, history and bond, each with its evidence. What could not be observed gives no points.',
    ...trustFacts,
    path,
    answer: trustScoreAnswer,
    brief: [
      'address',
      'score',
      'tier',
      'recommendation.action',
      'blocked',
      'sanctions.status',
      'maxPerTransactionUsdc',
      'maxPerDayUsdc',
      'observedShare',
      'observedAt',
      'heldBackBy',
    ],
    example: { path: { address: exampleWallet }, answer: exampleScore },
    ...common,
    async run({ path: { address } }, context) {
      const reported = await reportOn(address, 'path.address', context)
      return answer({ ...scoreBody(reported, context.chains), meta: trustMeta([reported], sourcesOf(), context.chains) })
    },
  })

  const tier = offer({
    id: 'trust-tier',
    route: 'GET /v1/agent/tier/{address}',
    access: dailyQuota('0.0075'),
    title: 'Trust tier of an address',
    purpose: 'Run before paying or serving an unknown agent: its tier, and how much USDC to entrust it with, without the evidence.',
    ...trustFacts,
    path,
    answer: tierAnswer,
    brief: [
      'address',
      'score',
      'tier',
      'recommendation.action',
      'blocked',
      'maxPerTransactionUsdc',
      'maxPerDayUsdc',
      'observedShare',
      'observedAt',
      'heldBackBy',
    ],
    example: { path: { address: exampleWallet }, answer: exampleTier },
    ...common,
    async run({ path: { address } }, context) {
      const reported = await reportOn(address, 'path.address', context)
      return answer({ ...tierBody(reported), meta: trustMeta([reported], sourcesOf(), context.chains) })
    },
  })

  const verify = offer({
    id: 'agent-verify',
    route: 'GET /v1/agent/verify/{address}',
    access: dailyQuota('0.0075'),
    title: 'Identity of an agent',
    purpose:
      'Run before relying on who an agent says it is: how far that is verified (registered, file, domain, operator), its ERC-8004 agents on every network, their files and domains, and the reviews that count.',
    restsOn: 'ERC-8004 registries, registration files, domains, reviews',
    cannotKnow: 'whether the agent does what its file says',
    path,
    answer: verifyAnswer,
    brief: [
      'address',
      'verified',
      'reason',
      'blocked',
      'ensName',
      'observedAt',
      'erc8004.registered',
      'erc8004.agentCount',
      'erc8004.networksNotRead',
    ],
    example: { path: { address: exampleWallet }, answer: exampleVerification },
    ...common,
    async run({ path: { address } }, context) {
      const reported = await reportOn(address, 'path.address', context)
      const body = { ...verifyBody(reported), meta: trustMeta([reported], sourcesOf(), context.chains) }
      return body.reason === 'registry_not_read' ? uncharged(body, 'registry_not_read', 'upstream') : answer(body)
    },
  })

  const { meta: exampleMeta, ...exampleResult } = exampleScore
  const batch = offer({
    id: 'trust-score-batch',
    route: 'POST /v1/agent/trust-score/batch',
    access: fixedPrice('0.03'),
    title: 'Trust scores of up to ten addresses',
    purpose: 'The trust score of each of up to ten addresses. An address that cannot be scored has its own error.',
    ...trustFacts,
    body: batchBody,
    answer: z.object({ results: batchResults(trustScore), meta: answerMeta }),
    brief: ['results[].result.score'],
    example: {
      body: { addresses: [exampleWallet] },
      answer: { results: [{ asked: exampleWallet, result: exampleResult, error: null }], meta: exampleMeta },
    },
    ...common,
    async run({ body: { addresses } }, context) {
      const reported: CachedTrustReport[] = []
      const results = await answerEach(addresses, async (text, index) => {
        const one = await reportOn(text, `body.addresses[${index}]`, context)
        reported.push(one)
        return { key: one.report.address, result: scoreBody(one, context.chains) }
      })
      const body = { results, meta: trustMeta(reported, sourcesOf(), context.chains) }
      return reported.length > 0 ? answer(body) : uncharged(body, 'no_address_scored', batchDecidedBy(results))
    },
  })

  return { score, tier, verify, batch, ...deepOffers(riskOf, sourcesOf, common), scoreBriefly: createBriefScores(reports) }
}

function notConnected(): Problem {
  return new Problem('offer_unavailable', 'This service is not connected to any network.', { retryAfter: 60 })
}
