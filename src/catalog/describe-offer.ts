import { briefAnswer } from '../offers/brief/brief-answer.ts'
import type { AnyOffer } from '../offers/offer.ts'
import { schemasOf } from '../offers/offer-schemas.ts'
import { outlinesOf, richestWithin } from '../offers/outline-schema.ts'
import { accessInLists, listedPrice } from '../offers/price-in-words.ts'
import type { Endpoint } from './describe-catalog.ts'

/** An example answer above this length is shown in its short form. */
const maxExampleCharacters = 1_500
/** The description of one offer, with its schemas and its example. Longer schemas of answers become outlines. */
const maxCharacters = 5_200

/** One offer in full: its input schemas, the schema of its answer and a worked example, in about 5 KB. */
export function describeOffer(offer: AnyOffer, publicUrl: string, freeCallsPerDay: number): Endpoint {
  const { answer, ...request } = offer.example
  const schemas = schemasOf(offer)
  const endpoint = {
    method: offer.method,
    path: offer.template,
    access: accessInLists(offer),
    price: listedPrice(offer),
    url: publicUrl + offer.template,
    title: offer.title,
    purpose: offer.purpose,
    freeCallsPerDay: offer.access.kind === 'daily-quota' ? freeCallsPerDay : null,
    input: { path: schemas.path ?? null, query: schemas.query ?? null, body: schemas.body ?? null },
    example: { request, answer: shortExample(offer, answer) },
  }
  const left = maxCharacters - JSON.stringify(endpoint).length
  const { restsOn, cannotKnow } = offer
  return {
    ...endpoint,
    ...(restsOn === undefined ? {} : { restsOn }),
    ...(cannotKnow === undefined ? {} : { cannotKnow }),
    output: richestWithin(outlinesOf(schemas.answer ?? {}, 1), left),
  }
}

function shortExample(offer: AnyOffer, answer: unknown): unknown {
  // Of an answer that is neither JSON nor text there is none.
  if (answer === undefined || offer.answers) return answer ?? null
  return JSON.stringify(answer).length <= maxExampleCharacters ? answer : briefAnswer(offer, answer as Readonly<Record<string, unknown>>)
}
