import type { AnyOffer } from '../../../offers/offer.ts'
import { stepsOf } from '../../../offers/brief/member-path.ts'
import { labelOf } from './label-of.ts'
import { isMembers, isScalar, type Members } from './shapes.ts'

const maxCharacters = 110
const maxFigures = 4

type Figure = readonly [name: string, value: string]

/** The example's answer in one line: the first of the figures that its offer calls the most important. Null where it has none. */
export function answerLine(offer: AnyOffer): string | null {
  const { example, brief } = offer
  const answer: unknown = example.answer
  if (!isMembers(answer)) return null
  const body = isMembers(answer['data']) ? answer['data'] : answer
  if ('mimeType' in body) return typeof body['mimeType'] === 'string' ? `A file of the type ${body['mimeType']}` : null
  const inputs = inputsOf(example)
  const paths = brief === undefined || 'none' in brief ? [] : brief.filter((path) => !ofPaging.test(path))
  const declared = paths.flatMap((path) => figureAt(answer, path))
  // What was asked for says nothing of the answer.
  const told = declared.filter(([, value]) => !inputs.has(value.toLowerCase()))
  const figures = (told.length > 0 ? told : figuresOf(body, 2)).slice(0, maxFigures)
  return joined(figures.map(([name, value]) => `${name}: ${shortened(value)}`))
}

/** Members that lead to more answers, and say nothing of this one. */
const ofPaging = /(?:^|[._])(?:next|has_?more|since)/i

/** The texts of the example's input. */
function inputsOf({ path, query, body }: AnyOffer['example']): ReadonlySet<string> {
  return new Set(
    [path, query, body].flatMap((part) => (isMembers(part) ? Object.values(part) : [])).map((value) => String(value).toLowerCase()),
  )
}

/** The figure that a path leads to: in a list that of its first element, or of its last where these count most, and in a map the first. */
function figureAt(answer: Members, path: string): Figure[] {
  let value: unknown = answer
  const names: string[] = []
  for (const step of stepsOf(path)) {
    if (step === '{}') {
      const [entry] = isMembers(value) ? Object.entries(value) : []
      if (entry === undefined) return []
      names.push(entry[0])
      value = entry[1]
    } else if (step === '[]' || step === '[-]') {
      if (!Array.isArray(value)) return []
      value = value.at(step === '[]' ? 0 : -1) as unknown
    } else {
      if (!isMembers(value) || !Object.hasOwn(value, step)) return []
      if (step !== 'data' && step !== 'result') names.push(step)
      value = value[step]
    }
  }
  return isScalar(value) && value !== null && value !== '' ? [[labelOf(names.slice(-2).join(' ')), String(value)]] : []
}

/** The first figures of it, those of its first member where it has none itself. */
function figuresOf(body: Members, depth: number): readonly Figure[] {
  const own = Object.entries(body).filter(([name, value]) => name !== 'meta' && name !== 'success' && isScalar(value) && value !== null)
  if (own.length > 0 || depth === 0) return own.map(([name, value]) => [labelOf(name), String(value)] as const)
  const inner = Object.entries(body)
    .filter(([name]) => name !== 'meta')
    .map(([, value]) => (Array.isArray(value) ? (value[0] as unknown) : value))
  return inner.filter(isMembers).flatMap((one) => figuresOf(one, depth - 1))
}

const maxValue = 32

/** Addresses and ids are shortened in the middle. */
function shortened(value: string): string {
  return value.length <= maxValue || value.includes(' ') ? value : `${value.slice(0, 14)}…${value.slice(-6)}`
}

/** As many figures as fit; the first one is cut where it is too long. Null where there is none. */
function joined([first, ...more]: readonly string[]): string | null {
  if (first === undefined) return null
  if (first.length > maxCharacters) return `${first.slice(0, maxCharacters).trimEnd()}…`
  return more.reduce((line, figure) => (line.length + figure.length + 3 > maxCharacters ? line : `${line} · ${figure}`), first)
}
