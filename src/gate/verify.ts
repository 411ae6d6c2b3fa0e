import { RpcRejected, RpcUnreachable, type Authorization, type Chain, type Chains, type Network, type PayerState } from '../chain/chain.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Payment } from '../ledger/payment.ts'
import type { AnyOffer } from '../offer.ts'
import type { Credential } from '../payments/credential.ts'
import type { Refusal } from '../payments/refusals.ts'
import { checkTerms } from '../payments/x402/check-terms.ts'
import { unixSeconds, type Clock } from '../shared/clock.ts'
import { Problem } from '../shared/problems.ts'
import { badSignature, checkSignature, contractTakes, sameSignature } from './payer-signature.ts'
import type { Terms } from './terms.ts'

export type Verification =
  /** Everything held; `state` is what the chain said at block B, and `authorization` has its signature as the token takes it. */
  | {
      readonly kind: 'verified'
      readonly chain: Chain
      readonly authorization: Authorization
      readonly state: PayerState
      readonly identities: readonly string[]
    }
  /** The ledger knows this payment already, and the credential proves that it is the payer's. */
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
 * Verifies a credential, cheap before dear: terms and window, then the signature, then the chain. Writes nothing. What
 * waiting can mend is a problem (503), never a refusal.
 * @param held the hot payment that has this authorization already, if the ledger knew one a moment ago; null where it was not
 *   asked, which it is then before anything is refused after the signature
 */
export async function verifyCredential(
  parts: VerifyParts,
  offer: AnyOffer,
  { credential, identity }: { readonly credential: Credential; readonly identity: string },
  held: Payment | undefined | null,
): Promise<Verification> {
  const { authorization, network } = credential.proof
  const taken = parts.terms.accepted.get(network)
  const refusal = checkTerms(credential, {
    networks: parts.terms.accepted,
    payTo: parts.terms.payTo,
    prices: await parts.terms.goodPrices(offer, authorization.value),
    now: unixSeconds(parts.clock),
    neededSeconds: taken ? parts.neededSeconds(offer, taken) : 0,
  })
  if (refusal) {
    // Prices and windows pass, and the same payment may come in other bytes: who brings what we hold is not told to pay again.
    const ever = await parts.ledger.findByIdentity(identity)
    const same = ever?.authorization && sameSignature(ever.authorization.signature, authorization.signature)
    return ever && same && ever.state !== 'released' ? { kind: 'known', payment: ever } : refused(refusal, false)
  }
  // The terms hold only networks that are connected.
  const chain = parts.chains.get(network) as Chain
  if (!parts.admits(authorization.from)) {
    return problem(
      new Problem('payer_not_allowed', `The sandbox did not fund ${authorization.from}.`, { field: 'payload.authorization.from' }),
    )
  }

  let proven = false
  try {
    const signed = await checkSignature(chain, authorization)
    if (signed.kind === 'refused') return refused(signed.refusal)
    proven = true
    if (held && held.state !== 'released') return { kind: 'known', payment: held }
    // Rather not sold than sold and not collected: the same payment may come again.
    if (parts.terms.stalled(network)) {
      return await unlessKnown(
        problem(
          new Problem('network_unavailable', `Payments on ${chain.network.name} can't be settled at this moment.`, { retryAfter: 10 }),
        ),
      )
    }

    let state = await chain.payerState(authorization.from, authorization.nonce)
    if (state.balance < authorization.value) state = await chain.payerState(authorization.from, authorization.nonce, { fresh: true })
    const delegates = signed.plain && state.code !== '0x'
    if (delegates && !(await contractTakes(chain, authorization))) {
      // The token asks an account with code by ERC-1271 only, so a plain signature would fail on chain.
      const expected =
        'a signature that the ERC-1271 check of the payer accepts, since the payer has code (a contract or an EIP-7702 account)'
      return await unlessKnown(refused({ ...badSignature, expected }))
    }
    const objection = chainObjection(chain, authorization, state)
    if (objection !== null) return await unlessKnown(refused(objection))
    const signature = delegates ? authorization.signature : signed.signature
    return { kind: 'verified', chain, authorization: { ...authorization, signature }, state, identities: [identity] }
  } catch (error) {
    if (error instanceof RpcUnreachable || error instanceof RpcRejected) {
      const detail = `${chain.network.name} can't be reached to verify the payment.`
      const away = problem(new Problem('network_unavailable', detail, { retryAfter: 2, cause: error }))
      return proven ? unlessKnown(away) : away
    }
    throw error
  }

  /** What the ledger holds is answered whatever is wrong now; it may be a twin of this very call that has used it since. */
  async function unlessKnown(otherwise: Verification): Promise<Verification> {
    const since = await parts.ledger.hotByIdentity(identity)
    return since && since.state !== 'released' ? { kind: 'known', payment: since } : otherwise
  }
}

/** Why the chain would not carry out the authorization of a payer in this state. */
function chainObjection({ network }: Chain, authorization: Authorization, state: PayerState): Refusal | null {
  if (state.authorizationUsed) {
    return {
      reason: 'invalid_exact_evm_nonce_already_used',
      field: 'payload.authorization.nonce',
      expected: 'a nonce that was never used',
      received: authorization.nonce,
    }
  }
  if (state.balance < authorization.value) {
    return {
      reason: 'invalid_exact_evm_insufficient_balance',
      field: 'payload.authorization.value',
      expected: `a balance of at least ${authorization.value} base units of ${network.asset} on ${network.id}`,
      received: `${state.balance}`,
    }
  }
  return null
}
