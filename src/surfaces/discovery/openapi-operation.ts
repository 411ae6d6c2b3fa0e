import { reasonForNoBrief } from '../../offers/brief/detail.ts'
import { factsInWords } from '../../offers/facts-in-words.ts'
import { isJsonType, isTextType } from '../../offers/media-types.ts'
import type { AnyOffer } from '../../offers/offer.ts'
import type { OfferSchemas } from '../../offers/offer-schemas.ts'
import { outlineSchema, outlinesOf, richestWithin } from '../../offers/outline-schema.ts'
import { settlementRule, type SettlementRule } from '../payment/settlement-rule.ts'
import { watchlistRule } from '../payment/watchlist-rule.ts'
import { lineOf } from '../../offers/line-of.ts'
import { paymentInfo, priceAlone } from './payment-info.ts'
import { priceInWords, type ServiceFacts } from './service-facts.ts'

type Json = Readonly<Record<string, unknown>>

/** `variants`: all offers, where some of them are only named. */
export type OperationFacts = ServiceFacts & { readonly variants?: readonly AnyOffer[] }

/** @param answer the media type of its answer; null where the answer is not described */
export function operation(offer: AnyOffer, { path, query, body }: OfferSchemas, answer: Json | null, facts: OperationFacts): Json {
  const free = offer.access.kind === 'free'
  const rule = settlementRule(offer)
  const watched = watchlistRule(offer)
  const parameters = [
    ...parametersIn('path', path, offer.example.path),
    ...parametersIn('query', query, offer.example.query),
    ...(free ? [] : [{ $ref: '#/components/parameters/PaymentNetwork' }]),
  ]
  return {
    operationId: offer.id,
    summary: offer.title,
    description: [
      `${offer.purpose} Price: ${priceInWords(offer, facts.freeCallsPerDay)}.`,
      ...(rule ? [rule.words] : []),
      ...(watched ? [watched.words] : []),
    ].join(' '),
    security: [],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: { required: true, content: { 'application/json': { schema: body, example: offer.example.body } } } } : {}),
    responses: {
      200: { description: 'Answer', ...(answer ? { content: contentOf(offer, answer) } : {}) },
      ...(free ? {} : { 402: { $ref: '#/components/responses/402' } }),
      default: { $ref: '#/components/responses/Problem' },
    },
    ...paymentInfo(offer, facts),
    ...variantsOf(offer, facts),
    ...(rule ? { 'x-settlement': withoutNote(rule.member) } : {}),
    // The description says both rules; crawlers read no more than a certain length.
    ...(watched ? { 'x-watchlist': { charged: watched.member.charged, items: watched.member.items } } : {}),
  }
}

function withoutNote({ when, runs }: SettlementRule['member']): Json {
  return { when, ...(runs === undefined ? {} : { runs }) }
}

/** By media type. Of an offer that answers with bytes only JSON has a schema. */
function contentOf(offer: AnyOffer, answer: Json): Json {
  if (offer.answers === null) return { 'application/json': answer, ...documentContent(offer) }
  const { example: _, ...noExample } = answer
  const shown = offer.example.answer === undefined ? noExample : answer
  return Object.fromEntries(offer.answers.types.map((type) => [type, isJsonType(type) || isTextType(type) ? shown : {}]))
}

/** The document itself, for callers whose Accept header names its type. */
function documentContent({ document }: AnyOffer): Json {
  return Object.fromEntries((document?.types ?? []).map((type) => [type, {}]))
}

/** One parameter for each member of the schema's object. */
function parametersIn(where: 'path' | 'query', schema: Json | undefined, example: Readonly<Record<string, string>> | undefined): Json[] {
  const properties = (schema?.['properties'] ?? {}) as Readonly<Record<string, unknown>>
  const required = (schema?.['required'] ?? []) as readonly string[]
  return Object.entries(properties).map(([name, member]) => ({
    name,
    in: where,
    ...(where === 'path' || required.includes(name) ? { required: true } : {}),
    schema: member,
    ...(example && name in example ? { example: example[name] } : {}),
  }))
}

/** The same for people: its answer in full with an example, its parameter for the short form, and its line. */
export function fullOperation(offer: AnyOffer, schemas: OfferSchemas, answer: Json, facts: OperationFacts): Json {
  const hasBrief = reasonForNoBrief(offer) === null
  // The answer to detail=brief is another one than the answer in full.
  const schema = hasBrief ? { anyOf: [answer, { $ref: '#/components/schemas/BriefAnswer' }] } : answer
  const one = operation(offer, schemas, { schema, example: offer.example.answer }, facts)
  const parameters = [...((one['parameters'] ?? []) as readonly unknown[]), { $ref: '#/components/parameters/Detail' }]
  const description = `${String(one['description'])} ${factsInWords(offer)}`.trim()
  return { ...one, description, ...(hasBrief ? { parameters } : {}), tags: [lineOf(offer)] }
}

/** What no reader can do without: the route, what it is, its price, and that it takes a payment. `withInput`: and the names of its input. */
export function essentialOperation(offer: AnyOffer, { path, query }: OfferSchemas, facts: OperationFacts, withInput: boolean): Json {
  const isFree = offer.access.kind === 'free'
  const parameters = withInput
    ? [...namesIn('path', path), ...namesIn('query', query), ...(isFree ? [] : [{ $ref: '#/components/parameters/PaymentNetwork' }])]
    : namesIn('path', path)
  return {
    summary: offer.title,
    // A paid operation is recognized by its price.
    ...(offer.access.kind === 'fixed' || offer.access.kind === 'computed' ? {} : { security: [] }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(offer.body ? { requestBody: { content: { 'application/json': {} } } } : {}),
    ...(isFree ? {} : { responses: { 402: { $ref: '#/components/responses/402' } } }),
    ...priceAlone(offer, facts),
    ...variantsOf(offer, facts),
  }
}

function namesIn(where: 'path' | 'query', schema: Json | undefined): Json[] {
  const required = (schema?.['required'] ?? []) as readonly string[]
  return Object.keys((schema?.['properties'] ?? {}) as Json).flatMap((name) =>
    where === 'path' || required.includes(name) ? [{ name, in: where, required: true, schema: {} }] : [],
  )
}

/** The schemas of a request, each with about so many characters at most: as outlines, which still name every member and what is required. */
export function shortInputs({ path, query, body, ...others }: OfferSchemas, maxCharacters: number): OfferSchemas {
  return {
    ...others,
    ...(path ? { path: shortMembers(path, maxCharacters) } : {}),
    ...(query ? { query: shortMembers(query, maxCharacters) } : {}),
    ...(body
      ? { body: { ...richestWithin(outlinesOf(body, 1), maxCharacters), ...('required' in body ? { required: body['required'] } : {}) } }
      : {}),
  }
}

function shortMembers(schema: Json, maxCharacters: number): Json {
  if (JSON.stringify(schema).length <= maxCharacters) return schema
  const members = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, Json>>)
  return { ...schema, properties: Object.fromEntries(members.map(([name, member]) => [name, outlineSchema(member, 0)])) }
}

/** The same by other engines, or for several things at once: `POST /v1/ai/summarize/llm: $0.05`. */
function variantsOf({ id }: AnyOffer, { variants = [], freeCallsPerDay }: OperationFacts): Json {
  const found = variants.filter((offer) => offer.variantOf === id)
  if (found.length === 0) return {}
  return { 'x-variants': found.map((offer) => `${offer.method} ${offer.template}: ${priceInWords(offer, freeCallsPerDay)}`) }
}
