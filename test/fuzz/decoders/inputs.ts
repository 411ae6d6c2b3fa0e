import { fingerprint } from '../../../src/gate/input/fingerprint.ts'
import { parseInput } from '../../../src/gate/input/input.ts'
import type { RawInput } from '../../../src/gate/input/input.ts'
import { parametersOf } from '../../../src/offers/path-template.ts'
import type { AnyOffer } from '../../../src/offers/offer.ts'
import { schemasOf } from '../../../src/offers/offer-schemas.ts'
import { readQuery } from '../../../src/surfaces/http/read-query.ts'
import type { SeededRandom } from '../seeded-random.ts'
import { jsonNear } from '../generate/mutate-json.ts'
import { mutateText } from '../generate/mutate-text.ts'
import { numberLike } from '../generate/awkward-values.ts'
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

/** Similar to the value of the example, or to any value that some offer accepts. */
function textNear(random: SeededRandom, example: string | undefined): string {
  const specimen = example === undefined || random.chance(0.2) ? random.pick(values) : example
  const form = random.below(5)
  if (form < 2) return specimen
  return (form === 2 ? numberLike(random) : mutateText(random, specimen)).slice(0, 8_192)
}

const queryNames = new Map(
  allOffers.map((offer) => [offer.id, Object.keys((schemasOf(offer).query?.['properties'] as object | undefined) ?? {})]),
)
const nearBodyOf = new Map(allOffers.map((offer) => [offer.id, jsonNear([offer.example.body ?? {}])]))

/** Inputs of every offer, similar to its own example. */
export const inputTarget: Target<Raw, { offer: AnyOffer; raw: RawInput }> = {
  name: 'input of every offer',
  share: 2,
  make(random) {
    const { id, template, example } = random.pick(allOffers)
    const names = [...(queryNames.get(id) ?? []), '__proto__', 'x'].filter(() => random.chance(0.6))
    return {
      offer: id,
      path: parametersOf(template).map((name) => ({ name, text: textNear(random, example.path?.[name]).slice(0, 256) })),
      query: names.map((name) => ({ name, text: textNear(random, new Map(Object.entries(example.query ?? {})).get(name)) })),
      body: random.chance(0.9) ? { text: nearBodyOf.get(id)?.(random) ?? '' } : null,
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
