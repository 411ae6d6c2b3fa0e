import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { GateOutcome, Quota } from '../../gate/question.ts'
import type { Payment } from '../../ledger/payment.ts'
import { priceOf, type AnyOffer } from '../../offer.ts'
import { formatUsd } from '../../shared/money.ts'
import { problemDetails, type Problem } from '../../shared/problems.ts'
import { receiptBody, receiptUrl } from '../http/receipt.ts'
import { receiptUri } from './resources.ts'
import { metaKeys } from './read-payment.ts'
import type { OfferTool } from './tool-definitions.ts'

type Json = Record<string, unknown>
type Answer = Extract<GateOutcome, { readonly kind: 'answer' }>

/** An answer: the body as it is, as structured content, and in a few words what it cost. */
export function answerResult(tool: OfferTool, outcome: Answer, publicUrl: string): CallToolResult {
  const text = Buffer.from(outcome.body).toString('utf8')
  const structured = /^application\/(?:[a-z0-9.+-]+\+)?json\b/i.test(outcome.contentType) ? (JSON.parse(text) as unknown) : null
  const cost = costInWords(tool.offer, outcome, publicUrl)
  return {
    content: [
      { type: 'text', text },
      ...(cost === null ? [] : [{ type: 'text' as const, text: cost }]),
      ...(outcome.payment ? [receiptLink(outcome.payment)] : []),
    ],
    ...(isObject(structured) ? { structuredContent: structured } : {}),
  }
}

/** What went wrong, with what mends it; `field` in the names that the caller used. */
export function problemResult(problem: Problem, tool: OfferTool | null, payment: Payment | null, publicUrl: string): CallToolResult {
  const details = problemDetails(problem)
  const { field } = problem.options
  const argument = field === undefined || tool === null ? field : tool.input.argumentOf(field)
  const detail = field === undefined || argument === undefined ? details.detail : details.detail.replace(field, argument)
  const advice = mcpAdvice[problem.code] ?? details.fix
  const wait = problem.options.retryAfter === undefined ? '' : ` Retry after ${problem.options.retryAfter} seconds.`
  const receipt = payment === null ? '' : ` Receipt: ${receiptUrl(payment.id, publicUrl)}`
  return {
    isError: true,
    content: [
      { type: 'text', text: `${problem.code}: ${detail} ${advice}${wait}${receipt}` },
      ...(payment === null ? [] : [receiptLink(payment)]),
    ],
    _meta: { 'farthing/problem': { ...details, detail, fix: advice, ...(argument === undefined ? {} : { field: argument }) } },
  }
}

/** Where the advice for HTTP speaks of headers. */
const mcpAdvice: Partial<Record<Problem['code'], string>> = {
  malformed_payment: `Send the x402 version 2 payment payload as an object in _meta["${metaKeys.x402Payment}"]; nothing was charged.`,
  several_payments: 'Send exactly one payment with a call; nothing was charged.',
  method_unsupported: `Pay the challenge in _meta["${metaKeys.mppRequired}"]; nothing was charged.`,
  header_too_large: 'A payment may have 8 KB at most; nothing was charged.',
  payer_barred: 'A payment of this wallet failed to settle.',
  rate_limited: 'Wait before the next call.',
  answer_expired: 'Stored answers are kept for a day; the receipt says what was paid.',
  unsupported_network: 'Use one of the networks that accepts lists.',
  settlement_pending: 'Do not pay again: send the identical call with the same payment, or read the receipt.',
  transaction_not_found: 'Do not pay again: send the identical call with the same payment.',
  ledger_unavailable: 'Do not pay again: send the identical call, with the same payment if there was one; it is charged once at most.',
  upstream_unavailable: 'Nothing was charged.',
  network_unavailable: 'Nothing was charged; the same payment may be sent again.',
}

/** What belongs to every outcome beside its content. */
export function outcomeMeta(quota: Quota | undefined, payment: Payment | null, receipts: Record<string, string>, publicUrl: string): Json {
  const x402 = receipts['PAYMENT-RESPONSE']
  const mpp = receipts['Payment-Receipt']
  return {
    ...(x402 === undefined ? {} : { [metaKeys.x402Response]: decoded(x402, 'base64') }),
    ...(mpp === undefined ? {} : { [metaKeys.mppReceipt]: decoded(mpp, 'base64url') }),
    ...(payment === null ? {} : { 'farthing/receipt': receiptBody(payment, publicUrl) }),
    ...(quota === undefined ? {} : { 'farthing/quota': quota }),
  }
}

function costInWords(offer: AnyOffer, { payment, quota, replay }: Answer, publicUrl: string): string | null {
  if (payment) {
    const charged = payment.state === 'settled' ? `Paid $${formatUsd(payment.amount)} in USDC` : 'Nothing was charged'
    const again = replay ? ' This is the stored answer of that payment again; it was not charged again.' : ''
    return `${charged}. Receipt: ${receiptUrl(payment.id, publicUrl)}${again}`
  }
  if (!quota) return null
  return `Free: ${quota.remaining} of ${quota.limit} free calls left today, then $${formatUsd(priceOf(offer))} a call.`
}

function receiptLink({ id }: Payment): NonNullable<CallToolResult['content']>[number] {
  return { type: 'resource_link', uri: receiptUri(id), name: 'receipt', title: 'Receipt of this payment', mimeType: 'application/json' }
}

function decoded(value: string, encoding: 'base64' | 'base64url'): unknown {
  return JSON.parse(Buffer.from(value, encoding).toString('utf8'))
}

function isObject(value: unknown): value is Json {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
