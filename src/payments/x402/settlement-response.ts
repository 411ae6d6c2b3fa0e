import type { NetworkId } from '../../chain/chain.ts'
import type { Hex } from '../../shared/bytes.ts'
import { decodeBase64Json, encodeBase64Json } from '../wire/base64-json.ts'
import { FieldFault, member, stringAt } from '../wire/fields.ts'

/** The object in PAYMENT-RESPONSE (x402 v2 SettlementResponse). `transaction` is empty when nothing was settled. */
export type SettlementResponse =
  | {
      readonly success: true
      readonly transaction: Hex | ''
      readonly network: NetworkId
      readonly payer: Hex
      readonly amount: string
      readonly extra?: PendingSettlement
    }
  | {
      readonly success: false
      readonly errorReason: string
      readonly transaction: Hex | ''
      readonly network: NetworkId
      readonly payer: Hex
    }

interface Paid {
  readonly network: NetworkId
  readonly payer: Hex
}

/** PAYMENT-RESPONSE of a settled payment; `amount` in base units. */
export function settledResponse({
  network,
  payer,
  transaction,
  amount,
}: Paid & { readonly transaction: Hex; readonly amount: bigint }): string {
  return encodeSettlementResponse({ success: true, transaction, network, payer, amount: String(amount) })
}

/** PAYMENT-RESPONSE of an answer that cost nothing: a free first call, or an uncharged answer. */
export function unchargedResponse({ network, payer }: Paid): string {
  return encodeSettlementResponse({ success: true, transaction: '', network, payer, amount: '0' })
}

/**
 * PAYMENT-RESPONSE of an answer that was sent before its settlement. Official clients take `success: false` for a payment that failed,
 * and read no member but these, so `extra` says what is still to come.
 */
export function pendingResponse({ network, payer, amount, receipt }: Paid & { readonly amount: bigint; readonly receipt: string }): string {
  return encodeSettlementResponse({
    success: true,
    transaction: '',
    network,
    payer,
    amount: String(amount),
    extra: pendingSettlement(receipt),
  })
}

/** What an answer says whose payment is settled after it. `receipt` is the id of a receipt, which turns `settled` later. */
export interface PendingSettlement {
  readonly settlement: 'pending'
  readonly receipt: string
}

export function pendingSettlement(receipt: string): PendingSettlement {
  return { settlement: 'pending', receipt }
}

/** PAYMENT-RESPONSE of a payment whose settlement was refused for good, or (`settlement_pending`) is not known yet. */
export function failedResponse({
  network,
  payer,
  transaction,
  reason,
}: Paid & { readonly transaction: Hex | null; readonly reason: string }): string {
  return encodeSettlementResponse({ success: false, errorReason: reason, transaction: transaction ?? '', network, payer })
}

function encodeSettlementResponse(response: SettlementResponse): string {
  return encodeBase64Json(response)
}

export type DecodedSettlementResponse =
  | { readonly ok: true; readonly response: ReceivedSettlementResponse }
  /** What is wrong with it, in a few words. */
  | { readonly ok: false; readonly reason: string }

/** What a paying client can rely on: other servers leave out optional members. */
export interface ReceivedSettlementResponse {
  readonly success: boolean
  /** Empty when nothing was settled. */
  readonly transaction: string
  readonly network: string
  readonly payer: string | null
  /** Base units, null when the server did not say. */
  readonly amount: string | null
  readonly errorReason: string | null
}

/** Reads the value of PAYMENT-RESPONSE for the paying side. Never throws. */
export function decodeSettlementResponse(header: string): DecodedSettlementResponse {
  const decoded = decodeBase64Json(header, { characters: 16_384, depth: 32, members: 1000 })
  if (!decoded.ok) return { ok: false, reason: decoded.fault }
  const { value } = decoded
  const success = member(value, 'success')
  if (typeof success !== 'boolean') return { ok: false, reason: 'success must be true or false' }
  try {
    return {
      ok: true,
      response: {
        success,
        transaction: stringAt(member(value, 'transaction'), 'transaction'),
        network: stringAt(member(value, 'network'), 'network'),
        payer: optionalString(value, 'payer'),
        amount: optionalString(value, 'amount'),
        errorReason: optionalString(value, 'errorReason'),
      },
    }
  } catch (error) {
    if (!(error instanceof FieldFault)) throw error
    return { ok: false, reason: `${error.field} must be ${error.expected}` }
  }
}

function optionalString(value: Readonly<Record<string, unknown>>, name: string): string | null {
  const text = member(value, name)
  return text === undefined || text === null ? null : stringAt(text, name)
}
