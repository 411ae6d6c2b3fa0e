import { z } from 'zod'
import type { Chains, NetworkId } from '../chain/chain.ts'
import { priceOf, type AnyOffer } from '../offer.ts'
import type { Refusal } from '../payments/refusals.ts'
import { buildChallenge, type Challenge } from '../payments/x402/challenge.ts'
import { formatUsd } from '../shared/money.ts'
import type { RawInput } from './question.ts'
import { freeCallBelow, type Terms } from './terms.ts'

/** The 402 of an offer: protocol headers and the text of the JSON body. */
export interface Challenges {
  challenge(offer: AnyOffer, input: RawInput, refusal: Refusal | null): { readonly headers: Record<string, string>; readonly body: string }
  /** Whether there is a network on which this offer can be paid at this moment. */
  payable(offer: AnyOffer): boolean
}

/** Everything static of a challenge is built once per offer, price and set of networks. */
export function createChallenges(parts: { chains: Chains; terms: Terms; publicUrl: string; sandbox: boolean }): Challenges {
  const { chains, terms, publicUrl } = parts
  const built = new Map<string, Challenge>()

  function builtFor(offer: AnyOffer, networks: readonly NetworkId[]): Challenge {
    const key = `${offer.id} ${networks.join(' ')}`
    let challenge = built.get(key)
    if (!challenge) {
      challenge = buildChallenge({
        price: priceOf(offer),
        payTo: terms.payTo,
        networks: networks.flatMap((id) => chains.get(id)?.network ?? []),
        description: `${offer.title}. ${offer.purpose}`,
        serviceName: 'Farthing',
        discovery: { method: offer.method, template: offer.template, example: offer.example, schemas: schemasOf(offer) },
        firstCallFree: priceOf(offer) < freeCallBelow ? firstCallFree : null,
        sandbox: parts.sandbox,
      })
      built.set(key, challenge)
    }
    return challenge
  }

  return {
    challenge(offer, input, refusal) {
      const offered = terms.networks(priceOf(offer))
      // A payment that is refused gets its terms even while gas is too dear for new ones.
      const answer = builtFor(offer, offered.length > 0 ? offered : [...terms.accepted.keys()]).answer({
        url: publicUrl + resourcePath(offer, input),
        refusal,
      })
      return { headers: { 'PAYMENT-REQUIRED': answer.paymentRequired }, body: answer.body }
    },
    payable: (offer) => terms.networks(priceOf(offer)).length > 0,
  }
}

const firstCallFree = {
  eligible: 'a wallet that has never paid this service',
  below: formatUsd(freeCallBelow),
  how: 'Sign and send the payment as usual; it is verified, the wallet must hold the price, and it is never settled.',
}

function schemasOf(offer: AnyOffer) {
  const json = (schema: z.ZodType | null, io: 'input' | 'output') =>
    schema ? { ...(z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<string, unknown>) } : undefined
  return withoutUndefined({
    path: json(offer.path, 'input'),
    query: json(offer.query, 'input'),
    body: json(offer.body, 'input'),
    answer: json(offer.answer, 'input'),
  })
}

function withoutUndefined<T extends Record<string, unknown>>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}

/** The path and query of what was asked for, made anew from the input, never from what the client says its host is. */
function resourcePath(offer: AnyOffer, input: RawInput): string {
  const path = offer.template.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(input.path[name] ?? `{${name}}`))
  const query = new URLSearchParams(input.query).toString()
  return query === '' ? path : `${path}?${query}`
}
