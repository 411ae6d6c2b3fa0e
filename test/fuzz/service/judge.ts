import { parsePaymentChallenges } from '../../../src/payments/mpp/parse-www-authenticate.ts'
import { refusals } from '../../../src/payments/wire/refusals.ts'
import { decodePaymentRequired } from '../../../src/payments/x402/decode-required.ts'
import { hold, internal, matches, places } from '../promises.ts'
import { allProblems } from '../../all-problems.ts'
import type { Answer } from './send.ts'

type Members = Readonly<Record<string, unknown>>

/** Largest size of headers that an ordinary client accepts, in bytes. */
const mostHeaderBytes = 7_500
const codes: Readonly<Record<string, { readonly status: number }>> = Object.fromEntries((await allProblems()).map((one) => [one.code, one]))

/** Checks what every answer promises. Returns the outcome: the status, and the code of a problem. */
export function judge(answer: Answer, method: string, secrets: readonly string[]): string {
  const { status, headers, body } = answer
  if (status === 0) {
    hold(body === '', 'nothing is said outside of an answer')
    return 'closed'
  }
  hold(status >= 200 && (status < 500 || status === 503), `never a ${status}: ${body.slice(0, 300)}`)
  for (const secret of secrets)
    hold(!body.includes(secret) && ![...headers.values()].some((value) => value.includes(secret)), `it does not tell ${secret}`)
  const banned = status < 300 ? places : internal
  hold(!banned.test(body), `it shows no internal details: ${banned.exec(body)?.[0]} in ${body.slice(0, 300)}`)
  headersHold(headers)
  if (answer.byPlatform) {
    hold([400, 404, 408, 413, 417, 431, 501].includes(status) && body.length < 100, `the platform says no more than no: ${status} ${body}`)
    return `${status} by the platform`
  }
  hold(
    headers.get('access-control-allow-origin') === '*' && headers.get('x-content-type-options') === 'nosniff',
    'the standing headers are there',
  )
  if (method === 'HEAD' || status === 204) {
    hold(body === '', 'no body where there is none')
    return `${status}`
  }
  if (status < 400) return okHolds(answer)
  const said = parsed(body)
  return status === 402 ? termsHold(answer, said) : problemHolds(answer, said)
}

function headersHold(headers: Answer['headers']): void {
  let bytes = 0
  for (const [name, value] of headers) {
    bytes += name.length + value.length + 4
    hold(/^[\x20-\x7e]*$/.test(value), `the header ${name} is plain: ${JSON.stringify(value)}`)
  }
  hold(bytes < mostHeaderBytes, `all headers together are small, not ${bytes} bytes`)
  const retryAfter = headers.get('retry-after')
  if (retryAfter !== undefined) matches(retryAfter, /^[1-9]\d{0,4}$/, 'Retry-After')
}

/** Content types besides JSON: metrics and texts, the front page, its icon. */
const documents = /^(?:text\/(?:plain|markdown|html)|image\/png|text\/javascript|application\/javascript)(?:;|$)/

function okHolds({ status, headers, body }: Answer): string {
  const type = headers.get('content-type') ?? ''
  if (/^application\/(?:[a-z-]+\+)?json/.test(type)) JSON.parse(body)
  else matches(type, documents, 'the type of an answer')
  hold(headers.has('cache-control') || type.startsWith('text/plain; version'), 'it says whether it may be kept')
  return headers.get('idempotent-replay') === 'true' ? `${status} again` : `${status}`
}

/** Checks a problem document (RFC 9457): its code is in the table and belongs to the status. */
function problemHolds({ status, headers }: Answer, said: Members): string {
  // The answers for load balancers have their own form.
  if (status === 503 && said['status'] === 'not_ready') return '503 not ready'
  const code = String(said['code'])
  hold(headers.get('content-type') === 'application/problem+json', 'a problem has its media type')
  hold(codes[code]?.status === status && said['status'] === status, `the code ${code} belongs to ${status}`)
  for (const name of ['type', 'title', 'detail', 'fix'])
    hold(typeof said[name] === 'string' && said[name] !== '', `a problem has its ${name}`)
  hold(headers.get('cache-control') === 'no-store', 'a problem is not kept')
  const maySucceed = status === 429 || (status === 503 && said['retryable'] !== false)
  if (maySucceed) hold(headers.has('retry-after'), `a ${code} says when to come again`)
  return `${status} ${code}`
}

/** Checks that the terms of a 402 can be paid, in the form of the requested version. */
function termsHold({ headers }: Answer, said: Members): string {
  hold(headers.get('cache-control') === 'no-store', 'terms are not kept')
  const challenge = headers.get('www-authenticate')
  if (challenge !== undefined) hold(parsePaymentChallenges(challenge).length === 1, 'the challenge is one that can be read')
  if (said['x402Version'] === 1) {
    hold(Array.isArray(said['accepts']) && said['accepts'].length > 0, 'terms of version 1 name a way to pay')
    return '402 of version 1'
  }
  const decoded = decodePaymentRequired(headers.get('payment-required') ?? '')
  hold(decoded.ok && decoded.required.accepts.length === 6, 'the terms can be read and name every network')
  const code = String(said['code'])
  hold(code === 'payment_required' || Object.hasOwn(refusals, code), `${code} is a reason that we know`)
  for (const name of ['type', 'title', 'detail']) hold(typeof said[name] === 'string' && said[name] !== '', `terms have their ${name}`)
  hold(said['status'] === 402, 'the body has the status, too')
  return `402 ${code}`
}

function parsed(body: string): Members {
  const value: unknown = JSON.parse(body)
  hold(typeof value === 'object' && value !== null, 'the body is an object')
  return value as Members
}
