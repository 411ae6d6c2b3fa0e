import type { GateOutcome, Quota } from '../../gate/question.ts'
import type { Challenges, ChallengeWish } from '../../gate/challenges.ts'
import type { CredentialReading } from '../../payments/protocol.ts'
import { receiptHeaders } from '../../gate/receipt-headers.ts'
import type { Payment } from '../../ledger/payment.ts'
import type { Problem } from '../../shared/problems.ts'
import { problemDetails } from '../../shared/problems.ts'
import { standingHeaders } from './headers.ts'
import { responseOf, type HttpAnswer } from './http-call.ts'
import { receiptUrl } from './receipt.ts'

type Headers = Record<string, string>

/** What of a request decides how it is answered. */
export interface Asked {
  readonly credential: CredentialReading
  readonly wish: ChallengeWish
}

export interface RespondParts {
  readonly challenges: Challenges
  readonly publicUrl: string
}

/** The gate's outcome in HTTP. */
export function respond(outcome: GateOutcome, asked: Asked, parts: RespondParts): HttpAnswer {
  switch (outcome.kind) {
    case 'answer': {
      const headers: Headers = {
        ...standingHeaders,
        'Content-Type': outcome.contentType,
        'Cache-Control': outcome.payment ? 'private' : 'no-store',
      }
      quotaHeaders(headers, outcome.quota)
      if (outcome.payment) {
        Object.assign(headers, receiptHeaders(outcome.payment, null, asked.credential))
        headers.Link = receiptLink(outcome.payment, parts.publicUrl)
      }
      if (outcome.replay) headers['Idempotent-Replay'] = 'true'
      return { status: outcome.status, headers, body: outcome.body }
    }
    case 'payment_required': {
      const challenge = parts.challenges.challenge(outcome.offer, outcome.input, outcome.refusal, asked.wish)
      const headers: Headers = { ...standingHeaders, ...challenge.headers, 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }
      quotaHeaders(headers, outcome.quota)
      if (outcome.payment) {
        Object.assign(headers, receiptHeaders(outcome.payment, outcome.refusal?.reason ?? 'settlement_refused', asked.credential))
        headers.Link = receiptLink(outcome.payment, parts.publicUrl)
      }
      return { status: 402, headers, body: challenge.body }
    }
    case 'problem':
      return problemAnswer(outcome.problem, {
        quota: outcome.quota,
        payment: outcome.payment,
        publicUrl: parts.publicUrl,
        headers:
          outcome.payment && outcome.problem.code === 'settlement_pending'
            ? receiptHeaders(outcome.payment, 'settlement_pending', asked.credential)
            : {},
      })
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

export function problemAnswer(problem: Problem, more: ProblemContext = {}): HttpAnswer {
  const headers: Headers = { ...standingHeaders, 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store', ...more.headers }
  const { retryAfter } = problem.options
  if (retryAfter !== undefined) headers['Retry-After'] = String(retryAfter)
  quotaHeaders(headers, more.quota)
  const details = problemDetails(problem)
  if (more.payment && more.publicUrl !== undefined) {
    headers.Link = receiptLink(more.payment, more.publicUrl)
    details.receipt = receiptUrl(more.payment.id, more.publicUrl)
  }
  return { status: problem.status, headers, body: JSON.stringify(details) }
}

export function jsonResponse(body: unknown, status = 200, headers: Headers = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...standingHeaders, 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...headers },
  })
}

function quotaHeaders(headers: Headers, quota: Quota | undefined): void {
  if (!quota) return
  headers['X-Free-Quota-Limit'] = String(quota.limit)
  headers['X-Free-Quota-Remaining'] = String(quota.remaining)
}

function receiptLink(payment: Payment, publicUrl: string): string {
  return `<${receiptUrl(payment.id, publicUrl)}>; rel="receipt"; type="application/json"`
}
