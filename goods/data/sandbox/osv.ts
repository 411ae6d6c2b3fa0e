import { json, retryAfter } from '../../../src/goods/kit/stand-ins.ts'
import type { StandInReply as Reply, FailingStandIn as StandIn } from '../../../src/goods/kit/stand-ins.ts'
import { recordsModified, vulnerabilities, vulnerability } from './vulnerabilities.ts'
import type { StandInVulnerability } from './vulnerabilities.ts'

function common(one: StandInVulnerability) {
  return {
    modified: recordsModified,
    published: `${one.published.slice(0, 19)}Z`,
    references: [{ type: 'ADVISORY', url: `https://nvd.nist.gov/vuln/detail/${one.id}` }],
    ...(one.cvss ? { severity: [{ type: 'CVSS_V3', score: one.cvss.vector }] } : {}),
    schema_version: '1.7.3',
  }
}

/** OSV's form of NVD's entry: it has repositories, not packages. */
function ofCve(one: StandInVulnerability, { repo, introduced, fixed }: NonNullable<StandInVulnerability['repository']>): Reply {
  return json({
    id: one.id,
    details: one.description,
    aliases: one.advisory ? [one.advisory.id] : [],
    related: ['openSUSE-SU-2021:1577-1'],
    ...common(one),
    affected: [
      { ranges: [{ type: 'GIT', repo, events: [{ introduced }, { fixed }] }], versions: ['v1.0.1', 'v1.0.1a'], database_specific: {} },
    ],
  })
}

function ofAdvisory(one: StandInVulnerability, { id, summary, packages }: NonNullable<StandInVulnerability['advisory']>): Reply {
  return json({
    id,
    summary,
    details: one.description,
    aliases: [one.id],
    ...common(one),
    // One entry per range of versions.
    affected: packages.flatMap(({ ecosystem, name, purl, ranges }) =>
      ranges.map(([introduced, fixed]) => ({
        package: { ecosystem, name, purl },
        ranges: [{ type: 'ECOSYSTEM', events: [{ introduced }, { fixed }] }],
        versions: [introduced],
        database_specific: { source: `https://github.com/github/advisory-database/blob/main/${id}.json` },
      })),
    ),
    database_specific: { severity: one.cvss?.severity ?? 'MODERATE', github_reviewed: true, cwe_ids: ['CWE-502'] },
  })
}

const notFound = (message: string) => json({ code: 5, message }, 404)

/** https://google.github.io/osv.dev/api/ */
export const osv: StandIn = {
  answer({ url }) {
    const [, id = ''] = /^\/v1\/vulns\/([^/]+)$/.exec(url.pathname) ?? []
    const advised = vulnerabilities.find(({ advisory }) => advisory?.id === id)
    if (advised?.advisory) return ofAdvisory(advised, advised.advisory)
    const one = vulnerability(id)
    if (one?.repository) return ofCve(one, one.repository)
    return notFound(one?.advisory ? `Bug not found, but the following aliases were: ${one.advisory.id}` : 'Bug not found.')
  },
  rateLimited: json({ code: 8, message: 'Quota exceeded' }, 429, retryAfter),
  broken: json({ code: 13, message: 'internal error' }, 500),
}
