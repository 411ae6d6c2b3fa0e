import { takesBody, type Method, type OfferInput } from '../door.ts'
import type { OfferRow, Upstream } from '../file/offers-file.ts'
import { fillSecrets, secretsIn } from '../file/secrets.ts'
import { bodySent } from './body-sent.ts'
import { upstreamPath, upstreamQuery } from './upstream-target.ts'

export interface CallInput extends OfferInput<Record<string, string>, Record<string, string>, unknown> {}

/** How the calls of one offer become requests to its API. */
export interface RequestPlan {
  readonly method: Method
  /** Of the path at the API. */
  readonly template: string
  readonly row: OfferRow
  readonly upstream: Upstream
  readonly secretOf: (name: string) => string | null
}

/** What a request is made of besides its input. */
export interface Asking {
  /** Of the purchase that it belongs to; null for a call without a payment. */
  readonly purchaseId: string | null
  /** Headers of the caller that the file names, by the names in the file. */
  readonly passed: Readonly<Record<string, string>>
  /** The caller's own key for the API: then nothing secret of ours is sent. */
  readonly ownKey?: { readonly name: string; readonly value: string } | null
  readonly userAgent: string
}

export interface BuiltRequest {
  readonly method: Method
  readonly target: string
  readonly headers: Record<string, string>
  readonly body: Uint8Array | null
}

/** Makes the request builder of an offer. Everything that is the same for all its calls is done once. */
export function requestBuilder({
  method,
  template,
  row,
  upstream,
  secretOf,
}: RequestPlan): (input: CallInput, asking: Asking) => BuiltRequest {
  const base = new URL(upstream.url).pathname.replace(/\/+$/, '')
  const filled = (values: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fillSecrets(value, secretOf)]))
  const given = { headers: upstream.headers, query: { ...upstream.query, ...row.query?.set } }
  const own = { headers: lowerCased(filled(given.headers)), query: filled(given.query) }
  // A caller that pays the API by a key of its own must not be let in by ours, and any header or query of the upstream may be a key.
  const plain = { headers: {}, query: withoutSecrets(row.query?.set ?? {}) }
  const { rename = {} } = row.query ?? {}
  // A caller that used the API's own name of a renamed parameter would go round the schema and the price of it.
  const theirs = new Set(Object.values(rename).filter((name) => rename[name] === undefined))
  const accept = row.answer.types.join(', ')
  return (input, { purchaseId, passed, ownKey = null, userAgent }) => {
    const ours = ownKey === null ? own : plain
    const asked = Object.entries(input.query)
      .filter(([name]) => !theirs.has(name))
      .map(([name, value]) => [rename[name] ?? name, value] as const)
    const body = takesBody(method) ? Buffer.from(JSON.stringify(bodySent(input.body, row))) : null
    const keyed = purchaseId !== null && upstream.idempotencyKey !== false ? { [upstream.idempotencyKey.toLowerCase()]: purchaseId } : {}
    return {
      method,
      target: upstreamPath(base, template, input.path) + upstreamQuery({ ...Object.fromEntries(asked), ...ours.query }),
      headers: {
        'user-agent': userAgent,
        accept,
        ...lowerCased(passed),
        ...(body === null ? {} : { 'content-type': 'application/json' }),
        ...ours.headers,
        ...(ownKey === null ? {} : { [ownKey.name.toLowerCase()]: ownKey.value }),
        ...keyed,
      },
      body,
    }
  }
}

function withoutSecrets(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => secretsIn(value).length === 0))
}

function lowerCased(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name.toLowerCase(), value]))
}
