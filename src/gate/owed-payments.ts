import { sameAddress } from '../chain/address.ts'
import type { Chain, Chains, NetworkId } from '../chain/chain.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Payment } from '../ledger/payments/payment.ts'
import type { CredentialReading } from '../payments/wire/protocol.ts'
import type { Credential } from '../payments/wire/credential.ts'
import { refusalReason, type Refusal } from '../payments/wire/refusals.ts'
import { checkTerms } from '../payments/x402/check-terms.ts'
import { paymentRequirements } from '../payments/x402/challenge.ts'
import { defaultPolicy, isClosed } from '../settler/policy.ts'
import type { Settler } from '../settler/settler.ts'
import { paysUs } from '../settler/watch/resolve-payment.ts'
import { unixSeconds, type Clock } from '../shared/clock.ts'
import { Problem } from '../shared/problems.ts'
import { identityOf } from './authorization-identity.ts'
import { networkUnavailable } from './call-outcomes.ts'
import { unlessUnreachable } from './chain-unreachable.ts'
import { checkSignature } from './payer-signature.ts'
import type { TermsOfSale } from './terms.ts'

/** What becomes of a payment of what is owed. */
export type OwedOutcome =
  /** 402: what is to be paid, and what was wrong with the payment that came. */
  | {
      readonly kind: 'terms'
      readonly payment: Payment
      readonly refusal: Refusal | null
      /** Its name. */
      readonly network: string
      /** As in the `accepts` of x402. */
      readonly requirements: Readonly<Record<string, unknown>>
    }
  | { readonly kind: 'paid'; readonly payment: Payment }
  | { readonly kind: 'problem'; readonly problem: Problem; readonly payment: Payment }

/** Early answers that could not be collected, as their payers may still pay them. */
export interface OwedPayments {
  /** What is to be paid for this receipt. */
  termsOf(payment: Payment): OwedOutcome
  /**
   * Takes another authorization of the same payer for exactly the amount, and settles it under the same receipt. The one before must
   * be past collecting, so that nobody pays twice.
   */
  pay(payment: Payment, reading: CredentialReading): Promise<OwedOutcome>
}

export interface OwedPaymentsParts {
  readonly chains: Chains
  readonly ledger: Pick<Ledger, 'payOwed' | 'find'>
  readonly settler: Pick<Settler, 'settle'>
  readonly terms: Pick<TermsOfSale, 'objection'>
  readonly clock: Clock
  readonly instance: string
  readonly answerWithinMs: number
}

/** How much of its window must remain: to reach the chain, and for blocks that may be missed there. */
const minSeconds = 20
const minBlocks = 3

export function createOwedPayments(parts: OwedPaymentsParts): OwedPayments {
  function terms(payment: Payment, refusal: Refusal | null): OwedOutcome {
    const network = parts.chains.get(payment.network as NetworkId)?.network
    if (!network) return problem(payment, networkUnavailable(payment.network, 'it is not connected'))
    const requirements = paymentRequirements({ price: payment.amount, payTo: payment.payTo }, network)
    return { kind: 'terms', payment, refusal, network: network.name, requirements }
  }

  function termsOf(payment: Payment): OwedOutcome {
    if (isOwed(payment)) return terms(payment, null)
    if (payment.state === 'settled') return { kind: 'paid', payment }
    return problem(payment, new Problem('nothing_owed', 'Nothing is owed for this receipt.'))
  }

  async function pay(payment: Payment, reading: CredentialReading): Promise<OwedOutcome> {
    if (!isOwed(payment)) return termsOf(payment)
    if (reading.kind === 'problem') return problem(payment, reading.problem)
    if (reading.kind !== 'credential') return terms(payment, null)
    // An MPP credential pays a challenge of a route, and a transfer is not what these terms ask for.
    if (reading.credential.kind !== 'x402') return terms(payment, { reason: 'unsupported_payload_type', expected: 'PAYMENT-SIGNATURE' })
    const chain = parts.chains.get(payment.network as NetworkId)
    if (!chain) return problem(payment, networkUnavailable(payment.network, 'it is not connected'))
    const { credential } = reading.credential
    if (payment.state !== 'owed') return settled(payment)
    const objection = await unlessUnreachable(chain.network, objectionTo(payment, credential, chain), false)
    if (objection?.kind === 'problem') return problem(payment, objection.problem)
    if (objection) return terms(payment, objection.refusal)
    return record(payment, credential, chain)
  }

  async function record(payment: Payment, credential: Credential, chain: Chain): Promise<OwedOutcome> {
    const { id, epoch } = payment
    const { nonce, validAfter, validBefore } = credential.proof.authorization
    const signature = await tokenSignature(chain, credential)
    const now = parts.clock.now()
    const paying = await parts.ledger.payOwed({
      id,
      epoch,
      authorization: { nonce, validAfter, validBefore, signature },
      identity: identityOf(credential),
      credentialHash: credential.hash,
      claimBlock: (await chain.head()).number,
      instance: parts.instance,
      leaseUntil: now + defaultPolicy.leaseMs,
      at: now,
    })
    if (paying) return settled(paying)
    const row = await parts.ledger.find(id)
    // Another payment came first, or this authorization has bought something else.
    return row && row.state !== 'owed' ? pay(row, { kind: 'none' }) : terms(payment, { reason: 'payment_already_used' })
  }

  /** Waits for the settlement that is under way. */
  async function settled(payment: Payment): Promise<OwedOutcome> {
    const outcome = await parts.settler.settle(payment, parts.answerWithinMs)
    if (outcome.kind === 'settled') return { kind: 'paid', payment: outcome.payment }
    if (outcome.kind === 'refused') return terms(outcome.payment, { reason: refusalReason(outcome.reason) })
    const detail = 'The payment is on its way, and not confirmed yet.'
    return problem(payment, new Problem('settlement_pending', detail, { retryAfter: 5 }))
  }

  /** Why this authorization can't pay what is owed. Null where it can. @throws RpcUnreachable, RpcRejected */
  async function objectionTo(payment: Payment, credential: Credential, chain: Chain): Promise<Objection | null> {
    const misfit = misfitToTerms(payment, credential, chain)
    if (misfit) return { kind: 'refusal', refusal: misfit }
    const reason = parts.terms.objection(chain.network.id, payment.amount)
    if (reason !== null) return { kind: 'problem', problem: networkUnavailable(chain.network.name, reason) }
    const signed = await checkSignature(chain, credential.proof.authorization)
    if (signed.kind === 'refused') return { kind: 'refusal', refusal: signed.refusal }
    if (await mayStillBeCollected(payment, chain)) {
      const detail = 'The first payment for this receipt may still be collected, so another one would be too much.'
      return { kind: 'problem', problem: new Problem('settlement_pending', detail, { retryAfter: 30 }) }
    }
    const { nonce } = credential.proof.authorization
    const state = await chain.payerState(payment.payer, nonce, { fresh: true })
    if (state.authorizationUsed) return { kind: 'refusal', refusal: { reason: 'invalid_exact_evm_nonce_already_used' } }
    if (state.balance < payment.amount) {
      const received = `${state.balance}`
      return { kind: 'refusal', refusal: { reason: 'invalid_exact_evm_insufficient_balance', expected: `${payment.amount}`, received } }
    }
    return null
  }

  function misfitToTerms(payment: Payment, credential: Credential, { network }: Chain): Refusal | null {
    const { from } = credential.proof.authorization
    if (!sameAddress(from, payment.payer))
      return { reason: 'invalid_payment_requirements', field: 'payload.authorization.from', expected: payment.payer, received: from }
    return checkTerms(credential, {
      networks: new Map([[network.id, network]]),
      payTo: payment.payTo,
      prices: [payment.amount],
      now: unixSeconds(parts.clock),
      neededSeconds: minSeconds + Math.ceil((minBlocks * network.blockMs) / 1000),
    })
  }

  /** Whether the authorization that was to pay the answer has paid it after all, or still can. */
  async function mayStillBeCollected(payment: Payment, chain: Chain): Promise<boolean> {
    const { nonce, validBefore } = payment.authorization!
    const { reorgDepth } = defaultPolicy
    const from = payment.claimBlock > reorgDepth ? payment.claimBlock - reorgDepth : 0n
    const fate = await chain.authorizationFate(payment.payer, nonce, from)
    if (fate.kind === 'cancelled') return false
    if (fate.kind === 'used') return paysUs(payment, fate.transfer)
    return fate.kind === 'unknown' || !isClosed(defaultPolicy, chain.network, validBefore, parts.clock.now())
  }

  return { termsOf, pay }
}

type Objection =
  | { readonly kind: 'refusal'; readonly refusal: Refusal }
  | { readonly kind: 'problem'; readonly problem: Problem; readonly asked?: boolean }

/** Owed, or being paid after it was owed. */
function isOwed({ timing, reason, state }: Payment): boolean {
  return timing === 'early' && reason !== null && state !== 'reversed'
}

function problem(payment: Payment, value: Problem): OwedOutcome {
  return { kind: 'problem', problem: value, payment }
}

/** The signature as the token takes it; it has been checked. */
async function tokenSignature(chain: Chain, { proof: { authorization } }: Credential) {
  const signed = await checkSignature(chain, authorization)
  return signed.kind === 'signed' ? signed.signature : authorization.signature
}
