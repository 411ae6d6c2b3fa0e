import type { Hex } from '../../shared/bytes.ts'
import { addressAt, FieldFault, member, objectAt, uintAt } from '../wire/fields.ts'
import { decodeBase64UrlJson, encodeCanonical } from './base64url-json.ts'

/** What an `evm` charge asks for. */
export interface ChargeRequest {
  /** Base units. */
  readonly amount: bigint
  /** Address of the token. */
  readonly currency: Hex
  readonly recipient: Hex
  readonly chainId: number
  /** In the server's order of preference; the default of the draft where the server names none. */
  readonly credentialTypes: readonly string[]
  /** Null where the server names none. */
  readonly decimals: number | null
  /** Whether parts of the amount go to other recipients; one plain transfer can't pay such a charge. */
  readonly splits: boolean
}

export type DecodedChargeRequest =
  | { readonly ok: true; readonly request: ChargeRequest }
  /** What is wrong with it, in a few words. */
  | { readonly ok: false; readonly reason: string }

const limits = { characters: 8192, depth: 16, members: 500 }

/** The `request` parameter of our charges: base64url of canonical JSON, with the addresses as given. */
export function encodeChargeRequest({
  amount,
  currency,
  recipient,
  chainId,
  credentialTypes,
  decimals,
}: Omit<ChargeRequest, 'splits'>): string {
  return encodeCanonical({ amount, currency, recipient, methodDetails: { chainId, credentialTypes, decimals: decimals ?? undefined } })
}

/** Reads the `request` parameter of an `evm` charge; addresses come out in lower case. Never throws. */
export function decodeChargeRequest(text: string): DecodedChargeRequest {
  const decoded = decodeBase64UrlJson(text, limits)
  if (!decoded.ok) return { ok: false, reason: decoded.fault }
  try {
    const { value } = decoded
    const details = objectAt(member(value, 'methodDetails'), 'methodDetails')
    const splits = member(details, 'splits')
    return {
      ok: true,
      request: {
        amount: uintAt(member(value, 'amount'), 'amount'),
        currency: addressAt(member(value, 'currency'), 'currency'),
        recipient: addressAt(member(value, 'recipient'), 'recipient'),
        chainId: wholeAt(member(details, 'chainId'), 'methodDetails.chainId', 1),
        credentialTypes: typesAt(member(details, 'credentialTypes')),
        decimals: decimalsAt(member(details, 'decimals')),
        splits: splits !== undefined && splits !== null && !(Array.isArray(splits) && splits.length === 0),
      },
    }
  } catch (error) {
    if (!(error instanceof FieldFault)) throw error
    return { ok: false, reason: `${error.field} must be ${error.expected}; received ${error.received}` }
  }
}

function typesAt(value: unknown): readonly string[] {
  if (value === undefined || value === null) return ['transaction', 'hash']
  if (!Array.isArray(value) || !value.every((type) => typeof type === 'string')) {
    throw new FieldFault('methodDetails.credentialTypes', 'a list of strings', value)
  }
  return value
}

function decimalsAt(value: unknown): number | null {
  return value === undefined || value === null ? null : wholeAt(value, 'methodDetails.decimals', 0)
}

function wholeAt(value: unknown, field: string, min: number): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < min) {
    throw new FieldFault(field, `a whole number from ${min} up`, value)
  }
  return value
}
