import { source, z } from '../../../src/goods/door.ts'
import {
  checkShape,
  type Feed,
  parseJsonLists,
  plainTextOf,
  type Source,
  type SourceTools,
  UpstreamGarbage,
  UpstreamRejected,
  type UpstreamResponse,
} from '../../../src/goods/kit/http.ts'
import { cveFreshness, cveId } from './cve.ts'
import type { CvssScore } from './cve.ts'
import { createProductList } from './nvd-products.ts'
import type { VulnerableProduct } from './nvd-products.ts'

export const nvd = source({
  id: 'nvd',
  name: 'NIST National Vulnerability Database',
  licence: 'Public domain in the United States (17 U.S.C. 105)',
  attribution: 'This product uses data from the NVD API but is not endorsed or certified by the NVD.',
  resale: 'open',
  homepage: 'https://nvd.nist.gov/developers/vulnerabilities',
  baseUrl: 'https://services.nvd.nist.gov',
  standing: 'publisher',
  usefulKey: 'NVD_API_KEY',
  headers: ({ nvdKey }): Record<string, string> => (typeof nvdKey === 'string' ? { apiKey: nvdKey } : {}),
  plan: ({ nvdKey }) => ({ requestLimit: { requests: typeof nvdKey === 'string' ? 50 : 5, perMs: windowMs } }),
  create: createNvd,
})

/** One CVE as NVD describes it. */
export interface NvdVulnerability {
  /** `Analyzed`, `Rejected`, … */
  readonly status: string | null
  /** ISO times. */
  readonly published: string
  readonly modified: string
  readonly description: string | null
  readonly cvss: CvssScore | null
  /** From CISA's catalog, which NVD repeats; null when NVD does not list it there. */
  readonly exploited: {
    readonly dateAdded: string
    readonly dueDate: string | null
    readonly requiredAction: string | null
    readonly name: string | null
  } | null
  readonly products: readonly VulnerableProduct[]
}

export interface Nvd {
  readonly source: Source
  /** By CVE id; null for an unknown one. */
  readonly vulnerability: Feed<NvdVulnerability | null>
}

/** In any 30 seconds: 5 requests without a key, 50 with one. */
const windowMs = 30_000

/** Times are UTC, although they have no zone. */
const time = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z?$/)
  .refine((text) => !Number.isNaN(Date.parse(withZone(text))))
  .transform((text) => new Date(withZone(text)).toISOString())
const metric = z.object({
  type: z.string().nullish(),
  cvssData: z.object({
    version: z.string().max(10),
    vectorString: z.string().max(300).nullish(),
    baseScore: z.number().min(0).max(10),
    baseSeverity: z.string().max(20).nullish(),
  }),
  // CVSS 2 has the severity here.
  baseSeverity: z.string().max(20).nullish(),
})
/** One odd score is no reason to drop the others. */
const metrics = z
  .array(metric.nullable().catch(null))
  .max(100)
  .transform((rows) => rows.filter((row) => row !== null))
  .nullish()
  .catch(null)
const vulnerabilities = z.object({
  totalResults: z.int().nonnegative(),
  vulnerabilities: z
    .array(
      z.object({
        cve: z.object({
          id: cveId,
          published: time,
          lastModified: time,
          vulnStatus: plainTextOf(60).nullish(),
          descriptions: z
            .array(
              z
                .object({ lang: z.string(), value: plainTextOf(4_000) })
                .nullable()
                .catch(null),
            )
            .max(100),
          metrics: z.object({ cvssMetricV31: metrics, cvssMetricV40: metrics, cvssMetricV30: metrics, cvssMetricV2: metrics }).nullish(),
          cisaExploitAdd: z.union([z.iso.date(), z.literal('')]).nullish(),
          cisaActionDue: z.iso.date().nullish().catch(null),
          cisaRequiredAction: plainTextOf(1_000).nullish().catch(null),
          cisaVulnerabilityName: plainTextOf(300).nullish().catch(null),
        }),
      }),
    )
    .max(1),
})
type Cve = z.output<typeof vulnerabilities>['vulnerabilities'][number]['cve']

function createNvd(source: Source, parts: SourceTools): Nvd {
  const pathOf = (id: string) => `/rest/json/cves/2.0?cveId=${id}`
  const pause = () => new Promise<void>((resolve) => void parts.timers.soon(resolve))

  const vulnerability = source.feed<NvdVulnerability | null>({
    name: 'vulnerability',
    size: 2_000,
    freshness: cveFreshness,
    asOf: (value) => value && Date.parse(value.modified),
    address: pathOf,
    // It always takes seconds to answer.
    budgetMs: parts.limits.budgetMs * 3,
    load: (id, signal) =>
      source.ask(
        {
          path: pathOf(id),
          alsoAccept: [403, 404],
          maxBytes: 8_000_000,
          timeoutMs: parts.limits.timeoutMs * 3,
          read: (answer) => readVulnerability(answer, id, pause),
        },
        signal,
      ),
  })
  return { source, vulnerability }
}

async function readVulnerability(answer: UpstreamResponse, id: string, pause: () => Promise<void>): Promise<NvdVulnerability | null> {
  // This is how it says "too many requests".
  if (answer.status === 403) throw new UpstreamRejected(429, windowMs)
  if (answer.status === 404) {
    // A header has the reason, because a 404 can also mean that our key is not known.
    if (/cveId/i.test(answer.header('message') ?? '')) return null
    throw new UpstreamRejected(404)
  }
  const list = createProductList()
  const parsed = await parseJsonLists(answer.body, { name: 'cpeMatch', take: (row) => list.add(row), pause })
  const found = checkShape(parsed, vulnerabilities).vulnerabilities[0]?.cve
  if (!found) return null
  if (found.id !== id) throw new UpstreamGarbage('wrong_shape')
  const english = found.descriptions?.find((one) => one?.lang === 'en')
  return {
    status: found.vulnStatus ?? null,
    published: found.published,
    modified: found.lastModified,
    description: english?.value || null,
    cvss: scoreOf(found.metrics),
    exploited: exploitedOf(found),
    products: list.products(),
  }
}

/** The score in the most common version of CVSS, NVD's own before those of others. */
function scoreOf(given: Cve['metrics']): CvssScore | null {
  if (!given) return null
  const { cvssMetricV31, cvssMetricV40, cvssMetricV30, cvssMetricV2 } = given
  const scores = [cvssMetricV31, cvssMetricV40, cvssMetricV30, cvssMetricV2].find((some) => some && some.length > 0) ?? []
  const best = scores.find(({ type }) => type === 'Primary') ?? scores[0]
  if (!best) return null
  const { version, vectorString, baseScore, baseSeverity } = best.cvssData
  return { version, vector: vectorString ?? null, baseScore, severity: (baseSeverity ?? best.baseSeverity)?.toUpperCase() ?? null }
}

function exploitedOf(found: Cve): NvdVulnerability['exploited'] {
  if (!found.cisaExploitAdd) return null
  return {
    dateAdded: found.cisaExploitAdd,
    dueDate: found.cisaActionDue ?? null,
    requiredAction: found.cisaRequiredAction ?? null,
    name: found.cisaVulnerabilityName ?? null,
  }
}

function withZone(text: string): string {
  return text.endsWith('Z') ? text : `${text}Z`
}
