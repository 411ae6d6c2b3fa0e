import type { KnownNetwork } from '../payment-terms/known-tokens.ts'
import type { ReadinessBody } from './readiness-answer.ts'
import { readSite, type GetFromSite } from './read-site.ts'
import { fixOf } from './scan-faults.ts'
import { scoreSite, type CheckedPart, type SiteScore } from './score-site.ts'

/** What a scan is made from. It goes to a thread, so it has values and no functions. */
export interface ScanOrder {
  readonly start: string
  /** A path that no site has. */
  readonly madeUpPath: string
  readonly networks: ReadonlyMap<string, KnownNetwork>
  /** Milliseconds since the epoch. */
  readonly now: number
}

export interface ScannedSite {
  /** Checks that threw, with their errors. */
  readonly threw: readonly { readonly check: string; readonly err: unknown }[]
  /** Why robots.txt could not be read; null where it was, or is not there. */
  readonly unreadable: string | null
  readonly body: Omit<ReadinessBody, 'meta' | 'markdown' | 'requestCount'>
}

/** Reads a site and judges it. */
export async function scanSite({ start, madeUpPath, networks, now }: ScanOrder, get: GetFromSite): Promise<ScannedSite> {
  const facts = await readSite(new URL(start), { get }, madeUpPath)
  const { document } = facts.robots
  const threw: { readonly check: string; readonly err: unknown }[] = []
  const score = scoreSite(facts, { networks, now, threw: (check, err) => void threw.push({ check, err }) })
  return {
    threw,
    unreadable: document.kind === 'unreadable' ? document.reason : null,
    body: bodyOf(facts.origin, score),
  }
}

function bodyOf(url: string, { kind, parts, score, level, observedShare, first }: SiteScore): ScannedSite['body'] {
  const fixed = (part: CheckedPart) => (part.fault === null ? { fix: null, snippet: null } : fixOf(part.fault, url))
  return {
    url,
    kind,
    score,
    level,
    observedShare,
    first: first.map((part) => ({ check: part.check.id, fix: fixed(part).fix ?? '' })),
    checks: parts.map((part) => ({
      id: part.check.id,
      title: part.check.title,
      status: part.status,
      points: part.points,
      maxPoints: part.maxPoints,
      fault: part.fault,
      evidence: part.evidence,
      ...fixed(part),
    })),
  }
}
