import type { AnyOffer } from '../../../offers/offer.ts'
import { labelOf } from './label-of.ts'
import { isMembers, isScalar } from './shapes.ts'

const maxCharacters = 110
const maxFigures = 3

/** The example's answer in one line: in the offer's own words, or its first figures. Null where it has none. */
export function answerLine(offer: AnyOffer): string | null {
  const answer: unknown = offer.example.answer
  if (!isMembers(answer)) return null
  const body = isMembers(answer['data']) ? answer['data'] : answer
  if ('mimeType' in body) return typeof body['mimeType'] === 'string' ? `A file of the type ${body['mimeType']}` : null
  const figures = figuresOf(body, 2).slice(0, maxFigures)
  return figures.length === 0 ? null : cut(figures.map(([name, value]) => `${labelOf(name)}: ${value}`).join(' · '))
}

/** The first figures of it, those of its first member where it has none itself. */
function figuresOf(body: Readonly<Record<string, unknown>>, depth: number): readonly (readonly [name: string, value: string])[] {
  const own = Object.entries(body).filter(([name, value]) => name !== 'meta' && name !== 'success' && isScalar(value) && value !== null)
  if (own.length > 0 || depth === 0) return own.map(([name, value]) => [name, shortened(String(value))] as const)
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

function cut(text: string): string {
  return text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters).trimEnd()}…`
}
