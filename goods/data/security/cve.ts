import { byAge, z } from '../../../src/goods/door.ts'
import type { Freshness } from '../../../src/goods/kit/http.ts'

/** A CVE id in its usual form, in capital letters. */
export const cveId = z.string().regex(/^CVE-(?:19|20)\d{2}-\d{4,19}$/)

const hourMs = 3_600_000
const known = byAge({ refreshMs: 6 * hourMs, freshMs: 24 * hourMs, staleMs: 48 * hourMs })
const unknown = byAge({ refreshMs: hourMs, freshMs: hourMs, staleMs: hourMs })

/** Facts about a vulnerability change by the day. An unknown one may become known within the hour. */
export function cveFreshness(value: unknown, fetchedAt: number): Freshness {
  return (value === null ? unknown : known)(value, fetchedAt)
}

/** A score of the Common Vulnerability Scoring System. */
export interface CvssScore {
  /** `3.1` */
  readonly version: string
  readonly vector: string | null
  /** 0 to 10; null where only the vector is known. */
  readonly baseScore: number | null
  /** `CRITICAL`, in the terms of CVSS. */
  readonly severity: string | null
}
