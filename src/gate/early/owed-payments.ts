import type { Chain, Chains, NetworkId } from '../../chain/chain.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import type { Payment } from '../../ledger/payments/payment.ts'
import type { CredentialReading } from '../../payments/wire/protocol.ts'
import type { Credential } from '../../payments/wire/credential.ts'
import { paymentRefusal, paymentRefusalCode, isOfPayment } from '../../payments/wire/refusals.ts'
import { paymentRequirements } from '../../payments/x402/challenge.ts'
import { defaultPolicy } from '../../settler/policy.ts'
import type { Settler } from '../../settler/settler.ts'
import type { Hex } from '../../shared/bytes.ts'
import { refusalOf, type Refusal } from '../../shared/refusal.ts'
import { identityOf } from '../verify/authorization-identity.ts'
import { networkUnavailable } from '../call-refusals.ts'
import { refused, type Refused } from '../outcome.ts'
import { unlessUnreachable } from '../verify/chain-unreachable.ts'
import { judgeOwedPayment, type OwedJudgeParts } from './judge-owed-payment.ts'

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
  | Refused

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

export interface OwedPaymentsParts extends OwedJudgeParts {
  readonly chains: Chains
  readonly ledger: Pick<Ledger, 'payOwed' | 'find'>
  readonly settler: Pick<Settler, 'settle'>
  readonly instance: string
  readonly answerWithinMs: number
}

export function createOwedPayments(parts: OwedPaymentsParts): OwedPayments {
  return { termsOf: (payment) => termsOf(parts, payment), pay: (payment, reading) => pay(parts, payment, reading) }
}

function termsOf(parts: OwedPaymentsParts, payment: Payment): OwedOutcome {
  if (isOwed(payment)) return terms(parts, payment, null)
  if (payment.state === 'settled') return { kind: 'paid', payment }
  return refused(refusalOf('nothing_owed', 'Nothing is owed for this receipt.'), payment)
}

async function pay(parts: OwedPaymentsParts, payment: Payment, reading: CredentialReading): Promise<OwedOutcome> {
  if (!isOwed(payment)) return termsOf(parts, payment)
  if (reading.kind === 'none') return terms(parts, payment, null)
  // What can't be read of MPP is refused with a challenge, and these terms have none.
  if (reading.kind === 'refused') return isOfPayment(reading.refusal) ? terms(parts, payment, null) : refused(reading.refusal, payment)
  // An MPP credential pays a challenge of a route, and a transfer is not what these terms ask for.
  if (reading.credential.kind !== 'x402')
    return terms(parts, payment, paymentRefusal('unsupported_payload_type', { expected: 'PAYMENT-SIGNATURE' }))
  // Another payment of it is on its way already.
  if (payment.state !== 'owed') return settled(parts, payment)
  const chain = parts.chains.get(payment.network as NetworkId)
  if (!chain) return notConnected(payment)
  const { credential } = reading.credential
  const verdict = await unlessUnreachable(chain.network, judgeOwedPayment(payment, credential, chain, parts), false)
  if (verdict.kind === 'refused')
    return isOfPayment(verdict.refusal) ? terms(parts, payment, verdict.refusal) : refused(verdict.refusal, payment)
  return record(parts, payment, credential, verdict)
}

async function record(
  parts: OwedPaymentsParts,
  payment: Payment,
  credential: Credential,
  { signature, head }: { readonly signature: Hex; readonly head: bigint },
): Promise<OwedOutcome> {
  const { id, epoch } = payment
  const { nonce, validAfter, validBefore } = credential.proof.authorization
  const now = parts.clock.now()
  const paying = await parts.ledger.payOwed({
    id,
    epoch,
    authorization: { nonce, validAfter, validBefore, signature },
    identity: identityOf(credential),
    credentialHash: credential.hash,
    claimBlock: head,
    instance: parts.instance,
    leaseUntil: now + defaultPolicy.leaseMs,
    at: now,
  })
  if (paying) return settled(parts, paying)
  const row = await parts.ledger.find(id)
  // Another payment came first, or this authorization has bought something else.
  if (!row || row.state === 'owed') return terms(parts, payment, paymentRefusal('payment_already_used'))
  return isOwed(row) ? settled(parts, row) : termsOf(parts, row)
}

/** Waits for the settlement that is under way. */
async function settled(parts: OwedPaymentsParts, payment: Payment): Promise<OwedOutcome> {
  const outcome = await parts.settler.settle(payment, parts.answerWithinMs)
  if (outcome.kind === 'settled') return { kind: 'paid', payment: outcome.payment }
  if (outcome.kind === 'refused') return terms(parts, outcome.payment, paymentRefusal(paymentRefusalCode(outcome.reason)))
  const detail = 'The payment is on its way, and not confirmed yet.'
  return refused(refusalOf('settlement_pending', detail, { retryAfter: 5 }), payment)
}

/** Owed, or being paid after it was owed. */
function isOwed({ timing, reason, state }: Payment): boolean {
  return timing === 'early' && reason !== null && state !== 'reversed'
}

function terms({ chains }: OwedPaymentsParts, payment: Payment, refusal: Refusal | null): OwedOutcome {
  const network: Chain['network'] | undefined = chains.get(payment.network as NetworkId)?.network
  if (!network) return notConnected(payment)
  const requirements = paymentRequirements({ price: payment.amount, payTo: payment.payTo }, network)
  return { kind: 'terms', payment, refusal, network: network.name, requirements }
}

function notConnected(payment: Payment): OwedOutcome {
  return refused(networkUnavailable(payment.network, 'it is not connected'), payment)
}
