import { priceOf, type AnyOffer } from '../../offer.ts'
import { schemasOf, type OfferSchemas } from '../../offer-schemas.ts'
import { priceInWords, type ServiceFacts } from './service-facts.ts'
import { shareSchemas } from './share-schemas.ts'

type Json = Readonly<Record<string, unknown>>

/**
 * The OpenAPI 3.1 document of everything for sale, with `x-service-info` and `x-payment-info` as the discovery draft of
 * MPP has them (draft-payment-discovery-00). Crawlers read 64 KB at most, so answers are described without examples.
 */
export function openapi(facts: ServiceFacts): Json {
  const paths: Record<string, Record<string, unknown>> = {}
  const schemas = facts.offers.map((offer) => schemasOf(offer))
  const { shared, components } = shareSchemas(schemas.map(({ answer }) => answer ?? {}))
  for (const [index, offer] of facts.offers.entries()) {
    const described = { ...schemas[index], answer: shared[index] ?? {} }
    ;(paths[offer.template] ??= {})[offer.method.toLowerCase()] = operation(offer, described, facts)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Farthing',
      version: '1',
      description: `Data for software agents, sold by the call for USDC over HTTP 402.${
        facts.simulated ? ' This is a sandbox: answers are simulated and payments are play money.' : ''
      }`,
    },
    servers: [{ url: facts.publicUrl }],
    'x-service-info': {
      categories: ['data'],
      docs: { apiReference: `${facts.publicUrl}/v1/agent/discovery`, llms: `${facts.publicUrl}/llms.txt` },
    },
    paths,
    components: { schemas: components, responses: { PaymentRequired: paymentRequired, Problem: problem } },
  }
}

const paymentRequired = {
  description: 'Payment required: terms for x402 in PAYMENT-REQUIRED, for MPP in WWW-Authenticate, and in the body how to pay.',
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

function operation(offer: AnyOffer, { path, query, body, answer }: OfferSchemas, facts: ServiceFacts): Json {
  const parameters = [...parametersIn('path', path, offer.example.path), ...parametersIn('query', query, offer.example.query)]
  const free = offer.access.kind === 'free'
  return {
    operationId: offer.id,
    summary: offer.title,
    description: `${offer.purpose} Price: ${priceInWords(offer, facts.freeCallsPerDay)}.`,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: { required: true, content: { 'application/json': { schema: body, example: offer.example.body } } } } : {}),
    responses: {
      200: {
        description: free ? 'The answer.' : 'The answer; its Link header leads to the receipt.',
        content: { 'application/json': { schema: answer } },
      },
      ...(free ? {} : { 402: { $ref: '#/components/responses/PaymentRequired' } }),
      default: { $ref: '#/components/responses/Problem' },
    },
    ...paymentInfo(offer, facts),
  }
}

/**
 * The terms that a call without payment will meet. Not on routes with a daily quota: whoever reads the extension, mppx
 * for one, expects a 402 of the bare route, which there is a free answer or a 400; their price stands in the description.
 */
function paymentInfo(offer: AnyOffer, { networks }: ServiceFacts): Json {
  const network = networks.find(({ settles }) => settles) ?? networks[0]
  if (offer.access.kind !== 'fixed' || !network) return {}
  const terms = {
    intent: 'charge',
    method: network.settles ? 'evm' : 'evmhash',
    amount: priceOf(offer).toString(),
    currency: network.asset,
    description: `USDC on ${network.name}; other networks by the request header Payment-Network`,
  }
  return { 'x-payment-info': { offers: [terms] } }
}

/** One parameter for each member of the object that the schema describes. */
function parametersIn(where: 'path' | 'query', schema: Json | undefined, example: Readonly<Record<string, string>> | undefined): Json[] {
  const properties = (schema?.['properties'] ?? {}) as Readonly<Record<string, unknown>>
  const required = (schema?.['required'] ?? []) as readonly string[]
  return Object.entries(properties).map(([name, member]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: member,
    ...(example && name in example ? { example: example[name] } : {}),
  }))
}
