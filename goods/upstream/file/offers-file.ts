import { z } from '../door.ts'
import { isBaseAddress, kebab, named, withSecrets, words } from './fields.ts'
import { whyNotKept, whyNotPassed, whyNotSent } from './header-names.ts'
import { mcpServers } from './mcp-schema.ts'
import { dollars } from './price-text.ts'
import { pricing } from './pricing-schema.ts'
import { readRoute, readTemplate } from './route-text.ts'

/**
 * The file that says what is sold of other APIs. Its JSON Schema is made from this schema, so each member says what it is. What one member
 * alone can't show, such as two routes that collide, `check-file.ts` finds.
 */

const mediaType = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9!#$&^_.+-]*\/(?:\*|[a-z0-9][a-z0-9!#$&^_.+-]*)$/,
    'a media type without parameters, such as application/json or image/*',
  )

/** A JSON Schema. It is read by `json-schema.ts`. */
const jsonSchema = z.record(z.string(), z.unknown()).describe('A JSON Schema (2020-12)')

const upstream = z
  .strictObject({
    url: z
      .string()
      .refine(isBaseAddress, 'an address such as https://api.example.com/v2, without a query, a fragment and a user name')
      .describe('Base address of the API; the paths of offers are appended to it'),
    private: z
      .boolean()
      .default(false)
      .describe(
        'The address is on a private network or this machine, or is plain http. Without it only https to public addresses is possible.',
      ),
    headers: z
      .record(named(whyNotSent, 'set'), withSecrets)
      .default({})
      .describe('Headers of every request, such as Authorization: Bearer ${UPSTREAM_SECRET_TIDES}'),
    query: z.record(z.string().min(1).max(100), withSecrets).default({}).describe('Query parameters of every request, such as a key'),
    timeoutSeconds: z.number().min(0.1).max(300).default(10).describe('How long an answer may take, to its last byte'),
    connections: z.int().min(1).max(1_000).default(32).describe('Requests at the same time'),
    health: z
      .string()
      .startsWith('/')
      .max(500)
      .optional()
      .describe(
        'A path that answers 2xx while the API works. It is asked every 15 seconds; after two failures its offers answer 503 before any payment.',
      ),
    redirects: z.int().min(0).max(5).default(0).describe('Redirects of a GET that are followed, on the same host only'),
    idempotencyKey: z
      .union([named(whyNotSent, 'set'), z.literal(false)])
      .default('Idempotency-Key')
      .describe('The header that carries one key for each purchase, the same when a run is repeated; false where the API takes none'),
    signed: z
      .boolean()
      .default(true)
      .describe(
        'Each request says in Farthing-Call what the call is (offer, receipt, payer, amount, state), signed. False where the API must not know.',
      ),
    ownKeys: named((name) => (name.toLowerCase() === 'authorization' ? null : whyNotPassed(name)), 'passed')
      .optional()
      .describe(
        "The header with which the API's own customers show their key. A call with it is passed on unpaid, and is asked for payment where the API refuses the key.",
      ),
  })
  .describe('An API whose answers are sold')

const condition = z
  .strictObject({
    member: z
      .string()
      .regex(/^(?:\/(?:[^/~]|~0|~1)*)*$/, 'a JSON Pointer, such as /results/0')
      .max(500)
      .describe('A JSON Pointer (RFC 6901) into the answer'),
    equals: z.union([z.string(), z.number(), z.boolean(), z.null()]).optional().describe('It has this value'),
    exists: z.boolean().optional().describe('It is there, or is not'),
    notEmpty: z.literal(true).optional().describe('It is there and is not null, "", [] or {}'),
  })
  .refine(
    ({ equals, exists, notEmpty }) => [equals, exists, notEmpty].filter((one) => one !== undefined).length === 1,
    'one of equals, exists and notEmpty',
  )

const status = z.int().min(200, 'a status from 200 to 299').max(299, 'a status from 200 to 299')

const offerRow = z
  .strictObject({
    id: kebab.optional().describe('Names it in receipts, metrics and tools; made from the route unless given'),
    route: z
      .string()
      .refine(isRoute, { error: ({ input }) => faultOf(readRoute(String(input))) })
      .describe('Method and path, such as GET /tides/{port}. * at the end is one or more segments.'),
    upstream: kebab.optional().describe('Which upstream; may be left out where there is one'),
    title: words(120).optional(),
    purpose: words(600).optional().describe('What it is for, in one or two sentences; agents read it'),
    access: z
      .enum(['free', 'quota', 'price'])
      .default('price')
      .describe('free; quota: free until the free calls of the day are used up, then for the price; price: always for the price'),
    price: dollars.optional().describe('Dollars for one call, such as 0.01; at most six decimal places'),
    pricing: pricing.optional(),
    firstCallFree: z.boolean().default(false).describe('The first call of a wallet that has never paid here is free'),
    path: z
      .string()
      .refine((text) => typeof readTemplate(text) === 'string', { error: ({ input }) => faultOf(readTemplate(String(input))) })
      .optional()
      .describe('The path at the upstream, with the same parameters; the path of the route unless given'),
    parameters: z.record(z.string(), jsonSchema).default({}).describe('Schemas of the parameters in the path, by name'),
    query: z
      .strictObject({
        schema: jsonSchema.optional().describe('Schema of an object of strings. Without one, any parameters are passed on.'),
        rename: z.record(z.string(), words(100)).default({}).describe('What parameters are called at the upstream'),
        set: z.record(z.string(), withSecrets).default({}).describe('Parameters that callers cannot change'),
      })
      .optional(),
    body: z
      .strictObject({
        schema: jsonSchema.optional(),
        set: z.record(z.string(), z.unknown()).default({}).describe('Top members that callers cannot change'),
      })
      .optional()
      .describe('Only JSON bodies can be sent; for POST, PUT and PATCH'),
    passHeaders: z
      .array(named(whyNotPassed, 'passed on'))
      .max(20)
      .default([])
      .describe('Headers of the caller that are passed on. Cookie and Authorization are only if they are named here.'),
    answer: z
      .strictObject({
        types: z.array(mediaType).min(1).max(20).default(['application/json']).describe('Media types that are sold'),
        schema: jsonSchema.optional().describe('Schema of answers in JSON; another answer is not charged'),
        streams: z
          .boolean()
          .default(false)
          .describe(
            'Answers that are not JSON are sent while the API makes them, such as text/event-stream. The payment is settled before the call; where the API fails, it buys the call again.',
          ),
        headers: z
          .array(named(whyNotKept, 'kept'))
          .max(20)
          .default([])
          .describe('Headers of the answer that are kept for callers and for replays'),
      })
      .prefault({}),
    charge: z
      .strictObject({
        status: z.array(status).min(1).max(20).optional().describe('Statuses that are charged; every 2xx unless given'),
        when: condition
          .optional()
          .describe('Charged only where the answer, in JSON, is like this. Another answer is given without a charge.'),
      })
      .prefault({}),
    limits: z
      .strictObject({
        answerBytes: z.int().min(1).max(50_000_000).default(5_000_000),
        seconds: z.number().min(0.1).max(300).optional().describe('How long the answer may take; that of the upstream unless given'),
        atOnce: z.int().min(1).max(10_000).optional().describe('Calls at the same time; others get 503 before any payment'),
      })
      .prefault({}),
    example: z
      .strictObject({
        path: z.record(z.string(), z.string()).optional(),
        query: z.record(z.string(), z.string()).optional(),
        body: z.unknown().optional(),
        answer: z.unknown().optional(),
      })
      .default({})
      .describe('A real request, and the answer to it'),
    tags: z
      .array(z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'words of lower-case letters, digits and hyphens'))
      .max(20)
      .default([]),
  })
  .refine(({ access, price, pricing: rule }) => access === 'free' || price !== undefined || rule !== undefined, {
    path: ['price'],
    message: 'a price, since it is not free',
  })
  .refine(({ access, price }) => access !== 'free' || price === undefined, { path: ['price'], message: 'no price, since it is free' })
  .refine(({ price, pricing: rule }) => price === undefined || rule === undefined, {
    path: ['price'],
    message: 'no price beside pricing, which computes it',
  })
  .refine(({ access, pricing: rule }) => access === 'price' || rule === undefined, {
    path: ['pricing'],
    message: 'the access price: a price that is computed from each call can be neither free nor a quota',
  })
  .refine(({ access, answer }) => access !== 'quota' || !answer.streams, {
    path: ['answer', 'streams'],
    message: 'the access price or free for an answer that is streamed',
  })

export const offersFile = z
  .strictObject({
    $schema: z.string().optional(),
    service: z
      .strictObject({ name: words(80).optional(), description: words(500).optional() })
      .default({})
      .describe('How the service calls itself in all documents'),
    upstreams: z.record(kebab, upstream).default({}),
    mcpServers,
    offers: z.array(offerRow).max(2_000).default([]),
  })
  .refine(({ mcpServers: servers, offers }) => offers.length > 0 || Object.keys(servers).length > 0, {
    path: ['offers'],
    message: 'at least one offer, or an MCP server',
  })

export type OffersFile = z.output<typeof offersFile>
/** As it is written, before defaults are filled in. */
export type WrittenOffersFile = z.input<typeof offersFile>
export type WrittenRow = NonNullable<WrittenOffersFile['offers']>[number]
export type Upstream = OffersFile['upstreams'][string]
export type OfferRow = OffersFile['offers'][number]
export type Condition = z.output<typeof condition>

function isRoute(text: string): boolean {
  return 'method' in readRoute(text)
}

function faultOf(read: unknown): string {
  return (read as { readonly fault: string }).fault
}
