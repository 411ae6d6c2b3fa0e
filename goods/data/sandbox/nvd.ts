import { json } from '../../../src/goods/kit/stand-ins.ts'
import type { StandInReply as Reply, FailingStandIn as StandIn } from '../../../src/goods/kit/stand-ins.ts'
import { vulnerability } from './vulnerabilities.ts'
import type { StandInVulnerability } from './vulnerabilities.ts'

function metrics({ cvss }: StandInVulnerability) {
  if (!cvss) return {}
  const score = (source: string, type: string) => ({
    source,
    type,
    cvssData: { version: '3.1', vectorString: cvss.vector, baseScore: cvss.score, baseSeverity: cvss.severity },
    exploitabilityScore: 3.9,
    impactScore: 3.6,
  })
  return {
    cvssMetricV31: [score('cna@vendor.example', 'Secondary'), score('nvd@nist.gov', 'Primary')],
    cvssMetricV2: [
      {
        source: 'nvd@nist.gov',
        type: 'Primary',
        cvssData: { version: '2.0', vectorString: 'AV:N/AC:L/Au:N/C:P/I:N/A:N', baseScore: 5 },
        baseSeverity: 'MEDIUM',
        exploitabilityScore: 10,
        impactScore: 2.9,
      },
    ],
  }
}

function configurations({ products }: StandInVulnerability) {
  if (products.length === 0) return []
  const cpeMatch = products.map(({ cpe, from, to }, index) => ({
    vulnerable: true,
    criteria: cpe,
    ...(from === undefined ? {} : { versionStartIncluding: from }),
    ...(to === undefined ? {} : { versionEndExcluding: to }),
    matchCriteriaId: `03FA5E81-F9C0-403E-8A4B-${String(index).padStart(12, '0')}`,
  }))
  const platform = { vulnerable: false, criteria: 'cpe:2.3:o:linux:linux_kernel:-:*:*:*:*:*:*:*', matchCriteriaId: '703AF700-7A70-47E2' }
  return [
    { nodes: [{ operator: 'OR', negate: false, cpeMatch }] },
    { operator: 'AND', nodes: [{ operator: 'OR', negate: false, cpeMatch: [platform] }] },
  ]
}

function cve(one: StandInVulnerability, now: number) {
  return {
    id: one.id,
    sourceIdentifier: 'security@vendor.example',
    published: one.published,
    lastModified: new Date(now - (now % 86_400_000)).toISOString().replace('Z', ''),
    vulnStatus: one.status,
    cveTags: [],
    ...(one.kev
      ? {
          cisaExploitAdd: one.kev.added,
          cisaActionDue: one.kev.due,
          cisaRequiredAction: one.kev.action,
          cisaVulnerabilityName: one.kev.name,
        }
      : {}),
    descriptions: [
      { lang: 'es', value: 'Descripción.' },
      { lang: 'en', value: one.description },
    ],
    metrics: metrics(one),
    weaknesses: [{ source: 'nvd@nist.gov', type: 'Primary', description: [{ lang: 'en', value: 'CWE-502' }] }],
    configurations: configurations(one),
    references: [{ url: `https://vendor.example/advisories/${one.id}`, source: 'security@vendor.example', tags: ['Vendor Advisory'] }],
  }
}

/** A header gives the reason of a 404; the body is empty. */
function refused(message: string): Reply {
  return { status: 404, contentType: 'text/html', body: '', headers: { message } }
}

/** https://nvd.nist.gov/developers/vulnerabilities */
export const nvd: StandIn = {
  answer({ url, now }) {
    const id = url.searchParams.get('cveId') ?? ''
    if (url.pathname !== '/rest/json/cves/2.0') return refused('Not found')
    if (!/^CVE-\d{4}-\d{4,}$/.test(id)) return refused('Invalid cveId parameter.')
    const found = vulnerability(id)
    return json({
      resultsPerPage: found ? 1 : 0,
      startIndex: 0,
      totalResults: found ? 1 : 0,
      format: 'NVD_CVE',
      version: '2.0',
      timestamp: new Date(now).toISOString().replace('Z', ''),
      vulnerabilities: found ? [{ cve: cve(found, now) }] : [],
    })
  },
  // NVD answers with a 403 and does not say until when.
  rateLimited: { status: 403, contentType: 'text/html', body: '<html><body><h1>403 Forbidden</h1></body></html>' },
  broken: { status: 503, contentType: 'text/html', body: '<html><body><h1>503 Service Unavailable</h1></body></html>' },
}
