import { sameAddress } from '../../chain/address.ts'
import type { Chain } from '../../chain/chain.ts'
import type { Payment } from '../../ledger/payments/payment.ts'
import type { Credential } from '../../payments/wire/credential.ts'
import { paymentRefusal } from '../../payments/wire/refusals.ts'
import { checkTerms } from '../../payments/x402/check-terms.ts'
import { defaultPolicy, isClosed } from '../../settler/policy.ts'
import { paysUs } from '../../settler/watch/resolve-payment.ts'
import { unixSeconds, type Clock } from '../../shared/clock.ts'
import type { Refusal } from '../../shared/refusal.ts'
import type { Hex } from '../../shared/bytes.ts'
import { refused, refuse, type Refused } from '../outcome.ts'
import { checkSignature } from '../verify/payer-signature.ts'
import type { TermsOfSale } from '../terms/terms.ts'

export interface OwedJudgeParts {
  readonly terms: Pick<TermsOfSale, 'refusal'>
  readonly clock: Clock
}

/** Whether an authorization can pay what is owed. */
export type OwedVerdict =
  /** With its signature as the token takes it, and the newest block before it is recorded. */
  { readonly kind: 'good'; readonly signature: Hex; readonly head: bigint } | Refused

/** Seconds, and blocks that may be missed, for which its window must still last. With less, the payment is refused. */
const minSeconds = 20
const minBlocks = 3

/**
 * Whether this authorization pays what is owed, and the one before can't be collected any more, so that nobody pays twice.
 * @throws RpcUnreachable, RpcRejected
 */
export async function judgeOwedPayment(
  payment: Payment,
  credential: Credential,
  chain: Chain,
  { terms, clock }: OwedJudgeParts,
): Promise<OwedVerdict> {
  const wrongTerms = checkAgainstOwed(payment, credential, chain, clock)
  if (wrongTerms) return refused(wrongTerms)
  const notAccepted = terms.refusal(chain.network.id, payment.amount)
  if (notAccepted) return refused(notAccepted)
  const signed = await checkSignature(chain, credential.proof.authorization)
  if (signed.kind === 'refused') return signed
  if (await mayStillBeCollected(payment, chain, clock)) {
    const detail = 'The first payment for this receipt may still be collected, so another one would be too much.'
    return refuse('settlement_pending', detail, { retryAfter: 30 })
  }
  const { nonce } = credential.proof.authorization
  const state = await chain.payerState(payment.payer, nonce, { fresh: true })
  if (state.authorizationUsed) return refused(paymentRefusal('invalid_exact_evm_nonce_already_used'))
  if (state.balance < payment.amount) {
    const [expected, received] = [`${payment.amount}`, `${state.balance}`]
    return refused(paymentRefusal('invalid_exact_evm_insufficient_balance', { expected, received }))
  }
  return { kind: 'good', signature: signed.signature, head: state.block }
}

function checkAgainstOwed(payment: Payment, credential: Credential, { network }: Chain, clock: Clock): Refusal | null {
  const { from } = credential.proof.authorization
  if (!sameAddress(from, payment.payer))
    return paymentRefusal('invalid_payment_requirements', {
      field: 'payload.authorization.from',
      expected: payment.payer,
      received: from,
    })
  return checkTerms(credential, {
    networks: new Map([[network.id, network]]),
    payTo: payment.payTo,
    prices: [payment.amount],
    now: unixSeconds(clock),
    neededSeconds: minSeconds + Math.ceil((minBlocks * network.blockMs) / 1000),
  })
}

/** Whether the authorization that was to pay the answer has paid it after all, or still can. */
async function mayStillBeCollected(payment: Payment, chain: Chain, clock: Clock): Promise<boolean> {
  const { nonce, validBefore } = payment.authorization!
  const { reorgDepth } = defaultPolicy
  const from = payment.claimBlock > reorgDepth ? payment.claimBlock - reorgDepth : 0n
  const fate = await chain.authorizationFate(payment.payer, nonce, from)
  if (fate.kind === 'cancelled') return false
  if (fate.kind === 'used') return paysUs(payment, fate.transfer)
  return fate.kind === 'unknown' || !isClosed(defaultPolicy, chain.network, validBefore, clock.now())
}
