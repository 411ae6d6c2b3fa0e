import type { Quantity } from './quantity.ts'
import type { Token } from './tokens.ts'
import { magnitudeOf } from './units.ts'

/** What stands between the numbers of a range or a list: `5 to 8 percent`, `2, 3 or 4 km`. */
const joints = new Set('to and or through till until – — - ~ , / × x by versus vs'.split(' '))
/** These join the words of one range only with a number right behind them. */
const maxGap = 2

/**
 * Gives numbers of a range or list the unit that the text names once, behind the last one (`5 to 8 percent`, `2 to 3 million`) or before the
 * first one (`$5 to 8`). Linear time.
 */
export function shareUnits(found: readonly Quantity[], tokens: readonly Token[]): readonly Quantity[] {
  const shared = [...found]
  for (let at = shared.length - 2; at >= 0; at--) {
    const [one, next] = [shared[at], shared[at + 1]]
    if (one === undefined || next === undefined || !areJoined(one, next, tokens)) continue
    // "Rose 21 percent to $107 million" is no range.
    const isOneKind = isBare(one) || (one.kind === 'money' && (isBare(next) || next.unit === one.unit))
    if (isOneKind) shared[at] = withUnitBehind(one, next, tokens)
  }
  for (let at = 1; at < shared.length; at++) {
    const [before, one] = [shared[at - 1], shared[at]]
    if (before === undefined || one === undefined || !isBare(one) || before.kind !== 'money' || !areJoined(before, one, tokens)) continue
    if (tokens[before.from]?.kind !== 'number') shared[at] = { ...one, kind: 'money', unit: before.unit, head: null, counted: [] }
  }
  return shared
}

/** Whether only joints stand between two quantities. */
function areJoined(one: Quantity, next: Quantity, tokens: readonly Token[]): boolean {
  const between = tokens.slice(one.to, next.from)
  return between.length > 0 && between.length <= maxGap && between.every(({ lower }) => joints.has(lower))
}

const isBare = ({ kind, unit }: Quantity) => kind === 'count' && unit === ''

function withUnitBehind(one: Quantity, next: Quantity, tokens: readonly Token[]): Quantity {
  const times = magnitudeBehind(one, next, tokens)
  const scaled = times === 1 ? one : { ...one, value: one.value * times, base: one.base * times, slack: one.slack * times || 0.5 * times }
  if (!isBare(scaled) || next.kind === 'ordinal') return scaled
  const { kind, unit, head, counted } = next
  const factor = kind === 'temperature' || next.value === 0 ? 1 : next.base / next.value
  const base = unit === 'fahrenheit' ? ((scaled.value - 32) * 5) / 9 : scaled.value * factor
  return { ...scaled, kind, unit, head, counted, base, slack: scaled.slack * factor }
}

/** `million` of `2 to 3 million`, as a factor for the first number; 1 where it has its own size: `500,000 to 1 million`. */
function magnitudeBehind(one: Quantity, next: Quantity, tokens: readonly Token[]): number {
  const isPlain =
    one.to - one.from <= 2 && one.value < 1_000 && tokens.slice(one.from, one.to).every(({ lower }) => magnitudeOf(lower, true) === null)
  if (!isPlain) return 1
  for (const token of tokens.slice(next.from + 1, next.to)) {
    const magnitude = magnitudeOf(token.lower, /^(?:M|B|K|k|bn|Bn|mn)$/u.test(token.text))
    if (magnitude !== null && magnitude >= 1_000) return magnitude
  }
  return 1
}
