import { checksumAddress } from '../../chain/address.ts'
import type { Authorization } from '../../chain/chain.ts'
import type { Hex } from '../../shared/bytes.ts'
import { encodeInOrder } from './base64url-json.ts'
import { challengeHash, listedChallengeHash } from './challenge-hash.ts'
import type { ChallengeParams } from './challenge-params.ts'
import type { ChargeRequest } from './charge-request.ts'
import { formatSource } from './source.ts'

/** How a challenge is paid: by an authorization that the server settles, or by a transfer that the payer made. */
export type ChallengePayment =
  | { readonly type: 'authorization'; readonly authorization: Authorization }
  | {
      readonly type: 'hash'
      readonly hash: Hex
      /** The sender of the transfer. */
      readonly from: Hex
      /** Over the typed data or the text of `proof-message.ts`; null for a bare hash, which anyone could claim first. */
      readonly signature: Hex | null
    }

/** How the challenge's hash is made: of id and realm joined, or of the list of both, see `challenge-hash.ts`. */
export type NonceForm = 'joined' | 'listed'

/** The value of Authorization (or Payment-Authorization): the challenge unchanged, and its payment. */
export function buildMppCredential(challenge: ChallengeParams, payment: ChallengePayment, chainId: number): string {
  const payer = payment.type === 'hash' ? payment.from : payment.authorization.from
  return `Payment ${encodeInOrder({
    challenge: echo(challenge),
    payload: payment.type === 'hash' ? hashPayload(payment) : authorizationPayload(payment.authorization),
    source: formatSource({ chainId, address: payer }),
  })}`
}

/**
 * The request header for the credential of a challenge. Null when the server names any other header: it must not choose which
 * header of a request we overwrite.
 */
export function credentialHeader({ header }: Pick<ChallengeParams, 'header'>): 'authorization' | 'payment-authorization' | null {
  if (header === null) return 'authorization'
  return header.toLowerCase() === 'payment-authorization' ? 'payment-authorization' : null
}

/**
 * The authorization that pays a challenge, to be signed under the token's domain. Its nonce is the challenge's hash, in the form that `nonce` names. It expires
 * with the challenge, or at `latest` (unix seconds) if that is sooner or the challenge never expires.
 */
export function authorizationFor(
  challenge: ChallengeParams,
  request: Pick<ChargeRequest, 'amount' | 'recipient'>,
  { from, latest, nonce = 'joined' }: { readonly from: Hex; readonly latest: number; readonly nonce?: NonceForm },
): Omit<Authorization, 'signature'> {
  const expiresAt = challenge.expires === null ? Number.NaN : Math.floor(Date.parse(challenge.expires) / 1000)
  return {
    from,
    to: request.recipient,
    value: request.amount,
    // Valid from the start, since the clocks of payer and chain differ.
    validAfter: 0n,
    validBefore: BigInt(Number.isNaN(expiresAt) ? latest : Math.min(expiresAt, latest)),
    nonce: (nonce === 'joined' ? challengeHash : listedChallengeHash)(challenge.id, challenge.realm),
  }
}

/** In the order of mppx. */
function echo({ id, realm, method, intent, request, expires, digest, description, header, opaque }: ChallengeParams) {
  return {
    ...(description === null ? {} : { description }),
    ...(digest === null ? {} : { digest }),
    ...(expires === null ? {} : { expires }),
    ...(header === null ? {} : { header }),
    id,
    intent,
    method,
    realm,
    ...(opaque === null ? {} : { opaque }),
    request,
  }
}

function authorizationPayload({ from, to, value, validAfter, validBefore, nonce, signature }: Authorization) {
  return {
    from: checksumAddress(from),
    nonce,
    signature,
    to: checksumAddress(to),
    type: 'authorization',
    validAfter: String(validAfter),
    validBefore: String(validBefore),
    value: String(value),
  }
}

function hashPayload({ hash, signature }: { readonly hash: Hex; readonly signature: Hex | null }) {
  return { hash, ...(signature === null ? {} : { signature }), type: 'hash' }
}
