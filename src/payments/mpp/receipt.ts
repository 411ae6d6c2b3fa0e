import { FieldFault, member, stringAt } from '../wire/fields.ts'
import { decodeBase64UrlJson, encodeInOrder } from './base64url-json.ts'
import type { MppMethod } from './challenge.ts'

/** The content of a Payment-Receipt that we send. Only answers carry it, never errors. */
export interface MppReceipt {
  readonly method: MppMethod
  /** Hash of the transaction that paid, or the id of our receipt where nothing was settled. */
  readonly reference: string
  /** When it was settled, milliseconds since the epoch. */
  readonly at: number
  readonly chainId: number
  readonly challengeId: string
  /** The answer was sent before the settlement. The draft has no status but `success`, so a member of our own says it. */
  readonly pending?: boolean
}

/** The value of Payment-Receipt: base64url of JSON. */
export function encodeMppReceipt({ method, reference, at, chainId, challengeId, pending = false }: MppReceipt): string {
  const receipt = { method, reference, status: 'success', timestamp: new Date(at).toISOString(), chainId, challengeId }
  return encodeInOrder(pending ? { ...receipt, settlement: 'pending' } : receipt)
}

/** What a paying client can rely on: other servers and methods leave out or add members. */
export interface ReceivedMppReceipt {
  readonly method: string
  readonly reference: string
  /** As received: RFC 3339. */
  readonly timestamp: string
  readonly chainId: number | null
  readonly challengeId: string | null
}

export type DecodedMppReceipt =
  | { readonly ok: true; readonly receipt: ReceivedMppReceipt }
  /** What is wrong with it, in a few words. */
  | { readonly ok: false; readonly reason: string }

const timestampText = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/

/** Reads the value of Payment-Receipt for the paying side. Never throws. */
export function decodeMppReceipt(header: string): DecodedMppReceipt {
  const decoded = decodeBase64UrlJson(header, { characters: 8192, depth: 16, members: 500 })
  if (!decoded.ok) return { ok: false, reason: decoded.fault }
  const { value } = decoded
  try {
    const status = member(value, 'status')
    if (status !== 'success') throw new FieldFault('status', '"success"', status)
    const timestamp = member(value, 'timestamp')
    if (typeof timestamp !== 'string' || !timestampText.test(timestamp)) throw new FieldFault('timestamp', 'an RFC 3339 time', timestamp)
    const chainId = member(value, 'chainId')
    const challengeId = member(value, 'challengeId')
    return {
      ok: true,
      receipt: {
        method: stringAt(member(value, 'method'), 'method'),
        reference: stringAt(member(value, 'reference'), 'reference'),
        timestamp,
        chainId: typeof chainId === 'number' && Number.isSafeInteger(chainId) ? chainId : null,
        challengeId: typeof challengeId === 'string' ? challengeId : null,
      },
    }
  } catch (error) {
    if (!(error instanceof FieldFault)) throw error
    return { ok: false, reason: `${error.field} must be ${error.expected}; received ${error.received}` }
  }
}
