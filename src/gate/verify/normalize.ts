import { sameAddress } from '../../chain/address.ts'
import { findNetwork } from '../../chain/networks.ts'
import type { NetworkId } from '../../chain/chain.ts'
import type { AnyOffer } from '../../offers/offer.ts'
import type { Credential } from '../../payments/wire/credential.ts'
import type { MppChallenges, KnownChallenge } from '../../payments/mpp/challenge.ts'
import { bindsToChallenge, challengeHash, listedChallengeHash } from '../../payments/mpp/challenge-hash.ts'
import type { AuthorizationPayload, HashPayload, MppCredential } from '../../payments/mpp/credential.ts'
import type { ReceivedCredential } from '../../payments/wire/received-credential.ts'
import { paymentRefusal } from '../../payments/wire/refusals.ts'
import type { Hex } from '../../shared/bytes.ts'
import { refused, refuse, type Refused } from '../outcome.ts'
import { identityOf } from './authorization-identity.ts'

/** What a caller claims about a transfer that is already on chain. Nothing of it is verified. */
export interface TransferClaim {
  readonly kind: 'transfer'
  readonly protocol: 'mpp' | 'legacy'
  readonly hash: string
  readonly network: NetworkId
  readonly transaction: Hex
  /** The amount that was asked for, or that the caller says it paid, in base units. */
  readonly amount: bigint
  /** The block's time must lie between these two, in unix seconds, unless the transfer is a credit. */
  readonly notBefore: number
  readonly notAfter: number | null
  /** It may be presented until then, in unix seconds; null where only the age of the block decides. */
  readonly presentUntil: number | null
  /** The challenge that it answers, for proofs that bind it to its payer; null for a bare transaction hash. */
  readonly challenge: { readonly id: string; readonly realm: string; readonly route: string } | null
  /** The account that claims to have paid, and its signature over the challenge. */
  readonly source: Hex | null
  readonly signature: Hex | null
}

/** An authorization that we settle. Nothing of it is verified. */
export interface AuthorizationClaim {
  readonly kind: 'authorization'
  readonly credential: Credential
  /** The identity under which the ledger finds a hot payment by this authorization. */
  readonly identity: string
}

export type Normalized = AuthorizationClaim | TransferClaim | Refused

/** Seconds by which the time of a block and our clock may differ. */
const skewSeconds = 30
const bareHashWindowSeconds = 300
export const presentForSeconds = 7 * 86_400

/**
 * Brings a credential of any protocol into normal form. An MPP credential echoes a challenge, which says what it pays for, so
 * the challenge has to be one of ours.
 */
export function normalize(
  parts: { readonly challenges: Pick<MppChallenges, 'verify'>; readonly nowSeconds: number },
  offer: Pick<AnyOffer, 'route'>,
  received: ReceivedCredential,
): Normalized {
  switch (received.kind) {
    case 'x402':
      return authorized(received.credential)
    case 'transaction-hash': {
      const { network, transaction, amount } = received.transfer
      return {
        kind: 'transfer',
        protocol: 'legacy',
        hash: received.hash,
        network,
        transaction,
        amount,
        notBefore: parts.nowSeconds - bareHashWindowSeconds,
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

function normalizeMpp(challenges: Pick<MppChallenges, 'verify'>, offer: Pick<AnyOffer, 'route'>, credential: MppCredential): Normalized {
  const known = challenges.verify(credential.challenge)
  if (!known.ok) {
    const { problem, field, expected, received } = known
    if (problem === 'method-unsupported') {
      return refuse('method_unsupported', `${field}: expected ${expected}.`, { field, expected })
    }
    return refused(paymentRefusal('invalid_challenge', { field, expected, received }))
  }
  const network = findNetwork(`eip155:${known.request.chainId}`)
  if (!network) return refused(paymentRefusal('invalid_challenge', { field: 'challenge.request' }))
  const { payload } = credential
  return payload.type === 'hash'
    ? transferOf(network.id, credential, known, payload)
    : authorizationOf(network.id, offer, credential, known, payload)
}

function authorizationOf(
  network: NetworkId,
  offer: Pick<AnyOffer, 'route'>,
  { challenge, source, hash }: MppCredential,
  { request, route, expired }: KnownChallenge,
  { authorization }: AuthorizationPayload,
): Normalized {
  if (route !== offer.route) {
    return refused(
      paymentRefusal('invalid_challenge', { field: 'challenge.opaque', expected: `a challenge of ${offer.route}`, received: route }),
    )
  }
  if (!request.credentialTypes.includes('authorization')) {
    const expected = request.credentialTypes.join(' or ')
    return refused(paymentRefusal('unsupported_payload_type', { field: 'payload.type', expected, received: 'authorization' }))
  }
  if (expired) return refused(paymentRefusal('challenge_expired', { field: 'challenge.expires' }))
  const { from, nonce } = authorization
  if (source && (source.chainId !== request.chainId || !sameAddress(source.address, from))) {
    return refused(paymentRefusal('invalid_exact_evm_signature', { field: 'source', expected: from, received: source.address }))
  }
  if (!bindsToChallenge(nonce, challenge.id, challenge.realm)) {
    const either = [challengeHash, listedChallengeHash].map((hash) => hash(challenge.id, challenge.realm))
    const expected = either.join(' or ')
    return refused(paymentRefusal('invalid_challenge', { field: 'payload.nonce', expected, received: nonce }))
  }
  return authorized({
    protocol: 'mpp',
    hash,
    proof: { kind: 'authorization', network, asset: request.currency, authorization },
    accepted: { payTo: request.recipient, amount: request.amount, maxTimeoutSeconds: 300, extra: {} },
    paymentIdentifier: null,
  })
}

function authorized(credential: Credential): Normalized {
  return { kind: 'authorization', credential, identity: identityOf(credential) }
}

function transferOf(network: NetworkId, credential: MppCredential, known: KnownChallenge, payload: HashPayload): Normalized {
  const { challenge, source } = credential
  const code = 'invalid_exact_evm_network_mismatch'
  const expected = `${known.request.chainId}`
  if (payload.chainId !== null && payload.chainId !== known.request.chainId) {
    return refused(paymentRefusal(code, { field: 'payload.chainId', expected, received: `${payload.chainId}` }))
  }
  if (source && source.chainId !== known.request.chainId) {
    return refused(paymentRefusal(code, { field: 'source', expected, received: `${source.chainId}` }))
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
