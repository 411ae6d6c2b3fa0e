/** What an answer's members look like, so that any offer's answer can be shown, whatever its line. */
export type Members = Readonly<Record<string, unknown>>

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether every value that is there is a number, and one is there. */
export function isNumeric(values: readonly unknown[]): boolean {
  const there = values.filter((value) => value !== undefined && value !== null)
  return there.length > 0 && there.every((value) => numberOf(value) !== null)
}

export function isScalar(value: unknown): value is string | number | boolean | null {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}

/** A number, or a decimal in text; null for anything else. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  return typeof value === 'string' && /^-?\d{1,30}(\.\d{1,30})?$/.test(value) ? Number(value) : null
}

const isTime = (value: unknown): value is string => typeof value === 'string' && /^\d{4}(-\d{2})?(-\d{2})?(T[\d:.]+Z)?$/.test(value)

export interface Candle {
  readonly at: string
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

/** A value in a line of text. */
export function wordsFor(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** Null unless every entry is a candle: a time with open, high, low and close. */
export function candlesOf(list: readonly unknown[]): readonly Candle[] | null {
  const candles = list.map((one) => {
    if (!isMembers(one)) return null
    const figure = (name: string) => numberOf(one[name]) ?? Number.NaN
    const candle = { open: figure('open'), high: figure('high'), low: figure('low'), close: figure('close') }
    const at = Object.values(one).find(isTime)
    return at === undefined || Object.values(candle).some(Number.isNaN) ? null : { at, ...candle }
  })
  return candles.length > 0 && candles.every((candle) => candle !== null) ? candles : null
}

export interface Point {
  readonly at: string
  readonly value: number
}

/** Null unless every entry has one time and one number, as a price of each hour. */
export function seriesOf(list: readonly unknown[]): readonly Point[] | null {
  const points = list.map((one) => {
    if (!isMembers(one)) return null
    const values = Object.values(one)
    const at = values.find(isTime)
    const numbers = values.filter((value) => value !== at).map(numberOf)
    const value = numbers[0] ?? null
    return at !== undefined && numbers.length === 1 && value !== null ? { at, value } : null
  })
  return points.length > 1 && points.every((point) => point !== null) ? points : null
}

/** A part of a score: points of so many. Null for anything else. */
export function partOf(value: unknown): { readonly points: number; readonly most: number } | null {
  if (!isMembers(value)) return null
  const points = numberOf(value['points'])
  const most = numberOf(value['maxPoints'] ?? value['max_points'] ?? value['max'])
  return points !== null && most !== null && most > 0 ? { points, most } : null
}

/** The names that all entries have together, if a table of them is readable; null otherwise. */
export function columnsOf(list: readonly unknown[]): readonly string[] | null {
  if (list.length === 0 || !list.every(isMembers)) return null
  const names = [...new Set(list.flatMap((one) => Object.keys(one)))]
  const isShort = (value: unknown) => value === undefined || (isScalar(value) && String(value).length <= 48)
  return names.length <= 8 && list.every((one) => names.every((name) => isShort(one[name]))) ? names : null
}

/** A finding about code: it has a severity, a title and a place. */
export function isFinding(value: unknown): value is Members {
  return isMembers(value) && typeof value['severity'] === 'string' && typeof value['title'] === 'string' && isMembers(value['location'])
}
