import type { Refused, GateOutcome, PaymentRequired, CallTerms, Quota } from '../../gate/outcome.ts'
import type { CredentialReading, HeaderReader } from '../../payments/wire/protocol.ts'
import type { Payment, StoredAnswer } from '../../ledger/payments/payment.ts'
import type { Detail } from '../../offers/brief/detail.ts'
import type { AnyOffer } from '../../offers/offer.ts'
import { problemDetails } from '../../shared/problems.ts'
import type { Refusal } from '../../shared/refusal.ts'
import { pageHeaders } from '../console/page-response.ts'
import type { AskedCall } from '../console/pages/terms-page.ts'
import { wantsPage } from '../console/wants-page.ts'
import { formOfAnswer } from './answer-form.ts'
import { challengeOptions, nothingToPayOn, type Challenges } from '../payment/challenges.ts'
import { receiptsOf } from '../payment/receipts.ts'
import { documentAnswer, type DocumentAnswer } from './document-answer.ts'
import { commonHeaders, termsHeaders } from './headers.ts'
import { responseOf, type HttpAnswer } from './http-call.ts'
import { receiptUrl } from './receipt.ts'

type Headers = Readonly<Record<string, string>>

/** The parts of a request that decide the form of its answer. */
export interface AnsweredRequest {
  readonly credential: CredentialReading
  readonly headers: HeaderReader
  /** The offer that was called: its answer may have other forms than its JSON. */
  readonly offer: AnyOffer
  readonly detail: Detail
}

export interface RespondParts {
  readonly challenges: Challenges
  readonly publicUrl: string
  /** The terms of a call as a page, for browsers. */
  readonly termsPage?: (call: AskedCall) => string
}

/** By outcome, so that the bytes of a steady answer are hashed and compressed once. */
const steadyAnswers = new WeakMap<GateOutcome, DocumentAnswer>()

/** A steady answer with the caller's compression, or 304; null for any other outcome. */
export function respondSteadily(outcome: GateOutcome, headers: HeaderReader): Promise<HttpAnswer> | null {
  if (outcome.kind !== 'answer' || outcome.steady !== true || outcome.quota) return null
  let answer = steadyAnswers.get(outcome)
  if (!answer) {
    answer = documentAnswer({ body: outcome.body, headers: startOfHeaders(outcome.contentType, 'no-cache') })
    steadyAnswers.set(outcome, answer)
  }
  return answer(headers)
}

/** The gate's outcome in HTTP. */
export function respond(outcome: GateOutcome, request: AnsweredRequest, parts: RespondParts): HttpAnswer {
  switch (outcome.kind) {
    case 'answer': {
      const { contentType, body, more } = formOfAnswer(outcome, request.offer, {
        detail: request.detail,
        accept: request.headers.get('accept'),
      })
      const cacheControl = outcome.payment || outcome.unused ? 'private' : 'no-store'
      const headers = request.offer.answers === null ? startOfHeaders(contentType, cacheControl) : headersOfBytes(outcome, cacheControl)
      headers.push(...more)
      quotaHeaders(headers, outcome.quota)
      add(headers, receiptsOf(outcome, request.credential))
      const paid = outcome.payment ?? outcome.unused?.credit
      if (paid) headers.push('Link', receiptLink(paid, parts.publicUrl))
      if (outcome.replay) headers.push('Idempotent-Replay', 'true')
      // Proxies would hold back what is sent piece by piece.
      if (outcome.stream) headers.push('X-Accel-Buffering', 'no')
      return { status: outcome.status, headers, body: outcome.stream ? outcome.stream.read() : body }
    }
    case 'payment_required': {
      const answer = answerWithTerms(outcome.terms, null, outcome, request, parts)
      return (answer.status === 402 && termsAsPage(outcome.terms, answer, request, parts)) || answer
    }
    case 'refused': {
      const { refusal, terms: newTerms, passed } = outcome
      if (newTerms) return answerWithTerms(newTerms, refusal, outcome, request, parts)
      const answer = refusalAnswer(refusal, {
        quota: outcome.quota,
        payment: outcome.payment,
        publicUrl: parts.publicUrl,
        headers: receiptsOf(outcome, request.credential),
      })
      return passed ? inPlaceOf(answer, passed) : answer
    }
  }
}

/** A 402, or a 503 where no network can take a payment. */
function answerWithTerms(
  asked: CallTerms,
  refusal: Refusal | null,
  outcome: (PaymentRequired | Refused) & { readonly quota?: Quota },
  request: AnsweredRequest,
  parts: RespondParts,
): HttpAnswer & { readonly body: Uint8Array | string } {
  const { quota, payment } = outcome
  const challenge = parts.challenges.challenge(asked, refusal, challengeOptions(request.headers, request.credential))
  if (challenge === null) return refusalAnswer(nothingToPayOn(), { quota, payment, publicUrl: parts.publicUrl })
  const headers = [...terms]
  add(headers, challenge.headers)
  headers.push('Content-Type', 'application/json', 'Cache-Control', 'no-store')
  quotaHeaders(headers, quota)
  if (payment) {
    add(headers, receiptsOf(outcome, request.credential))
    headers.push('Link', receiptLink(payment, parts.publicUrl))
  }
  return { status: 402, headers, body: challenge.body }
}

/** The same terms as a page, where a browser asked without a payment; null for machines. Every header of the terms stays. */
function termsAsPage(
  { offer, input }: CallTerms,
  answer: { readonly headers: readonly string[]; readonly body: Uint8Array | string },
  { headers, credential }: AnsweredRequest,
  { termsPage, publicUrl }: RespondParts,
): HttpAnswer | null {
  const { asked } = input.raw
  if (termsPage === undefined || asked === undefined || credential.kind !== 'none' || offer.method !== 'GET') return null
  if (!wantsPage(headers.get('accept'))) return null
  const own = pageHeaders(publicUrl)
  const kept: string[] = Object.entries(own).flat()
  for (let index = 0; index < answer.headers.length; index += 2) {
    const name = answer.headers[index] as string
    if (!(name in own)) kept.push(name, answer.headers[index + 1] as string)
  }
  const body = termsPage({ offer, path: asked, terms: JSON.parse(Buffer.from(answer.body).toString('utf8')) as unknown })
  return { status: 402, headers: kept, body }
}

/** What an upstream said, with what we say of the payment. */
function inPlaceOf({ headers: ours }: HttpAnswer, passed: StoredAnswer): HttpAnswer {
  const headers = headersOfBytes(passed, 'no-store')
  for (let index = 0; index < ours.length; index += 2) {
    const name = ours[index] as string
    if (!headers.includes(name)) headers.push(name, ours[index + 1] as string)
  }
  return { status: passed.status, headers, body: passed.body }
}

interface RefusalContext {
  readonly quota?: Quota | undefined
  readonly payment?: Payment | null
  readonly publicUrl?: string
  readonly headers?: Headers
}

export function refusalResponse(refusal: Refusal, more: RefusalContext = {}): Response {
  return responseOf(refusalAnswer(refusal, more))
}

/** Its body is not read, so the connection ends. A client that is not told would send its next request there, and lose it. */
export function leavesBodyUnread({ code }: Refusal): boolean {
  return code === 'payload_too_large'
}

export function refusalAnswer(refusal: Refusal, more: RefusalContext = {}): HttpAnswer & { readonly body: string } {
  const headers = startOfHeaders('application/problem+json', 'no-store')
  if (more.headers) add(headers, more.headers)
  const { retryAfter } = refusal.options
  if (retryAfter !== undefined) headers.push('Retry-After', String(retryAfter))
  // RFC 9110, 12.5.3: it says which codings a body may have.
  if (refusal.code === 'unsupported_content_encoding') headers.push('Accept-Encoding', 'identity')
  if (leavesBodyUnread(refusal)) headers.push('Connection', 'close')
  quotaHeaders(headers, more.quota)
  const details = problemDetails(refusal)
  if (more.payment && more.publicUrl !== undefined) {
    headers.push('Link', receiptLink(more.payment, more.publicUrl))
    details.receipt = receiptUrl(more.payment.id, more.publicUrl)
  }
  return { status: refusal.status, headers, body: JSON.stringify(details) }
}

export function jsonResponse(body: unknown, status = 200, headers: Headers = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...commonHeaders, 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...headers },
  })
}

/** Names and values in turn, as in `HttpAnswer`. */
const common: readonly string[] = Object.entries(commonHeaders).flat()
const terms: readonly string[] = Object.entries(termsHeaders).flat()

function startOfHeaders(contentType: string, cacheControl: string): string[] {
  return [...common, 'Content-Type', contentType, 'Cache-Control', cacheControl]
}

/** An answer of somebody else may be a page: then it has neither scripts nor the origin of this service. */
const commonOfBytes: readonly string[] = Object.entries({
  ...commonHeaders,
  'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
}).flat()

function headersOfBytes({ status, contentType, headers = {} }: Omit<StoredAnswer, 'body'>, cacheControl: string): string[] {
  const all = [...commonOfBytes, 'Cache-Control', cacheControl]
  // An answer without content has no type.
  if (status !== 204) all.push('Content-Type', contentType)
  add(all, headers)
  return all
}

function add(headers: string[], more: Headers): void {
  for (const name in more) headers.push(name, more[name] as string)
}

function quotaHeaders(headers: string[], quota: Quota | undefined): void {
  if (quota) headers.push('X-Free-Quota-Limit', String(quota.limit), 'X-Free-Quota-Remaining', String(quota.remaining))
}

function receiptLink(payment: Payment, publicUrl: string): string {
  return `<${receiptUrl(payment.id, publicUrl)}>; rel="receipt"; type="application/json"`
}
