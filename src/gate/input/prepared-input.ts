import { readDetail, type Detail } from '../../offers/brief/detail.ts'
import type { AnyOffer, OfferInput } from '../../offers/offer.ts'
import { fingerprint } from './fingerprint.ts'
import { isBare, parseInput, type RawInput } from './input.ts'
import { resourcePath } from './resource-path.ts'

/**
 * The input of a call of one offer, and what the gate derives from it. Each derived value is made at its first use and then
 * kept here. Nothing in it depends on the caller, so a surface may hand the same object in for every call with this input.
 */
export interface PreparedInput {
  readonly raw: RawInput
  /** Whether nothing but the path was supplied: such a call of a fixed-price offer gets its terms whatever the path says. */
  readonly isBare: boolean
  /** How much of the answer is wanted. It is not part of the fingerprint: both forms show one stored answer. @throws Problem `invalid_input` */
  detail(): Detail
  /** What the offer's schemas make of it; frozen, since calls share it. @throws Problem `invalid_input` */
  parsed(): OfferInput<unknown, unknown, unknown>
  /** See `fingerprint.ts`. @throws Problem `invalid_input` */
  fingerprint(): string
  /** Path and query of the resource that the call asks for. */
  resource(): string
}

export function prepareInput(offer: AnyOffer, raw: RawInput): PreparedInput {
  let parsed: OfferInput<unknown, unknown, unknown> | undefined
  let hash: string | undefined
  let resource: string | undefined
  let detail: Detail | undefined
  const readOnce = () => (detail ??= readDetail(offer, raw.query))
  const parsedInput = () => {
    if (parsed) return parsed
    readOnce()
    return (parsed = deepFreeze(parseInput(offer, raw)))
  }
  return {
    raw,
    isBare: isBare(raw),
    detail: readOnce,
    parsed: parsedInput,
    fingerprint: () => (hash ??= fingerprint(offer, parsedInput())),
    resource: () => (resource ??= resourcePath(offer, raw)),
  }
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) for (const member of Object.values(Object.freeze(value))) deepFreeze(member)
  return value
}
