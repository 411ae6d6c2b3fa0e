import {
  byteOffer,
  createCallPlaces,
  dailyQuota,
  fixedPrice,
  free,
  isRest,
  parameterName,
  parametersOf,
  segmentsOf,
  takesBody,
  z,
  Problem,
  type Access,
  type AnyOffer,
  type OfferContext,
  type Availability,
  type UpstreamConnections,
} from './door.ts'
import { requestBuilder, type BuiltRequest, type CallInput } from './calls/build-request.ts'
import { readOutcome } from './calls/read-outcome.ts'
import { sendCall } from './calls/send-call.ts'
import { whyNotInPath } from './calls/upstream-target.ts'
import { statementHeader } from './file/header-names.ts'
import { exampleOf } from './file/example-of.ts'
import { schemaFrom } from './file/json-schema.ts'
import { idOf } from './file/offer-id.ts'
import type { OfferRow, Upstream } from './file/offers-file.ts'
import { readRoute, readTemplate, type RouteText } from './file/route-text.ts'
import { computedAccess, priceOfRow } from './pricing/price-rule.ts'

/** What the offers of one API share while the service runs. */
export interface OpenUpstream {
  readonly settings: Upstream
  readonly connections: Pick<UpstreamConnections, 'open'>
  availability(): Availability
}

export interface OfferParts {
  readonly upstream: OpenUpstream
  readonly secretOf: (name: string) => string | null
  readonly userAgent: string
}

/** Milliseconds between two pieces of an answer. */
const idleMs = 10_000
/** The gate ends a run a little later than the call to the API, so that the caller hears what was waited for. */
const marginMs = 500

/** A row of a file of offers as an offer. The file was checked. */
export function offerOf(row: OfferRow, { upstream, secretOf, userAgent }: OfferParts): AnyOffer {
  const { method, template } = readRoute(row.route) as RouteText
  const target = row.path === undefined ? template : (readTemplate(row.path) as string)
  const title = titleOf(row)
  const build = requestBuilder({ method, template: target, row, upstream: upstream.settings, secretOf })
  const timeoutMs = Math.round((row.limits.seconds ?? upstream.settings.timeoutSeconds) * 1_000)
  const { streams } = row.answer
  // A model may think for long before it goes on.
  const limits = {
    timeoutMs,
    idleMs: streams ? timeoutMs : idleMs,
    maxBytes: row.limits.answerBytes,
    redirects: upstream.settings.redirects,
  }
  const places = row.limits.atOnce === undefined ? null : createCallPlaces(row.limits.atOnce)
  const { ownKeys } = upstream.settings
  const unsafe = method !== 'GET' && upstream.settings.idempotencyKey === false
  return byteOffer({
    id: idOf(row),
    route: `${method} ${template as `/${string}`}`,
    access: accessOf(row),
    title,
    purpose: row.purpose ?? `${title}.`,
    ...(parametersOf(template).length > 0 ? { path: pathSchema(template, row.parameters) } : {}),
    query: row.query?.schema ? schemaFrom(row.query.schema, 'text') : z.record(z.string(), z.string()),
    ...(takesBody(method) ? { body: row.body?.schema ? schemaFrom(row.body.schema) : z.unknown() } : {}),
    answers: {
      types: row.answer.types,
      ...(row.answer.schema ? { schema: schemaFrom(row.answer.schema) } : {}),
      headers: row.answer.headers,
      maxBytes: row.limits.answerBytes,
      streams,
      refusals: ['application/json', 'application/problem+json', 'text/plain'],
    },
    example: exampleOf(row, { method, template }),
    firstCallFree: row.firstCallFree,
    callerHeaders: row.passHeaders,
    ...(ownKeys === undefined ? {} : { ownKey: ownKeys }),
    deadlineMs: timeoutMs + marginMs,
    ...(streams ? { settle: 'first' } : {}),
    needs: { engine: { by: { availability: () => upstream.availability() } } },
    ...(places ? { admit: (caller) => places.enter(caller) } : {}),
    async run(input, { purchase, headers = {}, sign, signal }) {
      if (unsafe && purchase?.again === true) throw interrupted(title)
      const { passed, key } = passedOf(headers, row.passHeaders, purchase === undefined ? ownKeys : undefined)
      const request = build(input as CallInput, { purchaseId: purchase?.id ?? null, passed, ownKey: key, userAgent })
      // A call with a key of its own is between its caller and the API.
      const signed = key === null && upstream.settings.signed ? signedBy(sign, request, upstream.settings.url) : request
      const answer = await sendCall(signed, upstream.connections, limits, { title, signal })
      if (key !== null && (answer.status === 401 || answer.status === 403)) {
        answer.discard()
        throw new Problem('own_key_refused', `${title}: the API refused the key.`)
      }
      return readOutcome(answer, row, { title, asked: { url: upstream.settings.url, target: request.target } })
    },
  })
}

/** The request with what the till says of the call. */
function signedBy(sign: OfferContext['sign'], request: BuiltRequest, url: string): BuiltRequest {
  if (sign === undefined) return request
  const statement = sign({ ...request, origin: new URL(url).origin })
  return { ...request, headers: { ...request.headers, [statementHeader]: statement } }
}

/** An API without keys for repeated requests would do the work twice. */
function interrupted(title: string): Problem {
  const detail = `${title}: an earlier try with this payment may have reached the API behind it, which cannot tell a repeated request from a new one. Nothing was charged.`
  return new Problem('upstream_failed', detail, { retryable: false })
}

interface PassedHeaders {
  /** Those that the file names. */
  readonly passed: Record<string, string>
  /** The caller's own key, where it pays by that. */
  readonly key: { readonly name: string; readonly value: string } | null
}

function passedOf(headers: Readonly<Record<string, string>>, names: readonly string[], ownKeys: string | undefined): PassedHeaders {
  const passed = Object.fromEntries(names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])))
  const value = ownKeys === undefined ? undefined : headers[ownKeys]
  return { passed, key: ownKeys === undefined || value === undefined ? null : { name: ownKeys, value } }
}

function accessOf(row: OfferRow): Access {
  const { access, price } = row
  if (access === 'free') return free
  const rule = priceOfRow(row)
  if (rule !== null) return computedAccess(rule)
  return access === 'quota' ? dailyQuota(String(price)) : fixedPrice(String(price))
}

/** Each parameter as its schema says, and never one that would lead the API to another path. */
function pathSchema(template: string, schemas: OfferRow['parameters']): z.ZodType {
  const shape = segmentsOf(template).flatMap((segment) => {
    if (!segment.startsWith('{')) return []
    const name = parameterName(segment)
    const given = schemas[name]
    const safe = z.string().superRefine((value, context) => {
      const reason = whyNotInPath(value, isRest(segment))
      if (reason !== null) context.addIssue({ code: 'custom', message: reason })
      const wrong = given && checked(given, value)
      if (wrong) context.addIssue({ code: 'custom', message: wrong })
    })
    return [[name, safe.meta(given ?? { type: 'string' })] as const]
  })
  return z.object(Object.fromEntries(shape))
}

const made = new WeakMap<object, z.ZodType>()

/** What is wrong with a value by the schema of the file; undefined where it fits. */
function checked(schema: Readonly<Record<string, unknown>>, value: string): string | undefined {
  const check = made.get(schema) ?? schemaFrom({ type: 'object', properties: { value: schema } }, 'text')
  made.set(schema, check)
  return check.safeParse({ value }).error?.issues[0]?.message
}

/** `GET /tides/{port}` without a title is called `Tides`. */
export function titleOf({ title: given, route }: Pick<OfferRow, 'title' | 'route'>): string {
  if (given !== undefined) return given
  const words = route
    .slice(route.indexOf('/'))
    .split('/')
    .filter((segment) => /^[A-Za-z]/.test(segment))
    .map((segment) => segment.replaceAll(/[-_.~]+/g, ' '))
  const title = words.join(' ').slice(0, 100)
  return title === '' ? route : title.charAt(0).toUpperCase() + title.slice(1)
}
