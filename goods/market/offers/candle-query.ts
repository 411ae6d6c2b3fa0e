import { Problem, z } from '../../../src/goods/door.ts'
import { expectedAt } from '../../../src/goods/kit/answers.ts'
import { floorTo } from '../coins/candle-feed.ts'
import type { CandleRange } from '../coins/candle-feed.ts'

/** Lengths of candles that callers may ask for, in seconds. */
export const intervalSeconds = {
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '30m': 1_800,
  '1h': 3_600,
  '2h': 7_200,
  '4h': 14_400,
  '6h': 21_600,
  '12h': 43_200,
  '1d': 86_400,
} as const

export type Interval = keyof typeof intervalSeconds

export const maxCandles = 720
const defaultCandles = 100
/** How far a caller's clock may be ahead of this service's. */
const skewSeconds = 60

/** The day of the first Bitcoin block: no coin was traded before. */
const firstBlock = Date.UTC(2009, 0, 3) / 1000

const momentHint = 'a time such as 2026-10-05T12:00:00Z, a date such as 2026-10-05, or seconds since 1970; not before 2009-01-03'
const moment = z
  .union([z.iso.datetime({ offset: true }), z.iso.date(), z.string().regex(/^[1-9]\d{8,9}$/)], { error: momentHint })
  .transform((text) => (/^\d+$/.test(text) ? Number(text) : Math.floor(Date.parse(text) / 1000)))
  .refine((seconds) => seconds >= firstBlock, momentHint)

const limitHint = `a whole number from 1 to ${maxCandles}`

export const candleQuery = z
  .object({
    interval: z
      .enum(Object.keys(intervalSeconds) as Interval[], { error: `one of ${Object.keys(intervalSeconds).join(', ')}` })
      .default('1h')
      .describe('length of a candle'),
    from: moment.optional().describe(`first candle begins at or after this: ${momentHint}`),
    to: moment.optional().describe('candles begin before this; now if not given, never later'),
    limit: z
      .string()
      .regex(/^[1-9]\d{0,2}$/, limitHint)
      .transform(Number)
      .refine((count) => count <= maxCandles, limitHint)
      .optional()
      .describe(`candles at most, ${maxCandles} at most; ${defaultCandles} if neither it nor "from" is given`),
    quote: z.enum(['USD', 'EUR', 'GBP', 'USDT', 'USDC', 'BTC', 'ETH']).default('USD').describe('what the coin is priced in'),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from < to, { path: ['from'], error: 'a time before "to"' })

export type CandleQuery = z.output<typeof candleQuery>

/** The candles that a query asks for: they begin in [from, to). `nextFrom` is where the next page begins if the limit cut the range off. */
export interface CandlesAsked extends CandleRange {
  readonly step: number
  readonly nextFrom: number | null
}

/**
 * The candles that a query asks for at `now` (milliseconds): the latest ones if it has no `from`, and otherwise those from there on.
 * @throws Problem `invalid_input` for a range that lies in the future, or that holds no candle or too many.
 */
export function candlesAsked(query: CandleQuery, now: number): CandlesAsked {
  const step = intervalSeconds[query.interval]
  const present = Math.floor(now / 1000)
  if (query.from !== undefined && query.from > present) throw wrong('from', 'a time that is not in the future')
  if (query.to !== undefined && query.to > present + skewSeconds) throw wrong('to', 'a time that is not in the future')
  // The latest candles include the one that begins in this very second.
  const end = query.to === undefined || query.to > present ? floorTo(present, step) + step : ceilTo(query.to, step)
  if (query.from === undefined) return { from: end - (query.limit ?? defaultCandles) * step, to: end, step, nextFrom: null }
  const from = ceilTo(query.from, step)
  const count = (end - from) / step
  if (count < 1) throw wrong('from', `a range that holds the beginning of at least one candle of ${query.interval}`)
  if (query.limit === undefined && count > maxCandles) {
    throw wrong('from', `a range of at most ${maxCandles} candles of ${query.interval}, or a limit; this one holds ${count}`)
  }
  const cut = Math.min(end, from + (query.limit ?? maxCandles) * step)
  return { from, to: cut, step, nextFrom: cut < end ? cut : null }
}

function wrong(name: string, expected: string): Problem {
  return new Problem('invalid_input', expectedAt(`query.${name}`, expected), { field: `query.${name}`, expected })
}

function ceilTo(seconds: number, step: number): number {
  return Math.ceil(seconds / step) * step
}
