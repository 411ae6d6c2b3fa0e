import { z } from 'zod'
import { byAge } from './feed.ts'
import type { Freshness } from './feed.ts'

/** A CVE id as everybody writes it, in capital letters. */
export const cveId = z.string().regex(/^CVE-(?:19|20)\d{2}-\d{4,19}$/)

const hourMs = 3_600_000
const known = byAge({ refreshMs: 6 * hourMs, freshMs: 24 * hourMs, staleMs: 48 * hourMs })
const unknown = byAge({ refreshMs: hourMs, freshMs: hourMs, staleMs: hourMs })

/** What is said about a vulnerability changes by the day; one that nobody knew may be known within the hour. */
export function cveFreshness(value: unknown, fetchedAt: number): Freshness {
  return (value === null ? unknown : known)(value, fetchedAt)
}

/** How severe a vulnerability is in the Common Vulnerability Scoring System. */
export interface CvssScore {
  /** `3.1` */
  readonly version: string
  readonly vector: string | null
  /** 0 to 10; null where only the vector is known. */
  readonly baseScore: number | null
  /** `CRITICAL`, in the words of CVSS. */
  readonly severity: string | null
}
