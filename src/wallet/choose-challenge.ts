import type { Network, NetworkId } from '../chain/chain.ts'
import { sameAddress } from '../chain/address.ts'
import { findNetwork } from '../chain/networks.ts'
import type { UpstreamResponse } from '../net/exchange.ts'
import { credentialHeader } from '../payments/mpp/build-credential.ts'
import type { ChallengeParams } from '../payments/mpp/challenge-params.ts'
import { decodeChargeRequest, type ChargeRequest } from '../payments/mpp/charge-request.ts'
import { parsePaymentChallenges } from '../payments/mpp/parse-www-authenticate.ts'
import { PaymentDeclined } from './payment-declined.ts'

/** A challenge that can be paid, and what it asks for. */
export interface ChosenChallenge {
  readonly challenge: ChallengeParams
  readonly request: ChargeRequest
  readonly network: Network
}

export interface ChallengeWish {
  readonly type: 'authorization' | 'hash'
  readonly wanted: NetworkId | null
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Milliseconds that a challenge must still be valid. */
  readonly neededMs: number
}

/**
 * The first Payment challenge that takes this type of credential for canonical USDC on a network that we know. If a network
 * is wanted, the challenge is for that network.
 * @throws PaymentDeclined `not_payable`
 */
export function chooseChallenge(answer: UpstreamResponse, wish: ChallengeWish): ChosenChallenge {
  const challenges = parsePaymentChallenges(answer.list('www-authenticate') ?? '')
  if (challenges.length === 0)
    throw new PaymentDeclined('not_payable', 'the service does not ask for payment by MPP (there is no Payment challenge that can be read)')
  const payable = challenges.flatMap((challenge) => payableOf(challenge, wish))
  const chosen = payable.find(({ network }) => wish.wanted === null || network.id === wish.wanted)
  if (chosen) return chosen
  const [other] = payable
  throw new PaymentDeclined(
    'not_payable',
    other === undefined
      ? `none of the service's challenges takes ${wish.type === 'hash' ? 'a transaction' : 'an authorization'} in USDC on a network that we know, or those that do expire too soon`
      : `the service does not take payments on ${wish.wanted}; it offers ${other.network.id}`,
  )
}

function payableOf(challenge: ChallengeParams, { type, now, neededMs }: ChallengeWish): ChosenChallenge[] {
  const { method, intent, expires } = challenge
  // A service that has no key of its own on a network offers the method `evmhash`.
  if (intent !== 'charge' || (method !== 'evm' && !(type === 'hash' && method === 'evmhash'))) return []
  if (credentialHeader(challenge) === null) return []
  if (expires !== null && Date.parse(expires) < now + neededMs) return []
  const decoded = decodeChargeRequest(challenge.request)
  if (!decoded.ok) return []
  const { request } = decoded
  const network = findNetwork(`eip155:${request.chainId}`)
  if (network === undefined || !sameAddress(network.asset, request.currency)) return []
  if (request.splits || !request.credentialTypes.includes(type) || (request.decimals ?? 6) !== 6) return []
  return [{ challenge, request, network }]
}
