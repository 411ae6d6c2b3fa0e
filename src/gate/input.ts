import type { z } from 'zod'
import type { AnyOffer, OfferInput } from '../offer.ts'
import { Problem } from '../shared/problems.ts'
import type { RawInput } from './question.ts'

const parts = ['path', 'query', 'body'] as const

type Input = OfferInput<unknown, unknown, unknown>

/** What became of input that nobody can change, which doors hand in again for the same request. Schemas know nothing of the world. */
const parsedBefore = new WeakMap<RawInput, { readonly offer: AnyOffer; readonly input: Input }>()

/**
 * Validates raw input against the offer's schemas; unknown members are ignored.
 * Frozen input is validated once for an offer, and what comes out is frozen too.
 * @throws Problem `invalid_input` naming the first wrong field and what was expected of it.
 */
export function parseInput(offer: AnyOffer, raw: RawInput): Input {
  const known = parsedBefore.get(raw)
  if (known?.offer === offer) return known.input
  const input = validated(offer, raw)
  if (Object.isFrozen(raw)) parsedBefore.set(raw, { offer, input: frozen(input) })
  return input
}

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) for (const member of Object.values(Object.freeze(value))) frozen(member)
  return value
}

function validated(offer: AnyOffer, raw: RawInput): Input {
  const input: Record<(typeof parts)[number], unknown> = { path: {}, query: {}, body: undefined }
  for (const part of parts) {
    const schema = offer[part] as z.ZodType | null
    if (!schema) continue
    if (part === 'body' && raw.body === undefined) {
      throw new Problem('invalid_input', 'A JSON body is required.', {
        field: 'body',
        expected: 'a JSON object, as the discovery document describes it',
      })
    }
    const parsed = schema.safeParse(raw[part])
    if (!parsed.success) throw invalid(part, parsed.error)
    input[part] = parsed.data
  }
  return input
}

function invalid(part: string, { issues }: z.ZodError): Problem {
  const [first, ...others] = issues.slice(0, 6).map(({ path, message }) => {
    // Names of members are the caller's words where an object may have any.
    const field = [part, ...path].map(String).join('.').slice(0, 120)
    return { field, expected: message.replace(/received (?:undefined|NaN)/, 'received nothing').slice(0, 300) }
  })
  const { field, expected } = first ?? { field: part, expected: 'a valid value' }
  return new Problem('invalid_input', `${field}: ${expected}`, { field, expected, extra: others.length > 0 ? { more: others } : {} })
}

/**
 * Whether nothing was supplied but the path: such a request for a fixed-price offer gets its terms whatever the path
 * says, so that crawlers can read them.
 */
export function isBare(raw: RawInput): boolean {
  return raw.body === undefined && Object.keys(raw.query).length === 0
}
