import { readJson, source, z } from '../../../src/goods/door.ts'
import {
  checkShape,
  type Feed,
  parseJsonLists,
  plainTextOf,
  type Source,
  type SourceTools,
  type UpstreamResponse,
  validRows,
} from '../../../src/goods/kit/http.ts'
import { cveFreshness } from './cve.ts'
import { affectedEntry, affectedPackages } from './osv-packages.ts'
import type { AffectedPackage } from './osv-packages.ts'

export const osv = source({
  id: 'osv',
  name: 'OSV',
  licence: 'CC BY 4.0, and the open licences of its databases',
  attribution: 'OSV (https://osv.dev), with records of the GitHub Advisory Database and others',
  resale: 'open',
  homepage: 'https://google.github.io/osv.dev/api/',
  baseUrl: 'https://api.osv.dev',
  standing: 'relay',
  create: createOsv,
})

/** What all databases in OSV say about one CVE. */
export interface OpenSourceVulnerability {
  /** Ids of these records, such as a GHSA. */
  readonly records: readonly string[]
  readonly summary: string | null
  /** ISO times. */
  readonly published: string | null
  readonly modified: string
  /** CVSS vectors as received: `CVSS:3.1/AV:N/…`. */
  readonly vectors: readonly string[]
  readonly packages: readonly AffectedPackage[]
  /** Whether some affected packages could not be read. */
  readonly incomplete: boolean
}

export interface Osv {
  readonly source: Source
  /** By CVE id; null for an unknown one. */
  readonly vulnerability: Feed<OpenSourceVulnerability | null>
}

const time = z.iso.datetime({ offset: true })
const record = z.object({
  id: z.string().min(1).max(100),
  modified: time,
  published: time.nullish(),
  withdrawn: time.nullish(),
  summary: plainTextOf(500).nullish(),
  details: plainTextOf(2_000).nullish(),
  aliases: z.array(z.string().max(100)).max(1_000).nullish(),
  severity: z
    .array(
      z
        .object({ type: z.string(), score: z.string().max(300) })
        .nullable()
        .catch(null),
    )
    .max(50)
    .nullish(),
  affected: z.array(z.unknown()).max(20_000).nullish(),
})
type OsvRecord = Omit<z.output<typeof record>, 'affected'> & {
  readonly affected: readonly z.output<typeof affectedEntry>[]
  /** Entries of `affected` that could not be read. */
  readonly unreadable: number
}
const refusal = z.object({ message: z.string() })

/** Ids in databases that name packages. Databases of distributions are excluded, because they name what was packaged there. */
const advisory = /\b(?:GHSA(?:-[0-9a-z]{4}){3}|(?:GO|PYSEC|RUSTSEC)-\d{4}-\d{1,9})\b/g
const maxAdvisories = 3

function createOsv(source: Source, parts: SourceTools): Osv {
  const pathOf = (id: string) => `/v1/vulns/${encodeURIComponent(id)}`
  const pause = () => new Promise<void>((resolve) => void parts.timers.soon(resolve))

  const read = async (answer: UpstreamResponse): Promise<OsvRecord | readonly string[]> => {
    // A CVE without its own record is refused, and the refusal names the records about it.
    if (answer.status === 404) return advisoriesIn([readJson(answer, refusal).message])
    // Lists of all affected versions make records long, and the ranges say the same.
    return recordOf(checkShape(await parseJsonLists(answer.body, { name: 'versions', take: () => {}, pause }), record))
  }
  const ask = (id: string, signal: AbortSignal) => source.ask({ path: pathOf(id), alsoAccept: [404], maxBytes: 8_000_000, read }, signal)

  const vulnerability = source.feed<OpenSourceVulnerability | null>({
    name: 'vulnerability',
    size: 2_000,
    freshness: cveFreshness,
    asOf: (value) => value && Date.parse(value.modified),
    address: pathOf,
    // The record of the CVE, then the records that it names.
    budgetMs: parts.limits.budgetMs * 2,
    async load(id, signal) {
      const own = await ask(id, signal)
      const named = isRecord(own) ? advisoriesIn(own.aliases ?? []) : own
      const others = await Promise.all(named.slice(0, maxAdvisories).map((other) => ask(other, signal)))
      const records = [...others, own].filter(isRecord).filter((one) => !one.withdrawn)
      return records.length === 0 ? null : together(records)
    },
  })
  return { source, vulnerability }
}

function recordOf(read: z.output<typeof record>): OsvRecord {
  const given = read.affected ?? []
  const affected = validRows(given, affectedEntry)
  return { ...read, affected, unreadable: given.length - affected.length }
}

function isRecord(read: OsvRecord | readonly string[]): read is OsvRecord {
  return 'id' in read
}

/** GitHub's first: they name the packages of all ecosystems. */
function advisoriesIn(texts: readonly string[]): string[] {
  const ids = new Set(texts.flatMap((text) => text.slice(0, 2_000).match(advisory) ?? []))
  return [...ids].sort((a, b) => Number(b.startsWith('GHSA')) - Number(a.startsWith('GHSA')) || (a < b ? -1 : 1))
}

/** The advisories come before the record of the CVE itself, which names repositories only. */
function together(records: readonly OsvRecord[]): OpenSourceVulnerability {
  const times = (named: 'published' | 'modified') => records.flatMap((one) => one[named] ?? []).map((text) => Date.parse(text))
  const published = times('published')
  return {
    records: records.map((one) => one.id),
    summary: records.flatMap((one) => one.summary || one.details || [])[0] ?? null,
    published: published.length === 0 ? null : new Date(Math.min(...published)).toISOString(),
    modified: new Date(Math.max(...times('modified'))).toISOString(),
    // Distributions give a word of their own, such as "medium", under another type.
    vectors: [
      ...new Set(records.flatMap((one) => (one.severity ?? []).flatMap((row) => (row?.type.startsWith('CVSS_') ? row.score : [])))),
    ],
    packages: affectedPackages(records.map((one) => one.affected)),
    incomplete: records.some((one) => one.unreadable > 0),
  }
}
