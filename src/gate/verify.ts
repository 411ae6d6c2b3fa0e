import { authorizationDigest } from '../chain/eip3009.ts'
import { recoverSigner } from '../chain/recover.ts'
import { sameAddress } from '../chain/address.ts'
import { RpcRejected, RpcUnreachable, type Chain, type Chains, type Network, type PayerState } from '../chain/chain.ts'
import { authorizationIdentity } from '../ledger/identity.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Payment } from '../ledger/payment.ts'
import type { AnyOffer } from '../offer.ts'
import type { Credential } from '../payments/credential.ts'
import type { Refusal } from '../payments/refusals.ts'
import { checkTerms } from '../payments/x402/check-terms.ts'
import { toHex } from '../shared/bytes.ts'
import { unixSeconds, type Clock } from '../shared/clock.ts'
import { Problem } from '../shared/problems.ts'
import type { Terms } from './terms.ts'

export type Verification =
  /** Everything held; `state` is what the chain said at block B. */
  | { readonly kind: 'verified'; readonly chain: Chain; readonly state: PayerState; readonly identities: readonly string[] }
  /** The signature holds and the ledger knows this payment already. */
  | { readonly kind: 'known'; readonly payment: Payment }
  /** `asked`: it took questions to the chain to find out. */
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly asked: boolean }
  | { readonly kind: 'problem'; readonly problem: Problem }

export interface VerifyParts {
  readonly chains: Chains
  readonly ledger: Ledger
  readonly clock: Clock
  readonly terms: Terms
  /** The sandbox's rule: whether payments of this wallet are taken at all. */
  readonly admits: (payer: string) => boolean
  /** Seconds that run and settlement need at least on this network. */
  readonly neededSeconds: (offer: AnyOffer, network: Network) => number
}

const refused = (refusal: Refusal, asked = true): Verification => ({ kind: 'refused', refusal, asked })
const problem = (value: Problem): Verification => ({ kind: 'problem', problem: value })

/**
 * Verifies an unknown credential, cheap before dear: terms and window, then the signature, then the chain. Writes
 * nothing. What waiting can mend is a problem (503), never a refusal.
 */
export async function verifyCredential(parts: VerifyParts, offer: AnyOffer, credential: Credential): Promise<Verification> {
  const { authorization, network, asset } = credential.proof
  const identity = authorizationIdentity(network, asset, authorization.from, authorization.nonce)
  const taken = parts.terms.accepted.get(network)
  const refusal = checkTerms(credential, {
    networks: parts.terms.accepted,
    payTo: parts.terms.payTo,
    prices: await parts.terms.goodPrices(offer),
    now: unixSeconds(parts.clock),
    neededSeconds: taken ? parts.neededSeconds(offer, taken) : 0,
  })
  if (refusal) {
    // Prices and windows pass, and the same payment may come in other bytes: who brings what we hold is not told to pay again.
    const held = await parts.ledger.findByIdentity(identity)
    const same = held?.authorization?.signature.toLowerCase() === authorization.signature.toLowerCase()
    return held && same && held.state !== 'released' ? { kind: 'known', payment: held } : refused(refusal, false)
  }
  // The terms hold only networks that are connected.
  const chain = parts.chains.get(network) as Chain
  if (!parts.admits(authorization.from)) {
    return problem(
      new Problem('payer_not_allowed', `The sandbox did not fund ${authorization.from}.`, { field: 'payload.authorization.from' }),
    )
  }

  const digest = authorizationDigest(chain.network, authorization)
  const signer = await recoverSigner(digest, authorization.signature)
  const plain = signer !== null && sameAddress(signer, authorization.from)
  try {
    if (!plain) {
      // Only a contract may sign in another way, so its code has to be looked at before the signature is judged.
      const [code] = await chain.codes([authorization.from])
      if (code === '0x') return refused(badSignature)
      if (!(await chain.contractAccepts(authorization.from, toHex(digest), authorization.signature))) return refused(badSignature)
    }
    const known = await parts.ledger.findByIdentity(identity)
    if (known && known.state !== 'released') return { kind: 'known', payment: known }

    let state = await chain.payerState(authorization.from, authorization.nonce)
    if (state.balance < authorization.value) state = await chain.payerState(authorization.from, authorization.nonce, { fresh: true })
    if (plain && state.code !== '0x' && !(await chain.contractAccepts(authorization.from, toHex(digest), authorization.signature))) {
      // The token asks an account with code by ERC-1271 only, so a plain signature would fail on chain.
      return refused({
        ...badSignature,
        expected: 'a signature that the ERC-1271 check of the payer accepts, since the payer has code (a contract or an EIP-7702 account)',
      })
    }
    if (state.authorizationUsed)
      return refused({
        reason: 'invalid_exact_evm_nonce_already_used',
        field: 'payload.authorization.nonce',
        expected: 'a nonce that was never used',
        received: authorization.nonce,
      })
    if (state.balance < authorization.value) {
      return refused({
        reason: 'invalid_exact_evm_insufficient_balance',
        field: 'payload.authorization.value',
        expected: `a balance of at least ${authorization.value} base units of ${chain.network.asset} on ${network}`,
        received: `${state.balance}`,
      })
    }
    return { kind: 'verified', chain, state, identities: [identity] }
  } catch (error) {
    if (error instanceof RpcUnreachable || error instanceof RpcRejected) {
      return problem(
        new Problem('network_unavailable', `${chain.network.name} can't be reached to verify the payment.`, {
          retryAfter: 2,
          cause: error,
        }),
      )
    }
    throw error
  }
}

const badSignature: Refusal = {
  reason: 'invalid_exact_evm_signature',
  field: 'payload.signature',
  expected: 'the EIP-712 signature of TransferWithAuthorization by payload.authorization.from, low s, v 27 or 28',
}
