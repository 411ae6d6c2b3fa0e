import type { DateSpan } from './read-dates.ts'
import { readNumberWords } from './number-words.ts'
import type { Quantity } from './quantity.ts'
import { shareUnits } from './share-units.ts'
import { isContent, type Token } from './tokens.ts'
import { currencyOf, magnitudeOf, unitOf, type Unit } from './units.ts'

/** The quantities of a text outside of its dates, in order. Linear time. */
export function readQuantities(tokens: readonly Token[], dates: readonly DateSpan[]): readonly Quantity[] {
  const taken = new Set<number>()
  for (const { from, to } of dates) for (let index = from; index < to; index++) taken.add(index)
  const quantities: Quantity[] = []
  let at = 0
  while (at < tokens.length) {
    const found = taken.has(at) ? null : quantityAt(tokens, at, taken)
    if (found !== null) quantities.push(found)
    at = found === null ? at + 1 : found.to
  }
  return shareUnits(quantities, tokens)
}

/** `$` or `USD` before a number; words such as `won` and `real` are more often no currency there. */
function currencySignBefore(token: Token | undefined): Unit | null {
  if (token === undefined || (token.kind === 'word' && !/^[A-Z]{3,4}$/u.test(token.text))) return null
  return currencyOf(token.lower)
}

interface Read {
  readonly value: number
  readonly end: number
  readonly ordinal: boolean
  readonly slack: number
}

function quantityAt(tokens: readonly Token[], at: number, taken: ReadonlySet<number>): Quantity | null {
  const number = numberAt(tokens, at)
  if (number === null) return null
  const sign =
    tokens[at - 1]?.text === '-' &&
    tokens[at - 2]?.kind !== 'number' &&
    tokens[at - 1]?.end === tokens[at]?.start &&
    tokens[at - 2]?.end !== tokens[at - 1]?.start
      ? -1
      : 1
  let end = number.end
  const currencyBefore = currencySignBefore(tokens[at - 1])
  let unit: Unit | null = number.ordinal ? { kind: 'ordinal', name: '', factor: 1 } : currencyBefore
  if (unit === null && tokens[end] !== undefined && !taken.has(end)) {
    const behind = unitBehind(tokens, end)
    unit = behind.unit
    end = behind.end
  }
  const factor = unit?.factor ?? 1
  const counted = countedBehind(tokens, end)
  const value = sign * number.value
  return {
    from: currencyBefore === null || number.ordinal ? at : at - 1,
    to: end,
    kind: unit?.kind ?? 'count',
    value,
    base: unit?.name === 'fahrenheit' ? ((value - 32) * 5) / 9 : value * factor,
    unit: unit?.name ?? '',
    head: counted.at(-1) ?? null,
    counted,
    bound: boundBefore(tokens, currencyBefore === null ? at : at - 1, end),
    slack: number.slack * factor,
  }
}

/** Digits or words, with the magnitude behind them. */
function numberAt(tokens: readonly Token[], at: number): Read | null {
  const token = tokens[at]
  if (token === undefined) return null
  if (token.kind !== 'number') return wordNumberAt(tokens, at)
  const value = Number(token.text.replaceAll(',', ''))
  const places = token.text.split('.')[1]?.length ?? 0
  const next = tokens[at + 1]
  if (next !== undefined && next.start === token.end && ['st', 'nd', 'rd', 'th'].includes(next.lower)) {
    return { value, end: at + 2, ordinal: true, slack: 0 }
  }
  const skip = next?.text === '-' && magnitudeOf(tokens[at + 2]?.lower ?? '', false) !== null ? 1 : 0
  const behind = tokens[at + 1 + skip]
  const magnitude =
    behind === undefined ? null : magnitudeOf(behind.lower, isMagnitude(behind, token, currencySignBefore(tokens[at - 1]) !== null))
  const times = magnitude ?? 1
  return {
    value: value * times,
    end: at + 1 + (magnitude === null ? 0 : 1 + skip),
    ordinal: false,
    slack: ((0.5 * times) / 10 ** places) * (magnitude === null && places === 0 ? 0 : 1),
  }
}

/** `5k`, `$5m`: a small `m` behind a number without currency is metres. */
const isMagnitude = (behind: Token, number: Token, money: boolean) =>
  /^(?:M|B|K|k|bn|Bn|mn)$/u.test(behind.text) || (money && behind.start === number.end)

function wordNumberAt(tokens: readonly Token[], at: number): Read | null {
  const words = readNumberWords(tokens, at)
  if (words === null) {
    const lower = tokens[at]?.lower
    const article = ['a', 'one'].includes(tokens[at - 1]?.lower ?? '')
    if (lower === 'dozen' || ((lower === 'hundred' || lower === 'thousand' || lower === 'million' || lower === 'billion') && article)) {
      return { value: magnitudeOf(lower, false) ?? 12, end: at + 1, ordinal: false, slack: 0 }
    }
    if (lower === 'last' && isPlace(tokens, at)) return { value: -1, end: at + 1, ordinal: true, slack: 0 }
    if (lower === 'twice' || lower === 'once') return { value: lower === 'twice' ? 2 : 1, end: at + 1, ordinal: false, slack: 0 }
    return null
  }
  // "one" is mostly a pronoun or an article: "one of the largest".
  const lone = words.length === 1 && words.value === 1 && !words.ordinal && tokens[at - 1]?.lower !== 'number'
  const next = tokens[at + 1]
  if (lone && (next === undefined || next.kind !== 'word' || !isContent(next) || next.lower === 'day')) return null
  return { value: words.value, end: at + words.length, ordinal: words.ordinal, slack: 0 }
}

/** `her last book` is a place in an order; `last year` is a time. */
const isPlace = (tokens: readonly Token[], at: number) =>
  ['the', 'his', 'her', 'its', 'their', 'our'].includes(tokens[at - 1]?.lower ?? '') &&
  !/^(?:years?|weeks?|months?|decades?|night|century|time|few|two|three|days?|of)$/u.test(tokens[at + 1]?.lower ?? 'of')

/** The unit behind a number: `km`, `square miles`, `per cent`, `-metre`, `degrees Fahrenheit`. */
function unitBehind(tokens: readonly Token[], from: number): { unit: Unit | null; end: number } {
  const token = tokens[from]
  if (token === undefined) return { unit: null, end: from }
  const directly = tokens[from - 1]?.kind === 'number'
  const at = token.text === '-' && tokens[from + 1]?.kind === 'word' ? from + 1 : from
  const lower = tokens[at]?.lower ?? ''
  const next = tokens[at + 1]?.lower ?? ''
  if (lower === 'per' && next === 'cent') return { unit: unitOf('percent', false), end: at + 2 }
  if ((lower === 'percentage' || lower === 'percent') && (next === 'point' || next === 'points')) {
    return { unit: { kind: 'points', name: 'percentage point', factor: 1 }, end: at + 2 }
  }
  if (lower === 'percentage') return { unit: unitOf('percent', false), end: at + 1 }
  if (lower === 'sq' || lower === 'square') {
    const dotted = next === '.' ? at + 2 : at + 1
    const side = unitOf(tokens[dotted]?.lower ?? '', true)
    if (side?.kind === 'length') return { unit: { kind: 'area', name: `square ${side.name}`, factor: side.factor ** 2 }, end: dotted + 1 }
  }
  if (lower === 'cubic') {
    const side = unitOf(next, true)
    if (side?.kind === 'length')
      return { unit: { kind: 'volume', name: `cubic ${side.name}`, factor: side.factor ** 3 * 1_000 }, end: at + 2 }
  }
  if (lower === '°' || lower === 'degree' || lower === 'degrees') return temperature(tokens, at)
  const currency = lower === 'pound' || lower === 'pounds' ? null : currencyOf(lower)
  const unit = currency ?? unitOf(lower, directly)
  if (unit === null) return { unit: null, end: from }
  if (unit.kind === 'length' && (next === 'per' || next === '/') && /^(?:hours?|h|seconds?|s)$/u.test(tokens[at + 2]?.lower ?? '')) {
    const seconds = (tokens[at + 2]?.lower ?? '').startsWith('h') ? 3_600 : 1
    return {
      unit: { kind: 'speed', name: `${unit.name} per ${seconds === 1 ? 'second' : 'hour'}`, factor: unit.factor / seconds },
      end: at + 3,
    }
  }
  return { unit, end: at + 1 }
}

function temperature(tokens: readonly Token[], at: number): { unit: Unit; end: number } {
  const scale = tokens[at + 1]?.lower ?? ''
  const name = /^(?:f|fahrenheit)$/u.test(scale) ? 'fahrenheit' : /^(?:c|celsius)$/u.test(scale) ? 'celsius' : 'degree'
  return { unit: { kind: 'temperature', name, factor: 1 }, end: name === 'degree' ? at + 1 : at + 2 }
}

/** What is counted: the words of the noun phrase behind a number, at most three words on. The last one is its head. */
function countedBehind(tokens: readonly Token[], end: number): readonly string[] {
  const counted: string[] = []
  for (let index = end; index < Math.min(tokens.length, end + 3); index++) {
    const token = tokens[index]
    if (token === undefined || token.kind !== 'word' || !isContent(token)) {
      if (token?.text === '-' || (counted.length === 0 && token?.lower === 'of')) continue
      break
    }
    counted.push(token.stem)
  }
  return counted
}

const bounds: readonly (readonly [string, Quantity['bound']])[] = [
  ['at least', 'at least'],
  ['no fewer than', 'at least'],
  ['no less than', 'at least'],
  ['not less than', 'at least'],
  ['minimum of', 'at least'],
  ['at most', 'at most'],
  ['no more than', 'at most'],
  ['not more than', 'at most'],
  ['up to', 'at most'],
  ['maximum of', 'at most'],
  ['more than', 'more than'],
  ['greater than', 'more than'],
  ['higher than', 'more than'],
  ['over', 'more than'],
  ['above', 'more than'],
  ['exceeding', 'more than'],
  ['less than', 'less than'],
  ['fewer than', 'less than'],
  ['lower than', 'less than'],
  ['under', 'less than'],
  ['below', 'less than'],
  ['almost', 'about'],
  ['nearly', 'about'],
  ['about', 'about'],
  ['around', 'about'],
  ['approximately', 'about'],
  ['roughly', 'about'],
  ['some', 'about'],
  ['estimated', 'about'],
  ['~', 'about'],
]

function boundBefore(tokens: readonly Token[], at: number, end: number): Quantity['bound'] {
  const before = tokens
    .slice(Math.max(0, at - 3), at)
    .map(({ lower }) => lower)
    .join(' ')
  const behind = `${tokens[end]?.lower ?? ''} ${tokens[end + 1]?.lower ?? ''}`
  if (behind === 'or more' || tokens[end]?.text === '+') return 'at least'
  if (behind === 'or less' || behind === 'or fewer') return 'at most'
  return bounds.find(([words]) => before === words || before.endsWith(` ${words}`))?.[1] ?? 'exact'
}
