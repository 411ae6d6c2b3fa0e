import { z } from 'zod'
import { utcDay } from '../../shared/clock.ts'
import { Problem } from '../../shared/problems.ts'
import { readCursor, type Cursor } from './cursor.ts'
import { daysBefore, type Day } from './day.ts'

/** How far back a call may ask. What was delivered is remembered for longer, so that no item is charged twice. */
const maxDaysBack = 400
/** Days before `since` that are searched too, since publications may appear late. */
export const overlapDays = 30
const defaultDaysBack = 90
const maxLimit = 100
const limits = `a whole number from 1 to ${maxLimit}`

/** The query parameters that every offer with the watchlist rule takes, beside its own. */
export const watchlistParameters = {
  since: z.iso
    .date('a day as YYYY-MM-DD')
    .optional()
    .describe(
      `items published since this day, then since the last next_since; default ${defaultDaysBack} days ago, at most ${maxDaysBack}`,
    ),
  limit: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, limits)
    .refine((text) => Number(text) <= maxLimit, limits)
    .default('50')
    .describe(`maximum number of new items, 1 to ${maxLimit}`),
  cursor: z.string().max(400).optional().describe('of the last answer: for its next page'),
  watch: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,40}$/, '1 to 40 letters, digits, - and _')
    .optional()
    .describe('a name for each consumer of one wallet'),
  redeliver: z.enum(['true', 'false']).optional().describe('true sells delivered items again'),
}

/** The parsed form of these parameters. */
export interface WatchlistQuery {
  readonly since?: string | undefined
  readonly limit: string
  readonly cursor?: string | undefined
  readonly watch?: string | undefined
  readonly redeliver?: 'true' | 'false' | undefined
}

/** What a call asks for. */
export interface WatchlistRequest {
  /** The first day that was asked for. */
  readonly since: Day
  /** The first day that the product has to look through. */
  readonly windowFrom: Day
  /** The most new items. */
  readonly limit: number
  /** Where the page before this one ended. */
  readonly after: Cursor['after'] | null
  readonly redeliver: boolean
}

/** @throws Problem `invalid_input` for a day or a cursor that can't be asked for */
export function readWatchlistQuery(query: WatchlistQuery, now: number): WatchlistRequest {
  const cursor = query.cursor === undefined ? null : readCursor(query.cursor)
  if (cursor && query.since !== undefined && query.since !== cursor.since) {
    throw new Problem('invalid_input', 'This cursor belongs to an answer with another since.', {
      field: 'query.since',
      expected: `${cursor.since}, or nothing`,
    })
  }
  const since = checkedDay(
    cursor?.since ?? query.since ?? daysBefore(utcDay(now), defaultDaysBack),
    cursor ? 'query.cursor' : 'query.since',
    now,
  )
  const redeliver = query.redeliver === 'true'
  return {
    since,
    windowFrom: redeliver ? since : daysBefore(since, overlapDays),
    limit: Number(query.limit),
    after: cursor?.after ?? null,
    redeliver,
  }
}

function checkedDay(day: Day, field: string, now: number): Day {
  const [earliest, today] = [daysBefore(utcDay(now), maxDaysBack), utcDay(now)]
  if (day >= earliest && day <= today) return day
  const detail = day > today ? 'This day is in the future.' : `A call may ask for the last ${maxDaysBack} days.`
  throw new Problem('invalid_input', detail, { field, expected: `a day from ${earliest} to ${today}` })
}
