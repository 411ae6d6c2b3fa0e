import { dayMs, maxLateDays, noticesOfDay } from './notices-of-day.ts'
import type { SandboxNotice } from './sandbox-notice.ts'

/** All notices of a sandbox: a pure function of its seed. There is no first and no last one; each is visible from its time on. */
export interface NoticePopulation {
  /** The notices with a publication date in these days that are visible at a moment, the oldest first. */
  visibleAt(moment: number, days: { readonly from: string; readonly to?: string }): SandboxNotice[]
  /** Of these, the ones that a query must give: by alpha-3 code, null for all, and by prefixes of CPV codes. */
  matching(query: NoticeQuery, moment: number): SandboxNotice[]
}

export interface NoticeQuery {
  readonly country: string | null
  readonly cpv: readonly string[]
  readonly from: string
}

/** More days than a query looks through, so that one query after the other finds them all here. */
const maxKeptDays = 800

export function createNoticePopulation(seed: string): NoticePopulation {
  const kept = new Map<number, readonly SandboxNotice[]>()

  const ofDay = (dayNumber: number): readonly SandboxNotice[] => {
    const known = kept.get(dayNumber)
    if (known) return known
    const [oldest] = kept.keys()
    if (oldest !== undefined && kept.size >= maxKeptDays) kept.delete(oldest)
    const made = noticesOfDay(seed, dayNumber)
    kept.set(dayNumber, made)
    return made
  }

  const population: NoticePopulation = {
    visibleAt(moment, { from, to }) {
      const found: SandboxNotice[] = []
      const last = Math.min(Math.floor(moment / dayMs), to === undefined ? Infinity : numberOf(to))
      for (let day = numberOf(from); day <= last; day++) {
        const all = ofDay(day)
        // Of days that lie back far enough, all are visible.
        const complete = moment >= (day + maxLateDays + 2) * dayMs
        for (const one of all) if (complete || one.visibleAt <= moment) found.push(one)
      }
      return found
    },
    matching: ({ country, cpv, from }, moment) =>
      population
        .visibleAt(moment, { from })
        .filter(
          (one) => (country === null || one.country === country) && one.cpv.some((code) => cpv.some((prefix) => code.startsWith(prefix))),
        ),
  }
  return population
}

function numberOf(day: string): number {
  return Date.parse(`${day}T00:00:00.000Z`) / dayMs
}

/** The notices of every sandbox. */
export const sandboxNotices = createNoticePopulation('farthing tenders 1')
