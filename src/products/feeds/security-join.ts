import type { ExploitedVulnerabilities } from '../../sources/cisa-kev.ts'
import type { ExploitPrediction } from '../../sources/epss.ts'
import type { NvdVulnerability } from '../../sources/nvd.ts'
import type { OpenSourceVulnerability } from '../../sources/osv.ts'
import { valueOf } from '../../sources/said.ts'
import type { Said } from '../../sources/said.ts'
import { cvssBaseScore } from './cvss-base-score.ts'
import type { SecurityData } from './security-answer.ts'

/** What the four sources said about one CVE. */
export interface SecuritySayings {
  readonly kev: Said<ExploitedVulnerabilities>
  readonly epss: Said<ExploitPrediction | null>
  readonly nvd: Said<NvdVulnerability | null>
  readonly osv: Said<OpenSourceVulnerability | null>
}

const most = { packages: 100, products: 100, versions: 50 }

/** Whether anybody knows of it at all. */
export function isKnown(cve: string, { kev, epss, nvd, osv }: SecuritySayings): boolean {
  return valueOf(nvd) !== null || valueOf(osv) !== null || valueOf(epss) !== null || valueOf(kev)?.byCve.has(cve) === true
}

/** One answer of what they said, and the names of what nobody could say. */
export function joinSecurity(cve: string, sayings: SecuritySayings): { data: SecurityData; missing: string[] } {
  const nvd = valueOf(sayings.nvd)
  const osv = valueOf(sayings.osv)
  const epss = valueOf(sayings.epss)
  const data: SecurityData = {
    cve,
    status: nvd?.status ?? null,
    description: nvd?.description ?? osv?.summary ?? null,
    published: nvd?.published ?? osv?.published ?? null,
    modified: nvd?.modified ?? osv?.modified ?? null,
    ...exploitationOf(cve, sayings),
    score: {
      cvss: cvssOf(nvd, osv),
      epss: epss && { probability: Number(epss.probability), percentile: Number(epss.percentile), date: epss.date },
    },
    affected: affectedBy(sayings),
    advisories: sayings.osv.kind === 'answered' ? [...(osv?.records ?? [])] : null,
  }
  return { data, missing: missingIn(data) }
}

/** NVD repeats the catalogue, but later: where it says nothing, that is no proof that the catalogue does not. */
function exploitationOf(cve: string, { kev, nvd }: SecuritySayings): Pick<SecurityData, 'exploited' | 'dueDate' | 'exploitation'> {
  const catalogue = valueOf(kev)
  const entry = catalogue?.byCve.get(cve)
  const repeated = valueOf(nvd)?.exploited
  if (entry) {
    const { dateAdded, requiredAction, ransomware, vendor, product, name, dueDate } = entry
    return { exploited: true, dueDate, exploitation: { dateAdded, requiredAction, ransomware, vendor, product, name } }
  }
  if (repeated) {
    const { dateAdded, dueDate, requiredAction, name } = repeated
    return { exploited: true, dueDate, exploitation: { dateAdded, requiredAction, ransomware: null, vendor: null, product: null, name } }
  }
  return { exploited: catalogue ? false : null, dueDate: null, exploitation: null }
}

function cvssOf(nvd: NvdVulnerability | null, osv: OpenSourceVulnerability | null): SecurityData['score']['cvss'] {
  if (nvd?.cvss) return { ...nvd.cvss, source: 'nvd' }
  for (const vector of osv?.vectors ?? []) {
    const score = cvssBaseScore(vector)
    if (score) return { ...score, vector, source: 'osv' }
  }
  const [vector] = osv?.vectors ?? []
  const [, version] = /^CVSS:(\d\.\d)\//.exec(vector ?? '') ?? []
  return vector === undefined || version === undefined ? null : { version, vector, baseScore: null, severity: null, source: 'osv' }
}

function affectedBy({ nvd, osv }: SecuritySayings): SecurityData['affected'] {
  const packages = osv.kind === 'answered' ? (osv.value?.packages ?? []) : null
  const products = nvd.kind === 'answered' ? (nvd.value?.products ?? []) : null
  const long = (list: readonly { readonly versions: readonly unknown[] }[], limit: number) =>
    list.length > limit || list.slice(0, limit).some(({ versions }) => versions.length > most.versions)
  return {
    packages: packages && packages.slice(0, most.packages).map((one) => ({ ...one, versions: one.versions.slice(0, most.versions) })),
    products: products && products.slice(0, most.products).map((one) => ({ ...one, versions: one.versions.slice(0, most.versions) })),
    truncated: long(packages ?? [], most.packages) || long(products ?? [], most.products),
  }
}

/** What is null because nobody said it. A due date of what is not in the catalogue is not missing: there is none. */
function missingIn(data: SecurityData): string[] {
  const { status, description, published, modified, exploited, dueDate, exploitation, score, affected, advisories } = data
  const parts: Readonly<Record<string, unknown>> = {
    status,
    description,
    published,
    modified,
    exploited,
    ...(exploited === false ? {} : { dueDate }),
    ...(exploited === null ? { exploitation } : {}),
    ...prefixed('exploitation', exploitation),
    'score.cvss': score.cvss,
    ...(score.cvss ? { 'score.cvss.baseScore': score.cvss.baseScore } : {}),
    'score.epss': score.epss,
    'affected.packages': affected.packages,
    'affected.products': affected.products,
    advisories,
  }
  return Object.keys(parts).filter((name) => parts[name] === null)
}

function prefixed(name: string, members: object | null): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members ?? {}).map(([member, value]) => [`${name}.${member}`, value]))
}
