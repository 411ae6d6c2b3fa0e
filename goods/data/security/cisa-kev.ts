import { source, z } from '../../../src/goods/door.ts'
import {
  checkShape,
  type Feed,
  parseJsonLists,
  plainTextOf,
  type Source,
  type SourceTools,
  UpstreamGarbage,
  type UpstreamResponse,
} from '../../../src/goods/kit/http.ts'
import { askSource, nullIfUpstream, type SourceReply } from '../../../src/goods/kit/several-sources.ts'
import { cveFreshness, cveId } from './cve.ts'

export const cisaKev = source({
  id: 'cisa-kev',
  name: 'CISA Known Exploited Vulnerabilities Catalog',
  licence: 'CC0 1.0',
  attribution: 'Source: Cybersecurity and Infrastructure Security Agency (CISA), Known Exploited Vulnerabilities Catalog',
  resale: 'open',
  homepage: 'https://www.cisa.gov/known-exploited-vulnerabilities-catalog',
  baseUrl: 'https://www.cisa.gov/sites/default/files/feeds',
  standing: 'publisher',
  origin: 'cisa',
  create: createCatalog,
})

/** CISA's own copy, for networks from which its site refuses programs. */
export const cisaKevGithub = source({
  ...cisaKev,
  id: 'cisa-kev-github',
  name: 'CISA Known Exploited Vulnerabilities Catalog, on GitHub',
  homepage: 'https://github.com/cisagov/kev-data',
  baseUrl: 'https://raw.githubusercontent.com/cisagov/kev-data/develop',
})

/** One entry of the catalog. Days are YYYY-MM-DD; invalid members are null. */
export interface ExploitedVulnerability {
  readonly vendor: string | null
  readonly product: string | null
  readonly name: string | null
  readonly dateAdded: string | null
  /** The deadline for agencies of the United States. */
  readonly dueDate: string | null
  readonly requiredAction: string | null
  /** Whether it is known to be used in ransomware campaigns. */
  readonly ransomware: 'known' | 'unknown' | null
}

/** The whole catalog. */
export interface ExploitedVulnerabilities {
  /** Milliseconds. */
  readonly releasedAt: number
  readonly byCve: ReadonlyMap<string, ExploitedVulnerability>
  /** Entries whose CVE could not be read. While there are any, a CVE that is not in the map may be in the catalog. */
  readonly unreadable: number
}

export interface CisaKev {
  readonly source: Source
  /** The catalog; one key, ''. It is fetched as a whole, and only when it has changed. */
  readonly catalog: Feed<ExploitedVulnerabilities>
  /** Fetches the catalog if it is due, so that no caller waits for a file of over a megabyte. A failure is retried at the next call. */
  ahead(signal: AbortSignal): Promise<void>
}

const path = '/known_exploited_vulnerabilities.json'

const head = z.object({
  dateReleased: z.iso.datetime({ offset: true }),
  count: z.int().nonnegative(),
})
const textOrNull = (maxLength: number) => plainTextOf(maxLength).nullable().catch(null)
const dayOrNull = z.iso.date().nullable().catch(null)
const entry = z.object({
  // Typed by people: spaces, small letters and long dashes have been seen in such catalogs.
  cveID: z
    .string()
    .max(60)
    .transform((text) =>
      text
        .trim()
        .toUpperCase()
        .replaceAll(/\p{Pd}/gu, '-'),
    )
    .pipe(cveId),
  vendorProject: textOrNull(200),
  product: textOrNull(200),
  vulnerabilityName: textOrNull(300),
  dateAdded: dayOrNull,
  dueDate: dayOrNull,
  requiredAction: textOrNull(1_000),
  knownRansomwareCampaignUse: z.enum(['Known', 'Unknown']).nullable().catch(null),
})

/** The catalog from the first that has it. */
export async function askKev(
  { cisaKev, cisaKevGithub }: { readonly cisaKev: CisaKev; readonly cisaKevGithub: CisaKev },
  signal: AbortSignal,
): Promise<{ readonly reply: SourceReply<ExploitedVulnerabilities>; readonly fallback: boolean }> {
  // While the site does not answer, the copy is at hand, and no caller waits for both.
  const first = cisaKev.source.ready() || cisaKev.catalog.cached('') ? cisaKev : cisaKevGithub
  const reply = await askSource(first.source, first.catalog, '', { signal })
  if (reply.kind === 'answered' || first === cisaKevGithub) return { reply, fallback: first === cisaKevGithub && cisaKev.source.enabled }
  const copy = await askSource(cisaKevGithub.source, cisaKevGithub.catalog, '', { signal })
  return copy.kind === 'answered'
    ? { reply: copy, fallback: reply.kind === 'failed' }
    : { reply: reply.kind === 'failed' ? reply : copy, fallback: false }
}

function createCatalog(source: Source, parts: SourceTools): CisaKev {
  const pause = () => new Promise<void>((resolve) => void parts.timers.soon(resolve))
  let known: { readonly etag: string; readonly value: ExploitedVulnerabilities } | null = null

  const read = async (answer: UpstreamResponse): Promise<ExploitedVulnerabilities> => {
    if (answer.status === 304 && known) return known.value
    if (answer.status !== 200) throw new UpstreamGarbage('wrong_shape')
    const value = await readCatalog(answer.body, pause)
    const etag = answer.header('etag')
    known = etag !== null && etag.length <= 200 ? { etag, value } : null
    return value
  }

  const catalog = source.feed<ExploitedVulnerabilities>({
    name: 'catalog',
    size: 1,
    freshness: cveFreshness,
    asOf: (value) => value.releasedAt,
    address: () => path,
    // Over a megabyte, so it takes longer than a price.
    budgetMs: parts.limits.budgetMs * 3,
    load: (_, signal) =>
      source.ask(
        {
          path,
          maxBytes: 8_000_000,
          timeoutMs: parts.limits.timeoutMs * 3,
          ...(known ? { headers: { 'if-none-match': known.etag }, alsoAccept: [304] } : {}),
          read,
        },
        signal,
      ),
  })
  const ahead = async (signal: AbortSignal): Promise<void> => {
    if (source.ready()) await catalog.get('', { signal }).catch(nullIfUpstream)
  }
  return { source, catalog, ahead }
}

/** Of all entries, those that may lack a readable CVE: a slip of the publisher, and still the catalog. */
const maxUnreadableShare = 0.01

/**
 * An entry is kept even if some members are invalid, and counted if its CVE cannot be read. A file with many such entries, or with
 * fewer entries than its count, is refused: a lost entry must not lead to the answer "not exploited".
 */
async function readCatalog(body: Uint8Array, pause: () => Promise<void>): Promise<ExploitedVulnerabilities> {
  const byCve = new Map<string, ExploitedVulnerability>()
  let rows = 0
  let unreadable = 0
  const take = (row: unknown) => {
    rows++
    const read = entry.safeParse(row).data
    if (!read) return void unreadable++
    const { cveID, ...facts } = read
    byCve.set(cveID, entryOf(facts))
  }
  const { dateReleased, count } = checkShape(await parseJsonLists(body, { name: 'vulnerabilities', take, pause }), head)
  if (rows === 0 || rows < count || unreadable > maxUnreadableShare * rows) throw new UpstreamGarbage('wrong_shape')
  return { releasedAt: Date.parse(dateReleased), byCve, unreadable }
}

function entryOf(facts: Omit<z.output<typeof entry>, 'cveID'>): ExploitedVulnerability {
  const { vendorProject, product, vulnerabilityName, dateAdded, dueDate, requiredAction, knownRansomwareCampaignUse } = facts
  return {
    vendor: vendorProject,
    product,
    name: vulnerabilityName,
    dateAdded,
    dueDate,
    requiredAction,
    ransomware: knownRansomwareCampaignUse && (knownRansomwareCampaignUse === 'Known' ? 'known' : 'unknown'),
  }
}
