import type { NetworkId } from '../chain/chain.ts'
import type { ExchangeRequest, UpstreamResponse } from '../net/exchange.ts'
import { parseRetryAfter } from '../net/retry-after.ts'
import { UpstreamError, UpstreamUnreachable } from '../net/upstream-errors.ts'
import type { ReceivedSettlementResponse } from '../payments/x402/settlement-response.ts'
import type { Hex } from '../shared/bytes.ts'
import type { Clock, Timers } from '../shared/clock.ts'
import { readSettlement } from './read-settlement.ts'
import { receiptLink } from './receipt-link.ts'
import { parseObject } from './parse-object.ts'
import type { SendRequest } from './send-request.ts'
import type { Credential } from './way-of-paying.ts'

export interface PaidCall {
  readonly service: URL
  readonly request: Omit<ExchangeRequest, 'timeoutMs'>
  readonly payment: {
    readonly network: NetworkId
    readonly payer: Hex
    /** The amount that was signed for, in base units. */
    readonly signed: bigint
    readonly idempotencyKey: string
    /** Together with the idempotency key it gets the answer again, so keep it as long as the outcome is open. */
    readonly credential: Credential
    /** The payer's own transaction; null where the service settles. */
    readonly transaction: Hex | null
  }
}

export interface Payment extends Readonly<PaidCall['payment']> {
  /** What became of it, as the service says; null when it did not say. */
  readonly settlement: ReceivedSettlementResponse | null
  readonly receipt: string | null
}

export type PaidResult =
  /** A payment was sent, and this is the answer, of status 2xx. */
  | { readonly kind: 'paid'; readonly answer: UpstreamResponse; readonly payment: Payment }
  /** A payment was sent, and the call failed for a reason that is not the payment. */
  | { readonly kind: 'failed'; readonly answer: UpstreamResponse; readonly payment: Payment }
  /** The service did not take the payment. */
  | { readonly kind: 'refused'; readonly answer: UpstreamResponse; readonly payment: Payment; readonly reason: string }
  /** We stopped waiting, and do not know whether the payment was taken. The same header may be sent again. */
  | { readonly kind: 'open'; readonly answer: UpstreamResponse | null; readonly payment: Payment; readonly reason: string }

/** What the payer waits for, for a person who watches. */
export type PayProgress =
  /** The terms were signed, and nothing is sent yet. */
  | { readonly kind: 'signed'; readonly amount: bigint; readonly network: NetworkId; readonly payer: Hex }
  /** The payer's own transaction is on its way to a block. */
  | { readonly kind: 'transferring' }
  /** The call with its payment is on its way. */
  | { readonly kind: 'sent' }
  /** It is sent again after a pause, since its outcome is not known yet. */
  | { readonly kind: 'again'; readonly reason: string; readonly pauseMs: number }

const maxAttempts = 6
const answerMs = 150_000
const maxPauseMs = 30_000
/** Statuses after which the same request may succeed; the service or a proxy in between gives them. */
const temporary = new Set([408, 425, 429, 502, 503, 504])

/** Sends a signed payment until its outcome is known. It is always the same one, so it can be taken only once. */
export async function sendPaid(
  call: PaidCall,
  { clock, timers, send }: { readonly clock: Clock; readonly timers: Timers; readonly send: SendRequest },
  onProgress: (progress: PayProgress) => void = () => {},
): Promise<PaidResult> {
  const { service, payment } = call
  const headers = {
    ...call.request.headers,
    [payment.credential.header.toLowerCase()]: payment.credential.value,
    'idempotency-key': payment.idempotencyKey,
  }
  let last: UpstreamResponse | null = null
  let reason = ''
  for (let attempt = 1; ; attempt += 1) {
    let pauseMs = Math.min(maxPauseMs, 500 * 2 ** (attempt - 1))
    onProgress({ kind: 'sent' })
    try {
      const answer = await send(service, { ...call.request, headers, timeoutMs: answerMs })
      if (!isTemporary(answer)) return readOutcome(answer, payment, service)
      last = answer
      reason = describe(answer)
      pauseMs = parseRetryAfter(answer.header('retry-after'), clock.now()) ?? pauseMs
      // A longer pause than this is not worth waiting for.
      if (pauseMs > maxPauseMs) attempt = maxAttempts
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      reason = error.message
      // An answer came that we cannot read, and the next one would be the same.
      if (!(error instanceof UpstreamUnreachable)) attempt = maxAttempts
    }
    if (attempt >= maxAttempts) return { kind: 'open', answer: last, payment: received(last, payment, service), reason }
    onProgress({ kind: 'again', reason, pauseMs })
    await timers.sleep(pauseMs)
  }
}

function isTemporary(answer: UpstreamResponse): boolean {
  return temporary.has(answer.status) || (answer.status === 409 && parseObject(answer.body)['code'] === 'payment_in_flight')
}

function readOutcome(answer: UpstreamResponse, sent: PaidCall['payment'], service: URL): PaidResult {
  const payment = received(answer, sent, service)
  if (answer.status === 402) return { kind: 'refused', answer, payment, reason: payment.settlement?.errorReason ?? describe(answer) }
  return { kind: answer.status >= 200 && answer.status < 300 ? 'paid' : 'failed', answer, payment }
}

function received(answer: UpstreamResponse | null, sent: PaidCall['payment'], service: URL): Payment {
  return {
    ...sent,
    settlement: answer === null ? null : readSettlement(answer, sent),
    receipt: answer === null ? null : receiptLink(answer, service),
  }
}

/** A stable code first, then a sentence; only printable text is taken from a body that others wrote. */
function describe(answer: UpstreamResponse): string {
  const { code, error, detail } = parseObject(answer.body)
  const reason = [code, error, detail].find((text): text is string => typeof text === 'string' && /^[\x20-\x7e]{1,300}$/.test(text))
  return reason ?? `status ${answer.status}`
}
