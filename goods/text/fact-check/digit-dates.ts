import type { Token } from './tokens.ts'

/** A date in digits alone: its parts, and the index behind it. */
export interface DigitDate {
  readonly to: number
  readonly year: number
  readonly month: number
  readonly day: number
  /** Whether day and month may be the other way round. */
  readonly ambiguous: boolean
}

const longest = 7
const year = '((?:1[5-9]|20)\\d\\d)'
const part = '(\\d{1,2})'
const yearFirst = new RegExp(`^${year}([-/.])${part}\\2${part}(?!\\d)`, 'u')
const yearLast = new RegExp(`^${part}([-/.])${part}\\2${year}(?!\\d)`, 'u')
/** Two digits of a year are read only behind slashes: `3-4-24` is a score or a range as often, and `3.4.24` a version. */
const shortYear = new RegExp(`^${part}(/)${part}\\2(\\d\\d)(?![\\d.,/-]*\\d)`, 'u')

/**
 * The date in digits that begins at a token: `2024-03-04`, `2024/3/4`, `4.3.2024`, `03/04/2024`. Year first means month second, and dots mean day first;
 * with slashes or hyphens and the year last both orders are in use.
 */
export function digitDate(tokens: readonly Token[], at: number): DigitDate | null {
  const first = tokens[at]
  if (first?.kind !== 'number' || continues(tokens, at)) return null
  const text = written(tokens, at)
  const found = yearFirst.exec(text)
  if (found !== null) return dateOf(tokens, at, found[0].length, { year: found[1], month: found[3], day: found[4], mark: '-first' })
  const other = yearLast.exec(text) ?? shortYear.exec(text)
  return other === null
    ? null
    : dateOf(tokens, at, other[0].length, { year: other[4], day: other[1], month: other[3], mark: other[2] ?? '' })
}

/** The characters of a token and of those that follow it without a gap. */
function written(tokens: readonly Token[], at: number): string {
  let text = tokens[at]?.text ?? ''
  for (let index = at + 1; index < Math.min(tokens.length, at + longest) && isJoined(tokens[index - 1], tokens[index]); index++)
    text += tokens[index]?.text ?? ''
  return text
}

const isJoined = (one: Token | undefined, next: Token | undefined) => one !== undefined && one.end === next?.start && one.kind !== 'word'

/** Whether a number goes on from what is before it: `2.4.3.2024`. A bracket before it is none of its parts. */
const continues = (tokens: readonly Token[], at: number) =>
  isJoined(tokens[at - 1], tokens[at]) && (tokens[at - 1]?.kind === 'number' || ['-', '/', '.'].includes(tokens[at - 1]?.text ?? ''))

interface Parts {
  readonly year: string | undefined
  readonly month: string | undefined
  readonly day: string | undefined
  readonly mark: string
}

function dateOf(tokens: readonly Token[], at: number, length: number, parts: Parts): DigitDate | null {
  const end = (tokens[at]?.start ?? 0) + length
  const to = tokens.findIndex((token, index) => index >= at && token.end === end) + 1
  const [written, one, two] = [Number(parts.year), Number(parts.day), Number(parts.month)]
  const whole = written >= 100 ? written : written < 50 ? 2_000 + written : 1_900 + written
  // Of `12/25/2024` only one order is a date.
  const turned = (parts.mark === '/' || parts.mark === '-') && two > 12
  const [day, month] = turned ? [two, one] : [one, two]
  if (to === 0 || day < 1 || day > 31 || month < 1 || month > 12) return null
  const ambiguous = (parts.mark === '/' || parts.mark === '-') && day <= 12 && day !== month
  return { to, year: whole, month, day, ambiguous }
}
