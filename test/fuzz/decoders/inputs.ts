import { fingerprint } from '../../../src/gate/fingerprint.ts'
import { parseInput } from '../../../src/gate/input.ts'
import type { RawInput } from '../../../src/gate/question.ts'
import { parametersOf } from '../../../src/match-route.ts'
import type { AnyOffer } from '../../../src/offer.ts'
import { schemasOf } from '../../../src/offer-schemas.ts'
import { readQuery } from '../../../src/surfaces/http/read-query.ts'
import type { Dice } from '../dice.ts'
import { jsonNear } from '../generate/mutate-json.ts'
import { mutateText } from '../generate/mutate-text.ts'
import { numberLike } from '../generate/palette.ts'
import { matches } from '../promises.ts'
import type { Target } from '../run-fuzz.ts'
import { allOffers } from './all-offers.ts'
import { problemOf, valueOf } from './requests.ts'

type Named = readonly { readonly name: string; readonly text: string }[]

interface Raw {
  readonly offer: string
  readonly path: Named
  readonly query: Named
  readonly body: { readonly text: string } | null
}

const values = [
  'BTC',
  'bitcoin',
  '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  'eip155:8453',
  'base',
  '100',
  '0.000001',
  '10000000',
  '12.5',
]

/** Near what the example has there, or near anything else that some offer takes. */
function textNear(dice: Dice, example: string | undefined): string {
  const specimen = example === undefined || dice.chance(0.2) ? dice.pick(values) : example
  const form = dice.below(5)
  if (form < 2) return specimen
  return (form === 2 ? numberLike(dice) : mutateText(dice, specimen)).slice(0, 8_192)
}

const queryNames = new Map(
  allOffers.map((offer) => [offer.id, Object.keys((schemasOf(offer).query?.['properties'] as object | undefined) ?? {})]),
)
const nearBodyOf = new Map(allOffers.map((offer) => [offer.id, jsonNear([offer.example.body ?? {}])]))

/** Of every offer, near its own example. */
export const inputTarget: Target<Raw, { offer: AnyOffer; raw: RawInput }> = {
  name: 'input of every offer',
  share: 2,
  make(dice) {
    const { id, template, example } = dice.pick(allOffers)
    const names = [...(queryNames.get(id) ?? []), '__proto__', 'x'].filter(() => dice.chance(0.6))
    return {
      offer: id,
      path: parametersOf(template).map((name) => ({ name, text: textNear(dice, example.path?.[name]).slice(0, 256) })),
      query: names.map((name) => ({ name, text: textNear(dice, new Map(Object.entries(example.query ?? {})).get(name)) })),
      body: dice.chance(0.9) ? { text: nearBodyOf.get(id)?.(dice) ?? '' } : null,
    }
  },
  fed({ offer: id, path, query, body }) {
    const members = (named: Named) => readQuery(new URLSearchParams(named.map(({ name, text }): [string, string] => [name, text])))
    const offer = allOffers.find((one) => one.id === id) as AnyOffer
    return { offer, raw: { path: members(path), query: members(query), body: body === null ? undefined : valueOf(body.text) } }
  },
  check({ offer, raw }) {
    try {
      matches(fingerprint(offer, parseInput(offer, raw)), /^[0-9a-f]{64}$/, 'the fingerprint')
      return 'input'
    } catch (error) {
      return problemOf(error, ['invalid_input'])
    }
  },
  reaches: ['input', 'invalid_input'],
}
