import { sameAddress } from '../chain/address.ts'
import type { Network } from '../chain/chain.ts'
import type { UpstreamResponse } from '../net/exchange.ts'
import { authorizationFor, buildMppCredential, credentialHeader, type NonceForm } from '../payments/mpp/build-credential.ts'
import type { ChallengeParams } from '../payments/mpp/challenge-params.ts'
import { decodePaymentRequired } from '../payments/x402/decode-required.ts'
import { unixSeconds, type Clock } from '../shared/clock.ts'
import { chooseChallenge } from './choose-challenge.ts'
import { maxValidSeconds, signAuthorization } from './sign-authorization.ts'
import { parseObject } from './parse-object.ts'
import type { PaidResult } from './send-paid.ts'
import type { Credential, WayOfPaying } from './way-of-paying.ts'

/** Milliseconds that a challenge must still be valid when an authorization is signed for it, because run and settlement take time. */
const neededMs = 15_000
/** Seconds that an authorization is valid where the challenge does not expire. */
const defaultSeconds = 300

/** MPP `evm`/`charge` by an EIP-3009 authorization whose nonce is the challenge's hash; the service settles it. */
export function payMpp({ clock }: { readonly clock: Clock }, nonce: NonceForm = 'joined'): WayOfPaying {
  return {
    askFor: askForNetwork,
    readTerms(answer, wanted) {
      const { challenge, request, network } = chooseChallenge(answer, { type: 'authorization', wanted, now: clock.now(), neededMs })
      return {
        network: network.id,
        amount: request.amount,
        async sign({ account, authorizationTaken }) {
          const latest = unixSeconds(clock) + (challenge.expires === null ? defaultSeconds : maxValidSeconds)
          const transfer = authorizationFor(challenge, request, { from: account.address, latest, nonce })
          const token = { domain: domainOf(network, answer), chainId: network.chainId, asset: network.asset }
          const authorization = await signAuthorization(account, token, transfer)
          const value = buildMppCredential(challenge, { type: 'authorization', authorization }, network.chainId)
          return { credential: mppCredential(challenge, value, authorizationTaken), transaction: null }
        },
      }
    },
  }
}

/**
 * Whether a service may have refused a payment only because it makes the nonce of a challenge in the other form. Nothing was taken
 * then: it names the credential as the fault, and no transaction.
 */
export function mayWantOtherNonce({ kind, answer, payment }: PaidResult): boolean {
  if (kind !== 'refused' || answer.status !== 402 || payment.settlement !== null || payment.receipt !== null) return false
  const { code, type } = parseObject(answer.body)
  return [code, type].some((text) => typeof text === 'string' && credentialFaults.test(text))
}

/** Ends of the problem types with which services refuse a nonce that they don't expect. */
const credentialFaults = /(?:invalid|malformed)[-_](?:challenge|credential|payload|nonce)$|verification[-_]failed$/

/** A service sends the challenge of one network. These headers ask for another network's. */
export function askForNetwork(network: Network['id'] | null): Readonly<Record<string, string>> {
  return network === null ? {} : { 'payment-network': network }
}

/** Where the caller uses Authorization itself, the credential goes into Payment-Authorization. */
export function mppCredential(challenge: ChallengeParams, value: string, authorizationTaken: boolean): Credential {
  const alternate = authorizationTaken || credentialHeader(challenge) === 'payment-authorization'
  return { header: alternate ? 'Payment-Authorization' : 'Authorization', value }
}

/**
 * A challenge does not name the EIP-712 domain of its token. Where the same answer also offers the token by x402, we use the
 * domain given there; otherwise the one that we know. A wrong domain only makes a signature that nobody can use.
 */
function domainOf(network: Network, answer: UpstreamResponse): Network['domain'] {
  const decoded = decodePaymentRequired(answer.header('payment-required') ?? '')
  const accepts = decoded.ok ? decoded.required.accepts : []
  return accepts.find(({ network: id, asset }) => id === network.id && sameAddress(asset, network.asset))?.domain ?? network.domain
}
