/** A field name of HTTP (RFC 9110, section 5.1). */
export const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,80}$/

/** What the till says of a call, signed, to the API behind it. */
export const statementHeader = 'farthing-call'

/** Headers that belong to one connection (RFC 9110, section 7.6.1), or that this service sets itself. */
const ofConnection = [
  'connection',
  'content-length',
  'content-encoding',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

/** Headers of callers that speak of payments here. They are worth money, and the API must never see them. */
const ofPayment = [
  'payment-signature',
  'payment-authorization',
  'payment-network',
  'x-payment',
  'x402-version',
  'accept-payment',
  'idempotency-key',
  statementHeader,
]

/** Headers of answers that speak for this service, or that would reach other callers. */
const ofOurAnswers = [
  'access-control-allow-origin',
  'access-control-expose-headers',
  'cache-control',
  'clear-site-data',
  'content-security-policy',
  'content-type',
  'cross-origin-resource-policy',
  'date',
  'link',
  'payment-receipt',
  'payment-required',
  'payment-response',
  'referrer-policy',
  'refresh',
  'retry-after',
  'set-cookie',
  'strict-transport-security',
  'vary',
  'www-authenticate',
  'x-content-type-options',
  'x-free-quota-limit',
  'x-free-quota-remaining',
  'x-payment-response',
]

const never = new Set([...ofConnection, statementHeader])
const neverFromCallers = new Set([...ofConnection, ...ofPayment])
const neverToCallers = new Set([...ofConnection, ...ofPayment, ...ofOurAnswers])

/** Why the operator can't set this header on requests to the API; null where that is possible. */
export function whyNotSent(name: string): string | null {
  if (!never.has(name.toLowerCase())) return null
  return name.toLowerCase() === statementHeader ? 'the service sets it itself' : 'it belongs to the connection'
}

/** Why this header of callers can't be passed on to the API; null where that is possible. */
export function whyNotPassed(name: string): string | null {
  if (!neverFromCallers.has(name.toLowerCase())) return null
  return ofPayment.includes(name.toLowerCase()) ? 'it is about the payment here' : 'it belongs to the connection'
}

/** Why this header of the API can't be kept in answers; null where that is possible. */
export function whyNotKept(name: string): string | null {
  return neverToCallers.has(name.toLowerCase()) ? 'the service sets it itself, or it is not for other callers' : null
}
