import { z } from 'zod'
import { maxBriefBytes } from '../../offers/brief/brief-answer.ts'
import { briefMeta } from '../../offers/brief/brief-meta.ts'
import { detailParameter } from '../../offers/brief/detail.ts'
import type { AnyOffer } from '../../offers/offer.ts'
import { guidance } from './guidance.ts'
import { lineOf } from '../../offers/line-of.ts'
import { securitySchemes } from './payment-info.ts'
import { serviceDescription, serviceName, type ServiceFacts } from './service-facts.ts'
import { referencedComponents } from './share-schemas.ts'

type Json = Readonly<Record<string, unknown>>

/** By path, then by method. */
export type Paths = Readonly<Record<string, Json>>

export interface DocumentParts {
  readonly paths: Paths
  /** Parts that several answers share; those that no operation refers to are left out. */
  readonly components: Json
  /** Answers are in full, so they have a short form, and operations have the parameter for it. */
  readonly isFull: boolean
  /** Further members of the document. */
  readonly more?: Json
}

/** Everything of an OpenAPI 3.1 document beside its operations. */
export function documentWith(facts: ServiceFacts, { paths, components, isFull, more = {} }: DocumentParts): Json {
  const { publicUrl } = facts
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
    externalDocs: isFull
      ? { description: 'Code to call every route', url: `${publicUrl}/examples` }
      : { description: 'With every answer in full, and an example', url: `${publicUrl}/reference/openapi.json` },
    'x-service-info': {
      categories: categoriesOf(facts.offers),
      docs: { homepage: `${publicUrl}/`, apiReference: `${publicUrl}/reference`, llms: `${publicUrl}/llms.txt` },
    },
    'x-discovery': { ownershipProofs: facts.ownershipProofs },
    ...more,
    paths,
    components: {
      schemas: { ...referencedComponents(paths, components), ...(isFull ? { BriefAnswer: briefSchema } : {}) },
      parameters: { ...(isFull ? { Detail: detail } : {}), PaymentNetwork: paymentNetwork(facts) },
      responses: { 402: paymentRequired, Problem: problem },
      securitySchemes,
    },
  }
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

/** Categories of the directory of MPP services. */
function categoriesOf(offers: readonly AnyOffer[]): string[] {
  const words: Readonly<Record<string, string>> = { ai: 'ai', crypto: 'blockchain', util: 'web', 'agent-readiness': 'web' }
  return [...new Set(['data', ...offers.flatMap((offer) => words[lineOf(offer)] ?? [])])]
}
