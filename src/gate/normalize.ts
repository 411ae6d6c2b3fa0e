import { sameAddress } from '../chain/address.ts'
import { findNetwork } from '../chain/networks.ts'
import type { NetworkId } from '../chain/chain.ts'
import type { AnyOffer } from '../offer.ts'
import type { Credential } from '../payments/credential.ts'
import type { MppChallenges, KnownChallenge } from '../payments/mpp/challenge.ts'
import { challengeHash } from '../payments/mpp/challenge-hash.ts'
import type { HashPayload, MppCredential } from '../payments/mpp/credential.ts'
import type { ReceivedCredential } from '../payments/received-credential.ts'
import type { Refusal } from '../payments/refusals.ts'
import type { Hex } from '../shared/bytes.ts'
import { Problem } from '../shared/problems.ts'
import { identityOf } from './identity-of.ts'

/** What a caller says of a transfer that is on chain already; nothing of it verified. */
export interface TransferClaim {
  readonly kind: 'transfer'
  readonly protocol: 'mpp' | 'legacy'
  readonly hash: string
  readonly network: NetworkId
  readonly transaction: Hex
  /** Base units that were asked for, or that the caller says it paid. */
  readonly amount: bigint
  /** The block's time must lie between these, in unix seconds, unless the transfer is a credit. */
  readonly notBefore: number
  readonly notAfter: number | null
  /** Until when it may be presented, in unix seconds; null where the age of the block alone decides. */
  readonly presentUntil: number | null
  /** The challenge that it answers, for proofs that bind it to its payer; null for a bare legacy hash. */
  readonly challenge: { readonly id: string; readonly realm: string; readonly route: string } | null
  /** Who says to have paid, and its signature over the challenge. */
  readonly source: Hex | null
  readonly signature: Hex | null
}

export type Normalized =
  /** `identity`: what a hot payment by this authorization is found under. */
  | { readonly kind: 'authorization'; readonly credential: Credential; readonly identity: string }
  | TransferClaim
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'problem'; readonly problem: Problem }

/** A block's time and our clock may differ by this much. */
const skewSeconds = 30
const legacyWindowSeconds = 300
const presentForSeconds = 7 * 86_400

/**
 * Brings a credential of any protocol into normal form. An MPP credential means only what the challenge says that it
 * echoes, so that has to be one of ours.
 */
export function normalize(
  parts: { readonly challenges: Pick<MppChallenges, 'verify'>; readonly nowSeconds: number },
  offer: AnyOffer,
  received: ReceivedCredential,
): Normalized {
  switch (received.kind) {
    case 'x402':
      return authorized(received.credential)
    case 'legacy': {
      const { network, transaction, amount } = received.transfer
      return {
        kind: 'transfer',
        protocol: 'legacy',
        hash: received.hash,
        network,
        transaction,
        amount,
        notBefore: parts.nowSeconds - legacyWindowSeconds,
        notAfter: null,
        presentUntil: null,
        challenge: null,
        source: null,
        signature: null,
      }
    }
    case 'mpp':
      return normalizeMpp(parts.challenges, offer, received.credential)
  }
}

function normalizeMpp(challenges: Pick<MppChallenges, 'verify'>, offer: AnyOffer, credential: MppCredential): Normalized {
  const { challenge, payload } = credential
  const known = challenges.verify(challenge)
  if (!known.ok) {
    const { field, expected, received } = known
    if (known.problem === 'method-unsupported') {
      return { kind: 'problem', problem: new Problem('method_unsupported', `${field}: expected ${expected}.`, { field, expected }) }
    }
    return { kind: 'refused', refusal: { reason: 'invalid_challenge', field, expected, received } }
  }
  const { request } = known
  const network = findNetwork(`eip155:${request.chainId}`)
  if (!network) {
    return { kind: 'refused', refusal: { reason: 'invalid_challenge', field: 'challenge.request' } }
  }
  if (payload.type === 'hash') return transferOf(network.id, credential, known, payload)
  if (known.route !== offer.route) {
    return {
      kind: 'refused',
      refusal: { reason: 'invalid_challenge', field: 'challenge.opaque', expected: `a challenge of ${offer.route}`, received: known.route },
    }
  }
  if (!request.credentialTypes.includes('authorization')) {
    return {
      kind: 'refused',
      refusal: {
        reason: 'unsupported_payload_type',
        field: 'payload.type',
        expected: request.credentialTypes.join(' or '),
        received: 'authorization',
      },
    }
  }
  if (known.expired) return { kind: 'refused', refusal: { reason: 'challenge_expired', field: 'challenge.expires' } }
  const { authorization } = payload
  const { source } = credential
  if (source && (source.chainId !== request.chainId || !sameAddress(source.address, authorization.from))) {
    return {
      kind: 'refused',
      refusal: { reason: 'invalid_exact_evm_signature', field: 'source', expected: authorization.from, received: source.address },
    }
  }
  const nonce = challengeHash(challenge.id, challenge.realm)
  if (authorization.nonce.toLowerCase() !== nonce) {
    return {
      kind: 'refused',
      refusal: { reason: 'invalid_challenge', field: 'payload.nonce', expected: nonce, received: authorization.nonce },
    }
  }
  return authorized({
    protocol: 'mpp',
    hash: credential.hash,
    proof: { kind: 'authorization', network: network.id, asset: request.currency, authorization },
    accepted: { payTo: request.recipient, amount: request.amount, maxTimeoutSeconds: 300, extra: {} },
    paymentIdentifier: null,
  })
}

function authorized(credential: Credential): Normalized {
  return { kind: 'authorization', credential, identity: identityOf(credential) }
}

function transferOf(network: NetworkId, credential: MppCredential, known: KnownChallenge, payload: HashPayload): Normalized {
  const { challenge, source } = credential
  const refuse = (refusal: Refusal): Normalized => ({ kind: 'refused', refusal })
  if (payload.chainId !== null && payload.chainId !== known.request.chainId) {
    return refuse({
      reason: 'invalid_exact_evm_network_mismatch',
      field: 'payload.chainId',
      expected: `${known.request.chainId}`,
      received: `${payload.chainId}`,
    })
  }
  if (source && source.chainId !== known.request.chainId) {
    return refuse({
      reason: 'invalid_exact_evm_network_mismatch',
      field: 'source',
      expected: `${known.request.chainId}`,
      received: `${source.chainId}`,
    })
  }
  return {
    kind: 'transfer',
    protocol: 'mpp',
    hash: credential.hash,
    network,
    transaction: payload.hash,
    amount: known.request.amount,
    notBefore: known.issuedAt - skewSeconds,
    notAfter: known.expiresAt,
    presentUntil: known.issuedAt + presentForSeconds,
    challenge: { id: challenge.id, realm: challenge.realm, route: known.route },
    source: source?.address ?? null,
    signature: payload.signature,
  }
}
