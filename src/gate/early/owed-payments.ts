import type { Chain, Chains, NetworkId } from '../../chain/chain.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import type { Payment } from '../../ledger/payments/payment.ts'
import type { CredentialReading } from '../../payments/wire/protocol.ts'
import type { Credential } from '../../payments/wire/credential.ts'
import { refusalReason, type Refusal } from '../../payments/wire/refusals.ts'
import { paymentRequirements } from '../../payments/x402/challenge.ts'
import { defaultPolicy } from '../../settler/policy.ts'
import type { Settler } from '../../settler/settler.ts'
import type { Hex } from '../../shared/bytes.ts'
import { Problem } from '../../shared/problems.ts'
import { identityOf } from '../verify/authorization-identity.ts'
import { networkUnavailable } from '../call-outcomes.ts'
import { unlessUnreachable } from '../verify/chain-unreachable.ts'
import { judgeOwedPayment, type OwedObjectionParts } from './owed-objection.ts'

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

export interface OwedPaymentsParts extends OwedObjectionParts {
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
  return problem(payment, new Problem('nothing_owed', 'Nothing is owed for this receipt.'))
}

async function pay(parts: OwedPaymentsParts, payment: Payment, reading: CredentialReading): Promise<OwedOutcome> {
  if (!isOwed(payment)) return termsOf(parts, payment)
  if (reading.kind === 'problem') return problem(payment, reading.problem)
  if (reading.kind !== 'credential') return terms(parts, payment, null)
  // An MPP credential pays a challenge of a route, and a transfer is not what these terms ask for.
  if (reading.credential.kind !== 'x402')
    return terms(parts, payment, { reason: 'unsupported_payload_type', expected: 'PAYMENT-SIGNATURE' })
  // Another payment of it is on its way already.
  if (payment.state !== 'owed') return settled(parts, payment)
  const chain = parts.chains.get(payment.network as NetworkId)
  if (!chain) return notConnected(payment)
  const { credential } = reading.credential
  const verdict = await unlessUnreachable(chain.network, judgeOwedPayment(payment, credential, chain, parts), false)
  if (verdict.kind === 'problem') return problem(payment, verdict.problem)
  if (verdict.kind === 'refusal') return terms(parts, payment, verdict.refusal)
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
  if (!row || row.state === 'owed') return terms(parts, payment, { reason: 'payment_already_used' })
  return isOwed(row) ? settled(parts, row) : termsOf(parts, row)
}

/** Waits for the settlement that is under way. */
async function settled(parts: OwedPaymentsParts, payment: Payment): Promise<OwedOutcome> {
  const outcome = await parts.settler.settle(payment, parts.answerWithinMs)
  if (outcome.kind === 'settled') return { kind: 'paid', payment: outcome.payment }
  if (outcome.kind === 'refused') return terms(parts, outcome.payment, { reason: refusalReason(outcome.reason) })
  const detail = 'The payment is on its way, and not confirmed yet.'
  return problem(payment, new Problem('settlement_pending', detail, { retryAfter: 5 }))
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
  return problem(payment, networkUnavailable(payment.network, 'it is not connected'))
}

function problem(payment: Payment, value: Problem): OwedOutcome {
  return { kind: 'problem', problem: value, payment }
}
