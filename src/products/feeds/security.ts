import { z } from 'zod'
import { answer, fixedPrice, offer } from '../../offer.ts'
import { Problem } from '../../shared/problems.ts'
import { availabilityOf } from '../../sources/availability.ts'
import { metaOf } from '../../sources/meta.ts'
import { failureIn, said, stampsOf } from '../../sources/said.ts'
import { upstreamProblem } from '../../sources/upstream-problem.ts'
import { log4Shell, securityAnswer } from './security-answer.ts'
import { isKnown, joinSecurity } from './security-join.ts'

/** What CISA, FIRST, NVD and OSV say about one CVE. The part of one that can't answer is null and named in `meta.missing`. */
export const security = offer({
  id: 'data-security',
  route: 'GET /v1/data/security/{cve}',
  access: fixedPrice('0.003'),
  title: 'Security vulnerability',
  purpose:
    'One answer about a CVE from CISA KEV, EPSS, NVD and OSV: whether it is exploited, how severe and how likely it is, by when to act, and which packages and products are affected.',
  path: z.object({
    cve: z
      .string()
      .regex(/^[Cc][Vv][Ee]-(?:19|20)\d{2}-\d{4,19}$/, 'a CVE id such as CVE-2021-44228')
      .transform((text) => text.toUpperCase()),
  }),
  answer: securityAnswer,
  example: { path: { cve: 'CVE-2021-44228' }, answer: log4Shell },
  door: {
    sources: ['cisa-kev', 'epss', 'nvd', 'osv'],
    freshness: { renewed: 'every 6 hours', oldestHours: 48 },
    coverage: 'All published CVEs; packages of the open source ecosystems that OSV gathers, products by the names of NVD.',
  },
  available: ({ sources: { cisaKev, epss, nvd, osv } }) =>
    availabilityOf([
      { source: cisaKev.source, feeds: [cisaKev.catalogue] },
      { source: epss.source, feeds: [epss.score] },
      { source: nvd.source, feeds: [nvd.vulnerability] },
      { source: osv.source, feeds: [osv.vulnerability] },
    ]),
  async run({ path: { cve } }, { sources, clock, signal }) {
    const { cisaKev, epss, nvd, osv } = sources
    const [kevSaid, epssSaid, nvdSaid, osvSaid] = await Promise.all([
      said(cisaKev.source, cisaKev.catalogue, '', { signal }),
      said(epss.source, epss.score, cve, { signal }),
      said(nvd.source, nvd.vulnerability, cve, { signal }),
      said(osv.source, osv.vulnerability, cve, { signal }),
    ])
    const sayings = { kev: kevSaid, epss: epssSaid, nvd: nvdSaid, osv: osvSaid }
    const all = Object.values(sayings)
    const failure = failureIn(all)
    if (!isKnown(cve, sayings)) {
      if (failure)
        throw upstreamProblem('Not all sources that may know this CVE answer at present, and the others do not know it.', failure)
      throw new Problem('unknown_cve', 'No source knows a CVE with this id.', { field: 'path.cve' })
    }
    const { data, missing } = joinSecurity(cve, sayings)
    return answer({
      success: true,
      data,
      timestamp: new Date(clock.now()).toISOString(),
      ...(sources.simulated ? { simulated: true } : {}),
      meta: metaOf({ stamps: stampsOf(all), missing, fallback: failure !== null, simulated: sources.simulated }),
    })
  },
})
