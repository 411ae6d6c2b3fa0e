import type { Clock } from '../../shared/clock.ts'
import type { KeptRows } from '../desk/kept-rows.ts'
import type { AskBooks } from '../desk/desk-questions.ts'
import type { News } from '../hooks/deliver-hooks.ts'

/** The last day that was summed up, as text such as 2026-03-31. */
export interface SummedDay {
  readonly day: string
}

/** Milliseconds. */
const dayMs = 86_400_000
/** Milliseconds after midnight (UTC): settlements of the last minute have been booked by then. */
const afterMidnightMs = 600_000
/** Days that are made up for after a longer stop. */
const maxDays = 7
const key = 'last'

/** Tells the operator each day what came in on the day before (UTC): what `farthing report` says of it. */
export function createDailySum(parts: {
  readonly ask: AskBooks
  readonly rows: KeptRows<SummedDay>
  readonly tell: (news: News) => Promise<void>
  /** The service, in the subject of mails. */
  readonly name: () => string
  readonly clock: Clock
}): { look(): Promise<void> } {
  const { ask, rows, tell, name, clock } = parts
  return {
    async look() {
      const now = clock.now()
      const yesterday = dayOf(now - afterMidnightMs - dayMs)
      const last = await rows.get(key)
      // What was sold before the operator asked for sums is in no sum.
      if (last === null) return rows.put(key, { day: yesterday })
      for (const day of daysAfter(last.day, yesterday)) {
        const { json, text } = await ask('report', { firstDay: day, lastDay: day, by: ['offer'] })
        const data = { day, total: json.total, offers: json.lines, costs: json.costs }
        const subject = `${name()}: ${json.total.earnedUsdc} USDC on ${day}`
        await tell({ id: `day-${day}`, kind: 'day.summed', data, mail: { subject, text } })
        await rows.put(key, { day })
      }
    },
  }
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

function daysAfter(last: string, yesterday: string): readonly string[] {
  const first = Math.max(Date.parse(last) + dayMs, Date.parse(yesterday) - (maxDays - 1) * dayMs)
  const count = Math.max(0, Math.round((Date.parse(yesterday) - first) / dayMs) + 1)
  return Array.from({ length: count }, (_, index) => dayOf(first + index * dayMs))
}
