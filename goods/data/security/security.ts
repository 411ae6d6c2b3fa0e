import type { DataParts } from '../data-sources.ts'
import { answer, anyOf, fixedPrice, metaOf, offer, problem, Problem, z } from '../../../src/goods/door.ts'
import { upstreamProblem } from '../../../src/goods/kit/http.ts'
import { askSource, failureIn, stampsOf } from '../../../src/goods/kit/several-sources.ts'
import { askKev } from './cisa-kev.ts'
import { log4Shell, securityAnswer } from './security-answer.ts'
import { isKnown, joinSecurity } from './security-join.ts'

const noSuchCve = problem({
  code: 'unknown_cve',
  decidedBy: 'caller',
  status: 404,
  title: 'Unknown CVE',
  fix: 'Use the id of a published CVE, such as CVE-2021-44228.',
})

/** What CISA, FIRST, NVD and OSV say about one CVE. If a source does not answer, its part is null and named in `meta.missing`. */
export const security = ({ sources, simulated }: DataParts) =>
  offer({
    id: 'data-security',
    route: 'GET /v1/data/security/{cve}',
    access: fixedPrice('0.003'),
    title: 'Security vulnerability',
    purpose:
      'One answer about a CVE from CISA KEV, EPSS, NVD and OSV: whether it is exploited, how severe and how likely it is, by when to act, and which packages and products are affected.',
    restsOn: 'CISA KEV, EPSS, NVD and OSV',
    cannotKnow: 'whether your system is affected; vulnerabilities without a CVE',
    path: z.object({
      cve: z
        .string()
        .regex(/^[Cc][Vv][Ee]-(?:19|20)\d{2}-\d{4,19}$/, 'a CVE id such as CVE-2021-44228')
        .transform((text) => text.toUpperCase()),
    }),
    answer: securityAnswer,
    problems: [noSuchCve],
    brief: [
      'data.cve',
      'data.status',
      'data.exploited',
      'data.dueDate',
      'data.score.cvss.baseScore',
      'data.score.cvss.severity',
      'data.score.epss.probability',
      'data.affected.packages[].name',
      'data.affected.packages[].versions[].fixed',
    ],
    example: { path: { cve: 'CVE-2021-44228' }, answer: log4Shell },
    dataset: {
      freshness: { renewed: 'every 6 hours', maxAgeHours: 48 },
      coverage: 'All published CVEs; packages of the open source ecosystems that OSV covers, and products by their names in NVD.',
    },
    needs: {
      sources: [
        anyOf({
          'cisa-kev': ['catalog'],
          'cisa-kev-github': ['catalog'],
          epss: ['score'],
          nvd: ['vulnerability'],
          osv: ['vulnerability'],
        }),
      ],
    },
    async run({ path: { cve } }, { clock, signal }) {
      const { epss, nvd, osv } = sources
      const [{ reply: kevReply, fallback }, epssReply, nvdReply, osvReply] = await Promise.all([
        askKev(sources, signal),
        askSource(epss.source, epss.score, cve, { signal }),
        askSource(nvd.source, nvd.vulnerability, cve, { signal }),
        askSource(osv.source, osv.vulnerability, cve, { signal }),
      ])
      const replies = { kev: kevReply, epss: epssReply, nvd: nvdReply, osv: osvReply }
      const all = Object.values(replies)
      const failure = failureIn(all)
      if (!isKnown(cve, replies)) {
        if (failure)
          throw upstreamProblem('Some sources that may know this CVE do not answer at present, and the others do not know it.', failure)
        throw new Problem(noSuchCve, 'No source knows a CVE with this id.', { field: 'path.cve' })
      }
      const { data, missing } = joinSecurity(cve, replies)
      return answer({
        success: true,
        data,
        timestamp: new Date(clock.now()).toISOString(),
        meta: metaOf({ stamps: stampsOf(all), missing, fallback: fallback || failure !== null, simulated }),
      })
    },
  })
