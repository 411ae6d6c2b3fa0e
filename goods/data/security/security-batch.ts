import { answer, answerMeta, fixedPrice, offer, Problem, uncharged, z } from '../../../src/goods/door.ts'
import { answerEach, type AnswerMeta, batchDecidedBy, batchResults, isoTime, joinedMeta, maxBatch } from '../../../src/goods/kit/answers.ts'
import { log4Shell, securityData } from './security-answer.ts'
import type { DataParts } from '../data-sources.ts'
import type { security } from './security.ts'

type Security = ReturnType<typeof security>

const maxLength = 40

/** Several CVEs in one call; each is asked for as a call of its own would be. */
export const securityBatch = (security: Security, { simulated }: Pick<DataParts, 'simulated'>) =>
  offer({
    id: 'data-security-batch',
    route: 'POST /v1/data/security/batch',
    access: fixedPrice('0.015'),
    title: 'Security vulnerabilities, up to ten',
    purpose: 'What CISA, EPSS, NVD and OSV say about each of up to ten CVEs. A CVE that no source knows has its own error.',
    restsOn: security.restsOn,
    cannotKnow: security.cannotKnow,
    body: z.object({ cves: z.array(z.string().max(maxLength)).min(1).max(maxBatch).describe('CVE ids') }),
    answer: z.object({
      success: z.boolean(),
      data: z.object({ results: batchResults(securityData) }),
      timestamp: isoTime,
      meta: answerMeta,
    }),
    problems: security.problems,
    example: {
      body: { cves: ['CVE-2021-44228'] },
      answer: { ...log4Shell, data: { results: [{ asked: 'CVE-2021-44228', result: log4Shell.data, error: null }] } },
    },
    variantOf: 'data-security',
    brief: [
      'data.results[].asked',
      'data.results[].result.exploited',
      'data.results[].result.score.cvss.baseScore',
      'data.results[].error.code',
    ],
    ...(security.dataset ? { dataset: security.dataset } : {}),
    needs: security.needs,
    async run({ body: { cves } }, context) {
      const metas: AnswerMeta[] = []
      const results = await answerEach(cves, async (asked, index) => {
        const path = security.path?.safeParse({ cve: asked })
        if (!path?.success) {
          const field = `body.cves[${index}]`
          throw new Problem('invalid_input', 'This is not a CVE id.', { field, expected: 'a CVE id such as CVE-2021-44228' })
        }
        const { body } = await security.run({ path: path.data, query: {}, body: {} }, context)
        metas.push(body.meta)
        return { key: path.data.cve.toLowerCase(), result: body.data }
      })
      const body = {
        success: true,
        data: { results },
        timestamp: new Date(context.clock.now()).toISOString(),
        meta: joinedMeta(metas, simulated),
      }
      return metas.length > 0 ? answer(body) : uncharged(body, 'no_cve_known', batchDecidedBy(results, security.problems))
    },
  })
