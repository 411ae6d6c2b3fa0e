import type { Context, Hono } from 'hono'
import type { OwedOutcome, OwedPayments } from '../../gate/early/owed-payments.ts'
import type { Gate } from '../../gate/gate.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import type { Payment } from '../../ledger/payments/payment.ts'
import { encodeBase64Json } from '../../payments/wire/base64-json.ts'
import type { CredentialReading, HeaderReader } from '../../payments/wire/protocol.ts'
import { refusalDetails } from '../../payments/wire/refusals.ts'
import { isReceiptId } from '../../shared/ids.ts'
import { formatUsd } from '../../shared/money.ts'
import { Problem } from '../../shared/problems.ts'
import { receiptOf } from '../payment/receipts.ts'
import { receiptBody, receiptUrl } from './receipt.ts'
import { jsonResponse, refusalResponse } from './respond.ts'

export interface OwedRoutesParts {
  readonly gate: Pick<Gate, 'limitRate'>
  readonly ledger: Pick<Ledger, 'find'>
  readonly owedPayments: OwedPayments
  readonly publicUrl: string
  readonly readCredential: (headers: HeaderReader) => CredentialReading
}

/** Requests that a payment counts as, since it takes several questions to a chain. */
const paymentTokens = 10

/** `/v1/receipts/{id}/payment`: what is owed for an answer that was sent before its settlement, and where it is paid. */
export function owedRoutes(app: Hono, parts: OwedRoutesParts, clientOf: (context: Context) => string): void {
  async function found(context: Context, tokens: number): Promise<Payment | Response> {
    const limited = parts.gate.limitRate(clientOf(context), tokens)
    if (limited) return refusalResponse(limited)
    const id = context.req.param('id') ?? ''
    const payment = isReceiptId(id) ? await parts.ledger.find(id) : undefined
    return payment ?? refusalResponse(new Problem('receipt_not_found', 'No receipt has this id.'))
  }

  app.get('/v1/receipts/:id/payment', async (context) => {
    const payment = await found(context, 1)
    return payment instanceof Response ? payment : answer(parts.owedPayments.termsOf(payment), { kind: 'none' }, parts)
  })
  app.post('/v1/receipts/:id/payment', async (context) => {
    const reading = parts.readCredential(context.req.raw.headers)
    const payment = await found(context, reading.kind === 'none' ? 1 : paymentTokens)
    return payment instanceof Response ? payment : answer(await parts.owedPayments.pay(payment, reading), reading, parts)
  })
}

function answer(outcome: OwedOutcome, reading: CredentialReading, parts: OwedRoutesParts): Response {
  switch (outcome.kind) {
    case 'paid':
      return jsonResponse(receiptBody(outcome.payment, parts.publicUrl), 200, receiptOf(outcome.payment, reading))
    case 'refused':
      return refusalResponse(outcome.refusal, { payment: outcome.payment, publicUrl: parts.publicUrl })
    case 'terms':
      return termsResponse(outcome, parts)
  }
}

function termsResponse(
  { payment, refusal, network, requirements }: Extract<OwedOutcome, { kind: 'terms' }>,
  { publicUrl }: OwedRoutesParts,
): Response {
  const url = `${receiptUrl(payment.id, publicUrl)}/payment`
  const description = `What is owed for receipt ${payment.id}`
  const code = refusal?.code ?? 'payment_owed'
  const required = {
    x402Version: 2,
    error: code,
    resource: { url, description },
    accepts: [requirements],
  }
  const asks = `${formatUsd(payment.amount)} USDC are owed for receipt ${payment.id}, by ${payment.payer} on ${network}.`
  const body = {
    type: `urn:farthing:problem:${code}`,
    title: 'Payment required',
    status: 402,
    code,
    detail: refusal === null ? `${asks} Send the payment in PAYMENT-SIGNATURE.` : `${refusal.message} ${asks}`,
    ...(refusal === null ? {} : { refusal: refusalDetails(refusal) }),
    receipt: receiptUrl(payment.id, publicUrl),
    ...required,
  }
  return jsonResponse(body, 402, { 'PAYMENT-REQUIRED': encodeBase64Json(required) })
}
