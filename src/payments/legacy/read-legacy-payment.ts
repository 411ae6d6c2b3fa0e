import type { NetworkId } from '../../chain/chain.ts'
import { findNetwork } from '../../chain/networks.ts'
import type { Hex } from '../../shared/bytes.ts'
import { Problem } from '../../shared/problems.ts'
import { sha256 } from '../../shared/sha256.ts'
import type { Credential } from '../credential.ts'
import { bytes32At, FieldFault, member, objectAt, stringAt } from '../x402/fields.ts'
import { readAuthorization } from '../x402/read-authorization.ts'
import { readLegacyJson, readInnerJson } from './legacy-json.ts'
import { amountAt, timestampAt } from './transfer-fields.ts'
import { readV1Network, v1Names } from './v1-names.ts'

/** A transfer that its payer says is on chain already. A transaction hash is public, so this proves nothing of who sent it. */
export interface LegacyTransfer {
  readonly kind: 'transfer'
  readonly network: NetworkId
  readonly transaction: Hex
  /** Base units, as the client says. */
  readonly amount: bigint
  /** Unix seconds, as the client says; the block has the true ones. */
  readonly timestamp: number
  /** SHA-256 of the decoded JSON, the same for both ways of writing the header. */
  readonly hash: string
}

export type LegacyReading =
  | LegacyTransfer
  | { readonly kind: 'credential'; readonly credential: Credential }
  | { readonly kind: 'problem'; readonly problem: Problem }

type Members = Readonly<Record<string, unknown>>

/** What clients of version 1 sign for, since that is what our version 1 terms say. */
const maxTimeoutSeconds = 300
const noAsset: Hex = `0x${'0'.repeat(40)}`
const noExtra: Members = Object.freeze({})

/**
 * Reads the value of X-PAYMENT, a JSON object as it is or in standard base64, in one of two forms: `payload` is an
 * EIP-3009 authorization with its signature (the official version 1), or base64 of JSON with txHash, amount and
 * timestamp (section 5 of the service specification). As strict as `decodePaymentSignature`. Nothing is verified. Never
 * throws: a problem is `malformed_payment`, `several_payments` (400) or `header_too_large` (431).
 */
export function readLegacyPayment(header: string): LegacyReading {
  try {
    const { value, bytes } = readLegacyJson(header)
    const payload = member(value, 'payload')
    if (typeof payload !== 'string' && (payload === null || typeof payload !== 'object'))
      throw new FieldFault(
        'payload',
        'an object with authorization and signature, or base64 of JSON with txHash, amount, timestamp',
        payload,
      )
    readVersion(value, typeof payload !== 'string')
    const scheme = member(value, 'scheme')
    if (scheme !== 'exact') throw new FieldFault('scheme', '"exact"', scheme)
    const network = readNetwork(member(value, 'network'))
    return typeof payload === 'string'
      ? readTransfer(network, payload, sha256(bytes))
      : { kind: 'credential', credential: readCredential(network, objectAt(payload, 'payload'), sha256(bytes)) }
  } catch (error) {
    if (error instanceof Problem) return { kind: 'problem', problem: error }
    if (error instanceof FieldFault) return { kind: 'problem', problem: fieldProblem(error) }
    throw error
  }
}

/** The form with a transaction hash is older than version numbers. */
function readVersion(payment: Members, required: boolean): void {
  const version = member(payment, 'x402Version')
  if (version === 1 || (version === undefined && !required)) return
  throw new FieldFault('x402Version', 'the number 1', version)
}

function readNetwork(value: unknown): NetworkId {
  const text = stringAt(value, 'network')
  const network = readV1Network(text)
  if (network === null) throw new FieldFault('network', `a CAIP-2 id such as eip155:8453, or one of ${v1Names.join(', ')}`, text)
  return network
}

function readTransfer(network: NetworkId, payload: string, hash: string): LegacyTransfer {
  const transfer = readInnerJson(payload, 'payload')
  return {
    kind: 'transfer',
    network,
    transaction: bytes32At(member(transfer, 'txHash'), 'payload.txHash'),
    amount: amountAt(member(transfer, 'amount'), 'payload.amount'),
    timestamp: timestampAt(member(transfer, 'timestamp'), 'payload.timestamp'),
    hash,
  }
}

/** Version 1 echoes no terms: what was accepted is what was signed, for the token that we take on that network. */
function readCredential(network: NetworkId, payload: Members, hash: string): Credential {
  const authorization = readAuthorization(payload)
  // A network that we do not know is refused by its id before anybody looks at the token.
  const asset = findNetwork(network)?.asset.toLowerCase() ?? noAsset
  return {
    protocol: 'x402-v1',
    hash,
    proof: { kind: 'authorization', network, asset: asset as Hex, authorization },
    accepted: { payTo: authorization.to, amount: authorization.value, maxTimeoutSeconds, extra: noExtra },
    paymentIdentifier: null,
  }
}

function fieldProblem({ field, expected, received }: FieldFault): Problem {
  const hint = field === 'x402Version' && received === 'the number 2' ? ' A payment of version 2 goes into PAYMENT-SIGNATURE.' : ''
  return new Problem('malformed_payment', `${field} must be ${expected}; received ${received}.${hint}`, {
    field,
    expected,
    extra: { received },
  })
}
