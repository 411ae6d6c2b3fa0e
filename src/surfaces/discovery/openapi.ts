import { z } from 'zod'
import { factsInWords } from '../../offers/facts-in-words.ts'
import type { AnyOffer } from '../../offers/offer.ts'
import { openapiPath } from '../../offers/path-template.ts'
import { maxBriefBytes } from '../../offers/brief/brief-answer.ts'
import { briefMeta } from '../../offers/brief/brief-meta.ts'
import { isJsonType, isTextType } from '../../offers/media-types.ts'
import { detailParameter, reasonForNoBrief } from '../../offers/brief/detail.ts'
import { schemasOf, type OfferSchemas } from '../../offers/offer-schemas.ts'
import { lineOf } from './line-of.ts'
import { guidance } from './guidance.ts'
import { outlinesOf, richestWithin } from '../../offers/outline-schema.ts'
import { paymentInfo, securitySchemes } from './payment-info.ts'
import { settlementRule, type SettlementRule } from '../../gate/settlement-rule.ts'
import { watchlistRule } from '../../gate/watchlist-rule.ts'
import { priceInWords, serviceDescription, serviceName, type ServiceFacts } from './service-facts.ts'
import { referencedComponents, shareSchemas } from './share-schemas.ts'

type Json = Readonly<Record<string, unknown>>

/** Crawlers read at most 64 KB. Slightly less, because some count 1,000 bytes as a KB. */
const maxBytes = 63_900

/** Limits for the characters of one answer's schema, tried in order until the document is small enough. */
const answerBudgets = [Number.POSITIVE_INFINITY, 4000, 3000, 2500, 2000, 1700, 1400, 1200, 1000, 850, 700, 550, 400, 300, 200, 0]

/** Limits for the characters of a purpose, tried after these. */
const purposeBudgets = [160, 120, 112, 80, 50]

/**
 * The OpenAPI 3.1 document of all offers, for crawlers: `x-service-info` and `x-payment-info` follow the discovery draft of MPP,
 * `x-guidance` and `x-discovery` follow agentcash. It describes requests in full. Answers that would make it too long become
 * outlines, the longest first; where that is not enough, purposes are cut. This takes some time, so callers keep the result.
 */
export function openapi(whole: ServiceFacts): Json {
  const facts = { ...whole, offers: withoutVariants(whole.offers), variants: whole.offers }
  const schemas = allSchemas(facts)
  // The top members of an answer are always named. Shared parts may be reduced to their type.
  const answers = schemas.answers.map((schema) => outlinesOf(schema, 1))
  const components = Object.entries(schemas.components).map(([name, schema]) => [name, outlinesOf(schema, 0)] as const)
  let document: Json = {}
  const steps = [
    ...answerBudgets.map((budget) => ({ budget, offers: facts.offers })),
    ...purposeBudgets.map((characters) => ({ budget: 0, offers: facts.offers.map((offer) => inBrief(offer, characters)) })),
  ]
  for (const { budget, offers } of steps) {
    const shortened = {
      inputs: schemas.inputs,
      answers: answers.map((outlines) => richestWithin(outlines, budget)),
      components: Object.fromEntries(components.map(([name, outlines]) => [name, richestWithin(outlines, budget)])),
    }
    document = documentOf({ ...facts, offers }, shortened, () => ({}))
    if (Buffer.byteLength(JSON.stringify(document)) <= maxBytes) break
  }
  return document
}

const mainOffers = new WeakMap<readonly AnyOffer[], readonly AnyOffer[]>()

/** The offers that are not another form of one of them. For the same list it returns the same one, since the schemas are kept by it. */
function withoutVariants(offers: readonly AnyOffer[]): readonly AnyOffer[] {
  const known = mainOffers.get(offers)
  if (known) return known
  const ids = new Set(offers.map(({ id }) => id))
  const main = offers.filter(({ variantOf }) => variantOf === undefined || !ids.has(variantOf))
  mainOffers.set(offers, main)
  return main
}

/** The offer with a short purpose: where a catalog is so long that outlines alone are not enough. `/llms-full.txt` has it in full. */
function inBrief(offer: AnyOffer, characters: number): AnyOffer {
  if (offer.purpose.length <= characters) return offer
  const start = offer.purpose.slice(0, characters)
  return { ...offer, purpose: `${start.slice(0, start.lastIndexOf(' '))} …` }
}

/** The same without a limit, for people: every answer in full with an example, by product line. */
export function fullOpenapi(facts: ServiceFacts): Json {
  const document = documentOf(facts, allSchemas(facts), (offer) => ({ tags: [lineOf(offer)] }), true)
  return { ...document, externalDocs: { description: 'Code to call every route', url: `${facts.publicUrl}/examples` } }
}

/** All schemas, in the order of the offers. */
interface AllSchemas {
  readonly inputs: readonly OfferSchemas[]
  readonly answers: readonly Json[]
  /** Parts that several answers share. */
  readonly components: Readonly<Record<string, Json>>
}

/** Sharing the parts takes 8 ms, and both documents of a service have the same. */
const made = new WeakMap<readonly AnyOffer[], AllSchemas>()

function allSchemas({ offers }: ServiceFacts): AllSchemas {
  const known = made.get(offers)
  if (known) return known
  const schemas = makeSchemas(offers)
  made.set(offers, schemas)
  return schemas
}

function makeSchemas(offers: readonly AnyOffer[]): AllSchemas {
  const inputs = offers.map((offer) => schemasOf(offer))
  const { shared, components } = shareSchemas(inputs.map(({ answer }) => answer ?? {}))
  return { inputs, answers: shared, components }
}

/** The same by other engines, or for several things at once: `POST /v1/ai/summarize/llm: $0.05`. */
function variantsOf({ id }: AnyOffer, { variants = [], freeCallsPerDay }: DocumentFacts): Json {
  const found = variants.filter((offer) => offer.variantOf === id)
  if (found.length === 0) return {}
  return { 'x-variants': found.map((offer) => `${offer.method} ${offer.template}: ${priceInWords(offer, freeCallsPerDay)}`) }
}

/** `variants`: all offers, where some of them are only named. */
type DocumentFacts = ServiceFacts & { readonly variants?: readonly AnyOffer[] }

function documentOf(facts: DocumentFacts, schemas: AllSchemas, more: (offer: AnyOffer) => Json, isFull = false): Json {
  const { publicUrl } = facts
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [index, offer] of facts.offers.entries()) {
    const whole = schemas.answers[index] ?? {}
    const answer = isFull ? { schema: fullOrBrief(offer, whole), example: offer.example.answer } : { schema: whole }
    const one = operation(offer, schemas.inputs[index] ?? {}, answer, facts)
    const inFull = isFull ? { description: withFacts(offer, one['description']), ...withDetail(offer, one['parameters']) } : {}
    ;(paths[openapiPath(offer.template)] ??= {})[offer.method.toLowerCase()] = { ...one, ...inFull, ...more(offer) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: serviceName(facts),
      version: facts.version,
      description: serviceDescription(facts),
      ...(facts.legal ? { termsOfService: facts.legal.terms } : {}),
      ...contactOf(facts),
      'x-guidance': guidance(facts),
    },
    servers: [{ url: publicUrl }],
    externalDocs: { description: 'With every answer in full, and an example', url: `${publicUrl}/reference/openapi.json` },
    'x-service-info': {
      categories: categoriesOf(facts.offers),
      docs: { homepage: `${publicUrl}/`, apiReference: `${publicUrl}/reference`, llms: `${publicUrl}/llms.txt` },
    },
    'x-discovery': { ownershipProofs: facts.ownershipProofs },
    paths,
    components: {
      schemas: { ...referencedComponents(paths, schemas.components), ...(isFull ? { BriefAnswer: briefSchema } : {}) },
      parameters: { ...(isFull ? { Detail: detail } : {}), PaymentNetwork: paymentNetwork(facts) },
      responses: { 402: paymentRequired, Problem: problem },
      securitySchemes,
    },
  }
}

function withFacts(offer: AnyOffer, description: unknown): string {
  return `${String(description)} ${factsInWords(offer)}`.trim()
}

function contactOf({ contacts }: ServiceFacts): Json {
  const email = contacts.find((uri) => uri.startsWith('mailto:'))?.slice('mailto:'.length)
  const url = contacts.find((uri) => uri.startsWith('https:'))
  return email === undefined && url === undefined ? {} : { contact: { ...(email ? { email } : {}), ...(url ? { url } : {}) } }
}

/** A parameter of every paid operation, so that each has an input schema: some readers require one for paid operations. */
function paymentNetwork({ networks }: ServiceFacts): Json {
  return {
    name: 'Payment-Network',
    in: 'header',
    description: 'The network that the MPP challenge should name; default the first one.',
    schema: { type: 'string', enum: networks.map(({ id }) => id) },
  }
}

/** Every JSON answer has a short form. Crawlers read it in `x-guidance`, since the parameter of each operation would take 2 KB of their document. */
function withDetail(offer: AnyOffer, parameters: unknown): Json {
  if (reasonForNoBrief(offer) !== null) return {}
  return { parameters: [...((parameters ?? []) as readonly unknown[]), { $ref: '#/components/parameters/Detail' }] }
}

/** The answer to `detail=brief` is another one than the answer in full. */
function fullOrBrief(offer: AnyOffer, whole: Json): Json {
  return reasonForNoBrief(offer) === null ? { anyOf: [whole, { $ref: '#/components/schemas/BriefAnswer' }] } : whole
}

function withoutDialect(schema: Json): Json {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== '$schema'))
}

const briefSchema = {
  type: 'object',
  description: 'The answer to detail=brief: main members of the answer in full, at the same places',
  properties: { meta: withoutDialect(z.toJSONSchema(briefMeta, { io: 'output' })) },
  required: ['meta'],
}

const detail = {
  name: detailParameter,
  in: 'query',
  description: `brief: the main members of the answer and of meta, in at most ${maxBriefBytes} bytes`,
  schema: { enum: ['full', 'brief'], default: 'full' },
}

const paymentRequired = {
  description: 'Payment required: terms for x402 in PAYMENT-REQUIRED, for MPP in WWW-Authenticate; the body explains how to pay.',
  headers: {
    'PAYMENT-REQUIRED': { description: 'base64 of JSON', schema: { type: 'string' } },
    'WWW-Authenticate': { description: 'The Payment authentication scheme', schema: { type: 'string' } },
  },
  content: { 'application/json': { schema: { type: 'object' } } },
}

const problem = {
  description: 'Nothing was charged: RFC 9457 problem details with code, detail, fix and retryable.',
  content: {
    'application/problem+json': {
      schema: {
        type: 'object',
        properties: {
          type: { type: 'string' },
          title: { type: 'string' },
          status: { type: 'integer' },
          code: { type: 'string' },
          detail: { type: 'string' },
          fix: { type: 'string' },
          retryable: { type: 'boolean' },
        },
        required: ['title', 'status', 'code'],
      },
    },
  },
}

function operation(offer: AnyOffer, { path, query, body }: OfferSchemas, answer: Json, facts: DocumentFacts): Json {
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
      200: {
        description: 'Answer',
        content: contentOf(offer, answer),
      },
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

/** Categories of the directory of MPP services. */
function categoriesOf(offers: readonly AnyOffer[]): string[] {
  const words: Readonly<Record<string, string>> = { ai: 'ai', crypto: 'blockchain', util: 'web', 'agent-readiness': 'web' }
  return [...new Set(['data', ...offers.flatMap((offer) => words[lineOf(offer)] ?? [])])]
}
