import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { Answer, Quota, Refused } from '../../gate/outcome.ts'
import type { Payment, StoredAnswer } from '../../ledger/payments/payment.ts'
import { isAnsweredBeforeSettlement, isCreditOfOrder } from '../../ledger/payments/payment-states.ts'
import { briefBody } from '../../offers/brief/brief-answer.ts'
import type { Detail } from '../../offers/brief/detail.ts'
import { isTextType } from '../../offers/media-types.ts'
import { readDocument, type StoredDocument } from '../../offers/document-answer.ts'
import { priceOf, type AnyOffer } from '../../offers/offer.ts'
import { formatUsd } from '../../shared/money.ts'
import { problemDetails } from '../../shared/problems.ts'
import { bytesResult, textOf } from './bytes-result.ts'
import { receiptBody, receiptUrl } from '../http/receipt.ts'
import { receiptUri } from './resources.ts'
import { adviceFor } from './problem-messages.ts'
import { metaKeys } from './read-payment.ts'
import type { OfferTool } from './tool-definitions.ts'
import { isJsonObject } from './json-object.ts'

type Json = Record<string, unknown>
type AnsweredCall = Answer & { readonly quota?: Quota }

/** An answer: the body unchanged or in words, the same as structured content, and a sentence about its cost. */
export function answerResult(tool: OfferTool, outcome: AnsweredCall, detail: Detail, publicUrl: string, knowsAudio = true): CallToolResult {
  if (tool.offer.answers !== null) {
    const result = bytesResult(outcome, tool.offer.id, knowsAudio)
    const words = costInWords(tool.offer, outcome, publicUrl)
    return words === null ? result : { ...result, content: [...result.content, { type: 'text', text: words }] }
  }
  const document = tool.offer.document && readDocument(outcome.body, tool.offer.document.types)
  if (document) return documentResult(document, tool, costInWords(tool.offer, outcome, publicUrl))
  const text = Buffer.from(detail === 'brief' ? briefBody(tool.offer, outcome.body) : outcome.body).toString('utf8')
  const structured: unknown = /^application\/(?:[a-z0-9.+-]+\+)?json\b/i.test(outcome.contentType) ? JSON.parse(text) : null
  const cost = costInWords(tool.offer, outcome, publicUrl)
  return {
    content: [
      { type: 'text', text: wordsOf(tool.offer, structured, detail) ?? text },
      ...(cost === null ? [] : [{ type: 'text' as const, text: cost }]),
    ],
    ...(isJsonObject(structured) ? { structuredContent: structured } : {}),
  }
}

/** The answer in words, where its offer has them: the structured content is the answer itself. */
function wordsOf(offer: AnyOffer, answer: unknown, detail: Detail): string | null {
  return offer.inWords !== undefined && detail === 'full' && isJsonObject(answer) ? offer.inWords(answer) : null
}

/** A document as content, its other members as text and as structured content, and a sentence about its cost. */
function documentResult(document: StoredDocument, { offer }: OfferTool, cost: string | null): CallToolResult {
  const { rest } = document
  return {
    content: [
      // Words first: some hosts read only the first part.
      { type: 'text', text: JSON.stringify(rest) },
      documentContent(document, offer.id),
      ...(cost === null ? [] : [{ type: 'text' as const, text: cost }]),
    ],
    structuredContent: rest,
  }
}

/** Clients show PNG, JPEG and WebP; SVG and PDF are resources. */
function documentContent({ mimeType, data, isText }: StoredDocument, offerId: string): CallToolResult['content'][number] {
  if (mimeType.startsWith('image/') && !isText) return { type: 'image', data, mimeType }
  const uri = `farthing://answers/${offerId}`
  return { type: 'resource', resource: isText ? { uri, mimeType, text: data } : { uri, mimeType, blob: data } }
}

/** What went wrong and how to correct it, with the argument names that the caller used. */
export function refusalResult({ refusal, payment, passed }: Refused, { input }: OfferTool, publicUrl: string): CallToolResult {
  const details = problemDetails(refusal)
  const { field, retryAfter, extra } = refusal.options
  const argument = field === undefined ? undefined : input.argumentOf(field)
  const detail = field === undefined || argument === undefined ? details.detail : details.detail.replace(field, () => argument)
  // What a payment became is said where the call was refused, such as a credit after work that failed.
  const fix = refusal.options.fix ?? adviceFor(refusal.kind)
  const wait = retryAfter === undefined ? '' : ` Retry after ${retryAfter} seconds.`
  const receipt = payment === null ? '' : ` Receipt: ${receiptUrl(payment.id, publicUrl)}`
  const more = (extra?.['more'] ?? []) as readonly { readonly field: string }[]
  return {
    isError: true,
    content: [{ type: 'text', text: `${refusal.code}: ${detail} ${fix}${wait}${receipt}` }, ...passedContent(passed)],
    _meta: {
      'farthing/problem': {
        ...details,
        detail,
        fix,
        ...(argument === undefined ? {} : { field: argument }),
        ...(more.length > 0 ? { more: more.map((one) => ({ ...one, field: input.argumentOf(one.field) })) } : {}),
      },
    },
  }
}

/** What an upstream said in place of an answer, where the offer passes that on. */
function passedContent(passed: StoredAnswer | undefined): CallToolResult['content'] {
  return passed && isTextType(passed.contentType) ? [{ type: 'text', text: textOf(passed.contentType, passed.body) }] : []
}

/** The `_meta` of every outcome. */
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

function costInWords(offer: AnyOffer, { payment, unused, quota, replay }: AnsweredCall, publicUrl: string): string | null {
  if (payment) {
    const again = replay ? ' This is the stored answer of that payment; it was not charged again.' : ''
    return `${chargedInWords(payment)}. Receipt: ${receiptUrl(payment.id, publicUrl)}${again}`
  }
  if (!quota) return null
  const kept = unused
    ? ` The payment was not used.${unused.credit ? ` It is a credit for another call: ${receiptUrl(unused.credit.id, publicUrl)}` : ''}`
    : ''
  return `Free: ${quota.remaining} of ${quota.limit} free calls left today, then $${formatUsd(priceOf(offer))} a call.${kept}`
}

function chargedInWords(payment: Payment): string {
  const amount = `$${formatUsd(payment.amount)} in USDC`
  if (payment.state === 'settled') return `Paid ${amount}`
  if (isAnsweredBeforeSettlement(payment)) return `${amount} is being paid: the payment is settled after this answer`
  if (isCreditOfOrder(payment))
    return `Paid ${amount} before the work, and this answer costs nothing: the payment is a credit for another call`
  return 'Nothing was charged'
}

/** The receipt as a resource that the client can read. */
export function receiptLink({ id }: Payment): CallToolResult['content'][number] {
  return { type: 'resource_link', uri: receiptUri(id), name: 'receipt', title: 'Receipt of this payment', mimeType: 'application/json' }
}

function decoded(value: string, encoding: 'base64' | 'base64url'): unknown {
  return JSON.parse(Buffer.from(value, encoding).toString('utf8'))
}
