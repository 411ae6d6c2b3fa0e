import { z } from 'zod'
import { count, isoDate, text } from '../answer-figures.ts'
import type { WatchedPage } from './watched-answer.ts'

/** What every answer of a watchlist says of its page, beside its items. */
export const pageSchema = {
  next_since: isoDate.describe('Ask again with since set to this day: you are charged only for new items'),
  has_more: z.boolean().describe('There are more new items than limit: ask again with next_since or cursor'),
  cursor: text.nullable().describe('Asks for the next page of this answer; null where there is none'),
  leftOutCount: count.describe('Items of the last 24 hours that are left out here, because there are too many'),
}

/** On every item of a watchlist. */
export const repeatedSchema = z
  .boolean()
  .describe('You received it in the last 24 hours; it comes again without a charge, in case that answer was lost')

export function pageFields({ nextSince, hasMore, cursor, repeatsLeftOut }: WatchedPage) {
  return { next_since: nextSince, has_more: hasMore, cursor, leftOutCount: repeatsLeftOut }
}
