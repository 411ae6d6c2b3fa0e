import type { NetworkId } from '../../chain/chain.ts'
import type { Hex } from '../../shared/bytes.ts'
import { decodeBase64Json } from '../wire/base64-json.ts'
import { addressAt, countAt, FieldFault, member, objectAt, stringAt, uintAt } from '../wire/fields.ts'

type Members = Readonly<Record<string, unknown>>

/** One entry of `accepts` that can be paid with an EIP-3009 authorization. */
export interface PayableRequirement {
  readonly network: NetworkId
  readonly chainId: number
  /** Base units. */
  readonly amount: bigint
  readonly asset: Hex
  readonly payTo: Hex
  readonly maxTimeoutSeconds: number
  /** EIP-712 domain of the asset, as the server says. */
  readonly domain: { readonly name: string; readonly version: string }
  /** The entry as received: it is echoed unchanged in `accepted`. */
  readonly raw: Members
}

/** A server's terms, as a paying client needs them. */
export interface PaymentRequired {
  readonly error: string | null
  /** Echoed in the payment as received. */
  readonly resource: Members
  readonly url: string
  /** In the server's order; entries with other schemes, networks or transfer methods are left out. */
  readonly accepts: readonly PayableRequirement[]
  readonly extensions: Members
}

export type DecodedPaymentRequired =
  | { readonly ok: true; readonly required: PaymentRequired }
  /** What is wrong with it, in a few words. */
  | { readonly ok: false; readonly reason: string }

const limits = { characters: 16_384, depth: 64, members: 4000 }
const networkText = /^eip155:([1-9][0-9]{0,14})$/

/** Reads the value of PAYMENT-REQUIRED for the paying side. Never throws. */
export function decodePaymentRequired(header: string): DecodedPaymentRequired {
  const decoded = decodeBase64Json(header, limits)
  if (!decoded.ok) return { ok: false, reason: decoded.fault }
  const { value } = decoded
  try {
    const version = member(value, 'x402Version')
    if (version !== 2) throw new FieldFault('x402Version', 'the number 2', version)
    const resource = objectAt(member(value, 'resource'), 'resource')
    const accepts = member(value, 'accepts')
    if (!Array.isArray(accepts) || accepts.length === 0) throw new FieldFault('accepts', 'a list of at least one entry', accepts)
    const error = member(value, 'error')
    const extensions = member(value, 'extensions')
    return {
      ok: true,
      required: {
        error: typeof error === 'string' ? error : null,
        resource,
        url: stringAt(member(resource, 'url'), 'resource.url'),
        accepts: accepts.flatMap((entry, index) => payable(entry, `accepts[${index}]`)),
        extensions: extensions === undefined || extensions === null ? {} : objectAt(extensions, 'extensions'),
      },
    }
  } catch (error) {
    if (!(error instanceof FieldFault)) throw error
    return { ok: false, reason: `${error.field} must be ${error.expected}; received ${error.received}` }
  }
}

/** Empty for an entry of a kind that we can't pay. @throws FieldFault for a malformed entry of a kind that we can pay */
function payable(value: unknown, field: string): PayableRequirement[] {
  const raw = objectAt(value, field)
  const network = networkText.exec(stringAt(member(raw, 'network'), `${field}.network`))
  if (member(raw, 'scheme') !== 'exact' || !network) return []
  const extra = objectAt(member(raw, 'extra') ?? {}, `${field}.extra`)
  const method = member(extra, 'assetTransferMethod')
  if (method !== undefined && method !== 'eip3009') return []
  return [
    {
      network: network[0] as NetworkId,
      chainId: Number(network[1]),
      amount: uintAt(member(raw, 'amount'), `${field}.amount`),
      asset: addressAt(member(raw, 'asset'), `${field}.asset`),
      payTo: addressAt(member(raw, 'payTo'), `${field}.payTo`),
      maxTimeoutSeconds: countAt(member(raw, 'maxTimeoutSeconds'), `${field}.maxTimeoutSeconds`),
      domain: {
        name: stringAt(member(extra, 'name'), `${field}.extra.name`),
        version: stringAt(member(extra, 'version'), `${field}.extra.version`),
      },
      raw,
    },
  ]
}
