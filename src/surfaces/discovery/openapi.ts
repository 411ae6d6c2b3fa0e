import type { AnyOffer } from '../../offers/offer.ts'
import { openapiPath } from '../../offers/path-template.ts'
import { atOnce, type Steps } from '../../shared/in-turns.ts'
import { lineOf } from '../../offers/line-of.ts'
import { documentWith } from './openapi-document.ts'
import { fullOperation } from './openapi-operation.ts'
import { allSchemas } from './openapi-schemas.ts'
import { openapiWithin } from './openapi-within.ts'
import type { ServiceFacts } from './service-facts.ts'

type Json = Readonly<Record<string, unknown>>

/** Crawlers read at most 64 KB. Slightly less, because some count 1,000 bytes as a KB. */
const maxBytes = 63_900

/**
 * The OpenAPI 3.1 document of all offers, for crawlers: `x-service-info` and `x-payment-info` follow the discovery draft of MPP,
 * `x-guidance` and `x-discovery` follow agentcash. It takes some time, so callers keep the result.
 */
export const openapi = (facts: ServiceFacts): Json => atOnce(openapiInSteps(facts))

/** The same in steps, for a service that answers calls meanwhile. */
export const openapiInSteps = (facts: ServiceFacts): Steps<Json> => openapiWithin(maxBytes, facts)

/** The same without a limit, for people: every answer in full with an example, by product line. */
export const fullOpenapi = (facts: ServiceFacts): Json => atOnce(fullOpenapiInSteps(facts))

export function* fullOpenapiInSteps(facts: ServiceFacts): Steps<Json> {
  const { inputs, answers, components } = yield* allSchemas(facts.offers)
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [index, offer] of facts.offers.entries()) {
    addTo(paths, offer, fullOperation(offer, inputs[index] ?? {}, answers[index] ?? {}, facts))
    yield
  }
  yield
  return documentWith(facts, { paths, components, isFull: true })
}

/** `/openapi/{line}.json`: the offers of one line in full, for readers of `/openapi.json` when that has room for the essentials only. */
export function lineOpenapiInSteps(facts: ServiceFacts, line: string): Steps<Json> {
  return fullOpenapiInSteps({ ...facts, offers: facts.offers.filter((offer) => lineOf(offer) === line) })
}

function addTo(paths: Record<string, Record<string, unknown>>, offer: AnyOffer, operation: Json): void {
  ;(paths[openapiPath(offer.template)] ??= {})[offer.method.toLowerCase()] = operation
}
