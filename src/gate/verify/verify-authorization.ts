import type { Authorization, Chain, Chains, Network, PayerState } from '../../chain/chain.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import type { Payment } from '../../ledger/payments/payment.ts'
import type { AnyOffer } from '../../offers/offer.ts'
import type { Credential } from '../../payments/wire/credential.ts'
import { paymentRefusal, isOfPayment } from '../../payments/wire/refusals.ts'
import { checkTerms } from '../../payments/x402/check-terms.ts'
import type { Settler } from '../../settler/settler.ts'
import type { Hex } from '../../shared/bytes.ts'
import { unixSeconds, type Clock } from '../../shared/clock.ts'
import type { Refusal } from '../../shared/refusal.ts'
import { payerBarred } from '../call-refusals.ts'
import { refused, refusedByChain, type Refused } from '../outcome.ts'
import { unlessUnreachable } from './chain-unreachable.ts'
import { checkContract, type ContractChecks } from './check-contract.ts'
import type { RecentPayerRefusals } from './recent-payer-refusals.ts'
import type { AuthorizationClaim } from './normalize.ts'
import { checkSignature, contractTakes, sameSignature, signatureRefusal, type SignatureCheck } from './payer-signature.ts'
import { isTaken, unlessTaken } from '../known-payments/taken-payment.ts'
import type { TermsOfSale } from '../terms/terms.ts'

/** An authorization whose terms, window, signature and state on chain all hold. */
export interface AuthorizationVerified {
  readonly kind: 'authorization'
  readonly credential: Credential
  /** With its signature as the token takes it. */
  readonly authorization: Authorization
  readonly identity: string
  /** What the chain said of the payer at block B. */
  readonly state: PayerState
  /** Whether the payer has code. */
  readonly contract: boolean
}

export type Verification =
  | { readonly kind: 'verified'; readonly proof: AuthorizationVerified }
  /** The ledger knows this payment already, and the credential proves that it is the payer's. */
  | { readonly kind: 'known'; readonly payment: Payment }
  | Refused

export interface VerifyParts {
  readonly chains: Chains
  readonly ledger: Ledger
  readonly clock: Clock
  readonly terms: TermsOfSale
  /** The sandbox's rule: whether payments of this wallet are taken at all. */
  readonly acceptsPayer: (payer: string) => boolean
  /** Seconds that run and settlement need at least on this network. */
  readonly neededSeconds: (offer: AnyOffer, network: Network) => number
  readonly settler: Pick<Settler, 'barredUntil' | 'heldBy' | 'settledBy'>
  /** Payers that the ledger would refuse. */
  readonly payerRefusals: RecentPayerRefusals
  /** What is known of contract payers; null where somebody else pays for their settlement. */
  readonly contracts: ContractChecks | null
}

/**
 * Whether the terms, the window and the payer fit, without a question to a chain. The signature is not checked here.
 */
export async function fitsLocally(parts: VerifyParts, offer: AnyOffer, claim: AuthorizationClaim): Promise<boolean> {
  return parts.acceptsPayer(claim.credential.proof.authorization.from) && (await checkAgainstTerms(parts, offer, claim)) === null
}

type Signed = Extract<SignatureCheck, { kind: 'signed' }>
type Proven = { readonly kind: 'verified'; readonly proof: AuthorizationVerified }

const known = (payment: Payment): Verification => ({ kind: 'known', payment })

/**
 * Verifies an authorization, cheap checks first: terms and window, then the signature, then the chain. Writes nothing. A fault
 * that waiting can cure is refused with a 503, never with a 402.
 * @param holder the hot payment that has this authorization, if the ledger knew one a moment ago. The ledger is asked again before
 *   anything is refused after the signature.
 */
export async function verifyAuthorization(
  parts: VerifyParts,
  offer: AnyOffer,
  claim: AuthorizationClaim,
  holder: Payment | undefined,
): Promise<Verification> {
  const { authorization, network } = claim.credential.proof
  const wrongTerms = await checkAgainstTerms(parts, offer, claim)
  if (wrongTerms) return wrongTerms
  // The terms hold only networks that are connected.
  const chain = parts.chains.get(network) as Chain
  if (!parts.acceptsPayer(authorization.from)) return refused(notFunded('payload.authorization.from', authorization.from))
  const signed = await unlessUnreachable(chain.network, checkSignature(chain, authorization), false)
  if (signed.kind === 'refused') return signed
  if (isTaken(holder)) return known(holder)
  const recent = recentRefusal(parts, authorization.from)
  if (recent) return unlessTaken(parts.ledger, claim.identity, known, refused(recent))
  const verified = await unlessUnreachable(chain.network, verifyOnChain(parts, offer, chain, claim, signed), false)
  if (verified.kind === 'verified') return verified
  return unlessTaken(parts.ledger, claim.identity, known, verified)
}

/** Why the ledger would refuse this payer, where we know it without asking. */
function recentRefusal({ payerRefusals, settler, clock }: VerifyParts, payer: Hex): Refusal | null {
  const now = clock.now()
  const until = settler.barredUntil(payer)
  return until > now ? payerBarred(until, now) : payerRefusals.of(payer, now)
}

/** Null where the authorization fits the terms. Prices and windows end, so the ledger is asked before a payment that no longer fits is refused. */
async function checkAgainstTerms(
  { terms, clock, ledger, neededSeconds }: VerifyParts,
  offer: AnyOffer,
  { credential, identity }: AuthorizationClaim,
): Promise<Verification | null> {
  const { authorization, network } = credential.proof
  const taken = terms.accepted.get(network)
  const refusal = checkTerms(credential, {
    networks: terms.accepted,
    payTo: terms.payTo,
    prices: await terms.acceptedPrices(offer, authorization.value),
    now: unixSeconds(clock),
    neededSeconds: taken ? neededSeconds(offer, taken) : 0,
  })
  if (!refusal) return null
  const payment = await ledger.findByIdentity(identity)
  // It may come in other bytes; the same signature proves that it is the same payment.
  const same = payment?.authorization && sameSignature(payment.authorization.signature, authorization.signature)
  return same && isTaken(payment) ? known(payment) : refused(refusal)
}

/** Whether the payment of a payer who has signed can be settled, by the settler and by the chain. @throws RpcUnreachable, RpcRejected */
async function verifyOnChain(
  { terms, contracts, neededSeconds }: VerifyParts,
  offer: AnyOffer,
  chain: Chain,
  { credential, identity }: AuthorizationClaim,
  signed: Signed,
): Promise<Proven | Refused> {
  const { authorization } = credential.proof
  // We do not sell what we may not collect; the same payment may come again.
  const notAccepted = terms.refusal(chain.network.id, authorization.value)
  if (notAccepted !== null) return refused(notAccepted)
  let state = await chain.payerState(authorization.from, authorization.nonce)
  if (state.balance < authorization.value) state = await chain.payerState(authorization.from, authorization.nonce, { fresh: true })
  const delegates = signed.plain && state.code !== '0x'
  if (delegates && !(await contractTakes(chain, authorization))) {
    // The token asks an account with code by ERC-1271 only, so a plain signature would fail on chain.
    const expected =
      'a signature that the ERC-1271 check of the payer accepts, since the payer has code (a contract or an EIP-7702 account)'
    return refusedByChain(signatureRefusal(expected))
  }
  const wrong = checkState(chain, authorization, state) ?? checkExpiry(authorization, state, neededSeconds(offer, chain.network))
  if (wrong !== null) return refusedByChain(wrong)
  const contract = state.code !== '0x'
  const signature = delegates ? authorization.signature : signed.signature
  const proven = { ...authorization, signature }
  const contractRefusal = contract && contracts ? await checkContract(contracts, terms, chain, proven) : null
  if (contractRefusal) return isOfPayment(contractRefusal) ? refusedByChain(contractRefusal) : refused(contractRefusal)
  return { kind: 'verified', proof: { kind: 'authorization', credential, authorization: proven, state, contract, identity } }
}

/** A sandbox has real chain ids and addresses of tokens, so a signature of a wallet that it did not fund could be good on the real chain. */
export function notFunded(field: string, payer: Hex): Refusal {
  return paymentRefusal('payer_not_allowed', { field, expected: 'a wallet that POST /sandbox/faucet funded', received: payer })
}

/**
 * Whether the window ends too soon by the time of block B. Our clock has been asked already, so this decides only where the chain's
 * is ahead of it. Nobody can be charged then, and nobody is to blame.
 */
function checkExpiry({ validBefore }: Authorization, { timestamp }: PayerState, neededSeconds: number): Refusal | null {
  const least = timestamp + BigInt(neededSeconds)
  if (validBefore >= least) return null
  return paymentRefusal('invalid_exact_evm_payload_authorization_valid_before', {
    field: 'payload.authorization.validBefore',
    expected: `at least ${least}, by the clock of the chain`,
    received: `${validBefore}`,
  })
}

/** Why the chain would reject the authorization of a payer in this state. */
function checkState({ network }: Chain, authorization: Authorization, state: PayerState): Refusal | null {
  if (state.authorizationUsed) {
    return paymentRefusal('invalid_exact_evm_nonce_already_used', {
      field: 'payload.authorization.nonce',
      expected: 'a nonce that was never used',
      received: authorization.nonce,
    })
  }
  if (state.balance < authorization.value) {
    return paymentRefusal('invalid_exact_evm_insufficient_balance', {
      field: 'payload.authorization.value',
      expected: `a balance of at least ${authorization.value} base units of ${network.asset} on ${network.id}`,
      received: `${state.balance}`,
    })
  }
  return null
}
