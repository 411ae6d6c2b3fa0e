import { nothingToPayOn, type GateOutcome, type Quota } from '../../gate/offer-call.ts'
import type { Challenges, ChallengeOptions } from '../../gate/terms/challenges.ts'
import type { CredentialReading, HeaderReader } from '../../payments/wire/protocol.ts'
import { problemReceipt, receiptHeaders, unusedPaymentHeaders } from '../../gate/receipt-headers.ts'
import { passedOn } from '../../gate/run/check-bytes.ts'
import type { Payment, StoredAnswer } from '../../ledger/payments/payment.ts'
import type { Detail } from '../../offers/brief/detail.ts'
import type { AnyOffer } from '../../offers/offer.ts'
import type { Problem } from '../../shared/problems.ts'
import { problemDetails } from '../../shared/problems.ts'
import { pageHeaders } from '../console/page-response.ts'
import type { AskedCall } from '../console/pages/terms-page.ts'
import { wantsPage } from '../console/wants-page.ts'
import { formOfAnswer } from './answer-form.ts'
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
      if (outcome.payment) {
        add(headers, receiptHeaders(outcome.payment, null, request.credential))
        headers.push('Link', receiptLink(outcome.payment, parts.publicUrl))
      }
      if (outcome.unused) {
        add(headers, unusedPaymentHeaders(outcome.unused, request.credential))
        if (outcome.unused.credit) headers.push('Link', receiptLink(outcome.unused.credit, parts.publicUrl))
      }
      if (outcome.replay) headers.push('Idempotent-Replay', 'true')
      // Proxies would hold back what is sent piece by piece.
      if (outcome.stream) headers.push('X-Accel-Buffering', 'no')
      return { status: outcome.status, headers, body: outcome.stream ? outcome.stream.read() : body }
    }
    case 'payment_required': {
      const challenge = parts.challenges.challenge(outcome.offer, outcome.input, outcome.refusal, challengeOptions(request))
      if (challenge === null)
        return problemAnswer(nothingToPayOn(), { quota: outcome.quota, payment: outcome.payment, publicUrl: parts.publicUrl })
      const headers = [...terms]
      add(headers, challenge.headers)
      headers.push('Content-Type', 'application/json', 'Cache-Control', 'no-store')
      quotaHeaders(headers, outcome.quota)
      if (outcome.payment) {
        add(headers, receiptHeaders(outcome.payment, outcome.refusal?.reason ?? 'settlement_refused', request.credential))
        headers.push('Link', receiptLink(outcome.payment, parts.publicUrl))
      }
      return termsAsPage(outcome, { headers, body: challenge.body }, request, parts) ?? { status: 402, headers, body: challenge.body }
    }
    case 'problem': {
      const passed = passedOn(request.offer, outcome.problem)
      const answer = problemAnswer(outcome.problem, {
        quota: outcome.quota,
        payment: outcome.payment,
        publicUrl: parts.publicUrl,
        headers: problemReceipt(outcome.problem, outcome.payment, request.credential),
      })
      return passed ? inPlaceOf(answer, passed) : answer
    }
  }
}

/** The same terms as a page, where a browser asked without a payment; null for machines. Every header of the terms stays. */
function termsAsPage(
  { offer, input, refusal }: Extract<GateOutcome, { readonly kind: 'payment_required' }>,
  terms: Pick<HttpAnswer, 'headers'> & { readonly body: Uint8Array },
  { headers, credential }: AnsweredRequest,
  { termsPage, publicUrl }: RespondParts,
): HttpAnswer | null {
  const { asked } = input.raw
  if (termsPage === undefined || asked === undefined || refusal !== null || credential.kind !== 'none' || offer.method !== 'GET')
    return null
  if (!wantsPage(headers.get('accept'))) return null
  const own = pageHeaders(publicUrl)
  const kept: string[] = Object.entries(own).flat()
  for (let index = 0; index < terms.headers.length; index += 2) {
    const name = terms.headers[index] as string
    if (!(name in own)) kept.push(name, terms.headers[index + 1] as string)
  }
  const body = termsPage({ offer, path: asked, terms: JSON.parse(new TextDecoder().decode(terms.body)) as unknown })
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

/** Which form of the terms the request asks for. */
function challengeOptions({ headers, credential }: AnsweredRequest): ChallengeOptions {
  return {
    network: headers.get('payment-network'),
    acceptPayment: headers.get('accept-payment'),
    version1: headers.get('x402-version')?.trim() === '1',
    mpp: credential.kind === 'malformed' || (credential.kind === 'credential' && credential.credential.kind === 'mpp'),
  }
}

interface ProblemContext {
  readonly quota?: Quota | undefined
  readonly payment?: Payment | null
  readonly publicUrl?: string
  readonly headers?: Headers
}

export function problemResponse(problem: Problem, more: ProblemContext = {}): Response {
  return responseOf(problemAnswer(problem, more))
}

/** Its body is not read, so the connection ends. A client that is not told would send its next request there, and lose it. */
export function leavesBodyUnread({ code }: Problem): boolean {
  return code === 'payload_too_large'
}

export function problemAnswer(problem: Problem, more: ProblemContext = {}): HttpAnswer {
  const headers = startOfHeaders('application/problem+json', 'no-store')
  if (more.headers) add(headers, more.headers)
  const { retryAfter } = problem.options
  if (retryAfter !== undefined) headers.push('Retry-After', String(retryAfter))
  // RFC 9110, 12.5.3: it says which codings a body may have.
  if (problem.code === 'unsupported_content_encoding') headers.push('Accept-Encoding', 'identity')
  if (leavesBodyUnread(problem)) headers.push('Connection', 'close')
  quotaHeaders(headers, more.quota)
  const details = problemDetails(problem)
  if (more.payment && more.publicUrl !== undefined) {
    headers.push('Link', receiptLink(more.payment, more.publicUrl))
    details.receipt = receiptUrl(more.payment.id, more.publicUrl)
  }
  return { status: problem.status, headers, body: JSON.stringify(details) }
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
