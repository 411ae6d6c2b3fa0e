import { type SourceReply, valueOf } from '../../../src/goods/kit/several-sources.ts'
import type { ExploitedVulnerabilities } from './cisa-kev.ts'
import type { ExploitPrediction } from './epss.ts'
import type { NvdVulnerability } from './nvd.ts'
import type { OpenSourceVulnerability } from './osv.ts'
import { cvssBaseScore } from './cvss-base-score.ts'
import { adviceOn } from './security-action.ts'
import type { SecurityData } from './security-answer.ts'

/** The replies of the four sources about one CVE. */
export interface SecurityReplies {
  readonly kev: SourceReply<ExploitedVulnerabilities>
  readonly epss: SourceReply<ExploitPrediction | null>
  readonly nvd: SourceReply<NvdVulnerability | null>
  readonly osv: SourceReply<OpenSourceVulnerability | null>
}

const max = { packages: 100, products: 100, versions: 50 }

/** Whether any source knows it. */
export function isKnown(cve: string, { kev, epss, nvd, osv }: SecurityReplies): boolean {
  return valueOf(nvd) !== null || valueOf(osv) !== null || valueOf(epss) !== null || valueOf(kev)?.byCve.has(cve) === true
}

/** One answer from the four replies, and the names of the members that no source gave. */
export function joinSecurity(cve: string, replies: SecurityReplies): { data: SecurityData; missing: string[] } {
  const nvd = valueOf(replies.nvd)
  const osv = valueOf(replies.osv)
  const epss = valueOf(replies.epss)
  const status = nvd?.status ?? null
  const exploitation = exploitationOf(cve, replies)
  const score: SecurityData['score'] = {
    cvss: cvssOf(nvd, osv),
    epss: epss && { probability: Number(epss.probability), percentile: Number(epss.percentile), date: epss.date },
  }
  const data: SecurityData = {
    cve,
    ...adviceOn({ status, exploited: exploitation.exploited, score }),
    status,
    description: nvd?.description ?? osv?.summary ?? null,
    publishedAt: nvd?.published ?? osv?.published ?? null,
    modifiedAt: nvd?.modified ?? osv?.modified ?? null,
    ...exploitation,
    score,
    affected: affectedBy(replies),
    advisories: replies.osv.kind === 'answered' ? [...(osv?.records ?? [])] : null,
  }
  return { data, missing: missingIn(data) }
}

/** NVD repeats CISA's catalog with a delay, so its silence does not prove that the CVE is not in the catalog. */
function exploitationOf(cve: string, { kev, nvd }: SecurityReplies): Pick<SecurityData, 'exploited' | 'dueDate' | 'exploitation'> {
  const catalog = valueOf(kev)
  const entry = catalog?.byCve.get(cve)
  const repeated = valueOf(nvd)?.exploited
  if (entry) {
    const { dateAdded, requiredAction, ransomware, vendor, product, name, dueDate } = entry
    return { exploited: true, dueDate, exploitation: { addedDate: dateAdded, requiredAction, ransomware, vendor, product, name } }
  }
  if (repeated) {
    const { dateAdded, dueDate, requiredAction, name } = repeated
    return {
      exploited: true,
      dueDate,
      exploitation: { addedDate: dateAdded, requiredAction, ransomware: null, vendor: null, product: null, name },
    }
  }
  // With unreadable entries the catalog alone proves nothing either.
  const isUnlisted = catalog !== null && (catalog.unreadable === 0 || nvd.kind === 'answered')
  return { exploited: isUnlisted ? false : null, dueDate: null, exploitation: null }
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

function affectedBy({ nvd, osv }: SecurityReplies): SecurityData['affected'] {
  const packages = osv.kind === 'answered' ? (osv.value?.packages ?? []) : null
  const products = nvd.kind === 'answered' ? (nvd.value?.products ?? []) : null
  const long = (list: readonly { readonly versions: readonly unknown[] }[], limit: number) =>
    list.length > limit || list.slice(0, limit).some(({ versions }) => versions.length > max.versions)
  return {
    packages: packages && packages.slice(0, max.packages).map((one) => ({ ...one, versions: one.versions.slice(0, max.versions) })),
    products: products && products.slice(0, max.products).map((one) => ({ ...one, versions: one.versions.slice(0, max.versions) })),
    truncated: long(packages ?? [], max.packages) || long(products ?? [], max.products) || valueOf(osv)?.incomplete === true,
  }
}

/** Members that are null because no source gave them. A CVE outside the catalog has no due date, so none is missing. */
function missingIn(data: SecurityData): string[] {
  const { status, description, publishedAt, modifiedAt, exploited, dueDate, exploitation, score, affected, advisories } = data
  const parts: Readonly<Record<string, unknown>> = {
    status,
    description,
    publishedAt,
    modifiedAt,
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
