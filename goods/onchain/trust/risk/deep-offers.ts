import { answer, answerMeta, type AnyOffer, fixedPrice, offer, uncharged, z } from '../../../../src/goods/door.ts'
import { answerEach, batchBody, batchDecidedBy, batchResults } from '../../../../src/goods/kit/answers.ts'
import type { OfferContext, OfferDeclaration } from '../../../../src/goods/kit/parts.ts'
import type { CachedReport } from '../../addresses/reports/report-cache.ts'
import { subjectText } from '../../addresses/identity/read-subject.ts'
import { meanKnownShare, trustMeta } from '../trust-answer.ts'
import { deepAnalysis, deepAnswer, deepBody } from './deep-answer.ts'
import { exampleAnalysis } from './deep-example.ts'
import type { RiskReport } from './risk-reports.ts'

const { meta: exampleMeta, ...exampleResult } = exampleAnalysis
const exampleWallet = exampleAnalysis.address

const analysisFacts = {
  restsOn: 'USDC transfers of the address, read back as far as the answer says; lists; a table of mixers',
  cannotKnow: 'other coins; hops beyond the first; an address without history is unknown, not safe',
}

/** How an address has moved its USDC, and how risky that makes it. */
export function deepOffers(
  reportOn: (text: string, field: string, context: OfferContext) => Promise<CachedReport<RiskReport>>,
  sourcesOf: () => Parameters<typeof trustMeta>[1],
  common: Pick<OfferDeclaration<z.ZodType, z.ZodType, z.ZodType, z.ZodType>, 'deadlineMs' | 'needs'>,
): Readonly<Record<'deep' | 'deepBatch', AnyOffer>> {
  const deep = offer({
    id: 'deep-analysis',
    route: 'GET /v1/agent/deep-analysis/{address}',
    access: fixedPrice('0.015'),
    title: 'Deep analysis of an address',
    purpose:
      'Run before a larger payment to an unknown wallet: its risk by what it did with its USDC (drains, fan-outs, mixers, sanctions, address poisoning and more), each signal with its evidence; its trust score, and how fast it moves money.',
    ...analysisFacts,
    path: z.object({ address: subjectText }),
    answer: deepAnswer,
    brief: [
      'address',
      'risk_level',
      'riskScore',
      'recommendation.action',
      'trust_score',
      'tier',
      'observedShare',
      'observedAt',
      'missing',
      'behavioral_signals{}.state',
    ],
    example: { path: { address: exampleWallet }, answer: exampleAnalysis },
    ...common,
    async run({ path: { address } }, context) {
      const kept = await reportOn(address, 'path.address', context)
      const body = { ...deepBody(kept, context.chains), meta: metaOf([kept], sourcesOf(), context) }
      return wasAnalysed(kept) ? answer(body) : uncharged(body, 'no_transfers_read', 'upstream')
    },
  })

  const deepBatch = offer({
    id: 'deep-analysis-batch',
    route: 'POST /v1/agent/deep-analysis/batch',
    access: fixedPrice('0.075'),
    title: 'Deep analyses of up to ten addresses',
    purpose: 'The deep analysis of each of up to ten addresses. An address that cannot be analysed has its own error.',
    ...analysisFacts,
    body: batchBody,
    answer: z.object({ results: batchResults(deepAnalysis), meta: answerMeta }),
    brief: ['results[].result.risk_level'],
    example: {
      body: { addresses: [exampleWallet] },
      answer: { results: [{ asked: exampleWallet, result: exampleResult, error: null }], meta: exampleMeta },
    },
    ...common,
    async run({ body: { addresses } }, context) {
      const reported: CachedReport<RiskReport>[] = []
      const results = await answerEach(addresses, async (text, index) => {
        const kept = await reportOn(text, `body.addresses[${index}]`, context)
        reported.push(kept)
        return { key: kept.report.trust.address, result: deepBody(kept, context.chains) }
      })
      const body = { results, meta: metaOf(reported, sourcesOf(), context) }
      return reported.some(wasAnalysed) ? answer(body) : uncharged(body, 'no_address_analysed', batchDecidedBy(results))
    },
  })

  return { deep, deepBatch }
}

/** Whether the history of at least one network was read. Without any, there is nothing to charge for. */
function wasAnalysed({ report }: CachedReport<RiskReport>): boolean {
  return report.histories.length > 0
}

function metaOf(
  all: readonly CachedReport<RiskReport>[],
  sources: Parameters<typeof trustMeta>[1],
  { chains }: Pick<OfferContext, 'chains'>,
) {
  const trusts = all.map(({ report, cached }) => ({ report: report.trust, cached }))
  const missing = new Set(all.flatMap(({ report }) => report.missing))
  const known = meanKnownShare(
    all.map(({ report: { trust, risk } }) => ({ sighting: trust.score.sighting, observedShare: risk.observedShare })),
  )
  return trustMeta(trusts, sources, chains, [...missing], known)
}
