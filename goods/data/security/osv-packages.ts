import { z } from '../../../src/goods/door.ts'
import { plainTextOf } from '../../../src/goods/kit/http.ts'

/** Versions from the first affected one up to the fixed one, or to the last affected one. Null when unknown. */
export interface AffectedVersions {
  readonly introduced: string | null
  readonly fixed: string | null
  readonly lastAffected: string | null
}

export interface AffectedPackage {
  /** `Maven`, `npm`, …; `GIT` for a repository, whose versions are commits. */
  readonly ecosystem: string
  readonly name: string
  readonly purl: string | null
  readonly versions: readonly AffectedVersions[]
}

const version = plainTextOf(120)
const event = z.object({ introduced: version.optional(), fixed: version.optional(), last_affected: version.optional() })
const range = z.object({ type: z.string(), repo: plainTextOf(300).nullish().catch(null), events: z.array(event).max(10_000) })

/** An entry of `affected` of a record in the OSV schema (https://ossf.github.io/osv-schema/). */
export const affectedEntry = z.object({
  package: z.object({ ecosystem: plainTextOf(60), name: plainTextOf(200), purl: plainTextOf(300).nullish().catch(null) }).nullish(),
  ranges: z.array(range).max(1_000).nullish(),
})
type Entries = readonly z.output<typeof affectedEntry>[]

/** The packages in records, each from the first record that names it. Repositories when no record names a package. */
export function affectedPackages(records: readonly Entries[]): AffectedPackage[] {
  const packages = new Map<string, AffectedPackage>()
  for (const record of records) for (const [key, value] of packagesOf(record)) if (!packages.has(key)) packages.set(key, value)
  return packages.size > 0 ? [...packages.values()] : [...repositoriesOf(records.flat()).values()]
}

/** A record names a package once for each range of versions. */
function packagesOf(record: Entries): Map<string, AffectedPackage> {
  const packages = new Map<string, AffectedPackage>()
  for (const { package: named, ranges } of record) {
    if (!named) continue
    const { ecosystem, name } = named
    const purl = named.purl ?? null
    const versions = (ranges ?? []).filter(({ type }) => type !== 'GIT').flatMap(({ events }) => stretches(events))
    add(packages, { ecosystem, name, purl, versions })
  }
  return packages
}

function repositoriesOf(entries: Entries): Map<string, AffectedPackage> {
  const repositories = new Map<string, AffectedPackage>()
  for (const { ranges } of entries) {
    for (const { type, repo, events } of ranges ?? []) {
      if (type === 'GIT' && repo) add(repositories, { ecosystem: 'GIT', name: repo, purl: null, versions: stretches(events) })
    }
  }
  return repositories
}

function add(packages: Map<string, AffectedPackage>, one: AffectedPackage): void {
  const key = `${one.ecosystem}\n${one.name}`
  const known = packages.get(key)
  packages.set(key, known ? { ...known, versions: [...known.versions, ...one.versions] } : one)
}

/** Reads the events in order: each "introduced" starts a range, and the next event ends it. */
function stretches(events: readonly z.output<typeof event>[]): AffectedVersions[] {
  const found: AffectedVersions[] = []
  let introduced: string | null = null
  let open = false
  for (const one of events) {
    if (one.introduced !== undefined) {
      if (open) found.push({ introduced, fixed: null, lastAffected: null })
      introduced = one.introduced
      open = true
    } else if (one.fixed !== undefined || one.last_affected !== undefined) {
      found.push({ introduced, fixed: one.fixed ?? null, lastAffected: one.last_affected ?? null })
      introduced = null
      open = false
    }
  }
  if (open) found.push({ introduced, fixed: null, lastAffected: null })
  return found
}
