import type { ProblemKind } from '../../shared/problems.ts'
import { refusalOf, type Refusal } from '../../shared/refusal.ts'

const kind = (title: string, fix: string) => ({ decidedBy: 'caller', status: 402, title, fix, retryable: false }) as const

const signAgain = 'Sign a new authorization for the terms of this answer; nothing was charged for the old one.'

/** What a payer can do whose transfer reached us and buys nothing. */
export const returnedByOperator =
  'Money that was sent and bought nothing is not lost: ask the operator to return it, with the transaction hash (/.well-known/security.txt has the address).'

/**
 * Why a payment is refused with a 402, which comes with new terms: one table of stable codes. Those that begin with `invalid_exact_evm_`, and
 * `eip6492_factory_not_allowed`, `unsupported_payload_type` and `invalid_payment_requirements`, are the strings of the official
 * x402 SDKs. The others are ours, where the SDKs have none.
 */
export const refusals = {
  invalid_exact_evm_scheme: kind('Payment scheme not offered', 'Use an entry of accepts: the scheme is exact.'),
  invalid_exact_evm_network_mismatch: kind('Network not offered', 'Pay on one of the networks that accepts lists.'),
  invalid_payment_requirements: kind(
    'Payment does not match the terms',
    'Copy one entry of accepts unchanged into accepted, and sign for it.',
  ),
  invalid_exact_evm_recipient_mismatch: kind(
    'Payment is for another recipient',
    'Sign the authorization to the payTo address of the accepts entry.',
  ),
  invalid_exact_evm_payload_authorization_value_mismatch: kind(
    'Wrong amount',
    'Sign for exactly the amount of the accepts entry, in base units.',
  ),
  invalid_exact_evm_token_name_mismatch: kind(
    'Wrong name in the signing domain',
    'Sign with extra.name of the accepts entry as the EIP-712 domain name.',
  ),
  invalid_exact_evm_token_version_mismatch: kind(
    'Wrong version in the signing domain',
    'Sign with extra.version of the accepts entry as the EIP-712 domain version.',
  ),
  invalid_exact_evm_payload_authorization_valid_after: kind(
    'Payment not valid yet',
    'Set validAfter to 0 or to a time in the past, and check your clock.',
  ),
  invalid_exact_evm_payload_authorization_valid_before: kind(
    'Payment window does not fit',
    'Set validBefore to now plus maxTimeoutSeconds, and check your clock.',
  ),
  eip6492_factory_not_allowed: kind('Signature of an undeployed wallet', 'Deploy the wallet first, or pay from a plain account.'),
  unsupported_payload_type: kind(
    'Payload type not supported',
    'Sign an EIP-3009 transferWithAuthorization; Permit2 and delegations are not supported.',
  ),
  invalid_exact_evm_signature: kind(
    'Signature does not match the payer',
    'Sign the EIP-712 TransferWithAuthorization with the key of authorization.from, the domain in extra, the chain id and the asset address; s must be in the lower half.',
  ),
  invalid_exact_evm_nonce_already_used: kind('Authorization already used on chain', `Use a fresh random nonce. ${signAgain}`),
  invalid_exact_evm_insufficient_balance: kind(
    'Balance does not cover the payment',
    'Fund the payer with USDC on this network, or let its other payments settle first.',
  ),
  invalid_exact_evm_transaction_simulation_failed: kind(
    'Transfer would fail on chain',
    `The token refuses this transfer (paused or blacklisted, perhaps). ${signAgain}`,
  ),
  invalid_exact_evm_transaction_failed: kind('Transfer failed on chain', signAgain),
  invalid_exact_evm_transfer_event_mismatch: kind('Transfer on chain does not match the payment', signAgain),
  payer_not_allowed: kind(
    'Wallet without money of this sandbox',
    'Fund the wallet with POST /sandbox/faucet {"address":"0x…","usdc":"5"} and sign again: the sandbox takes payments only from wallets that its faucet funded.',
  ),
  payment_already_used: kind(
    'Payment already used',
    'One payment buys one call. Sign a new authorization with a fresh nonce for this one.',
  ),
  malformed_credential: kind('Credential cannot be read', 'Build the credential again from the fresh challenge in WWW-Authenticate.'),
  invalid_challenge: kind(
    'Challenge is not ours, or not for this route',
    'Use the fresh challenge in WWW-Authenticate, unchanged, on the same route. A transfer that is made already goes with its own challenge, to the route of that challenge.',
  ),
  challenge_expired: kind('Challenge expired', 'Pay the fresh challenge in WWW-Authenticate; nothing was charged for the old one.'),
  transaction_reverted: kind('Transaction failed on chain', 'The transaction paid nothing. Pay the terms of this answer.'),
  transfer_not_found: kind(
    'Transaction did not pay these terms',
    'Send the transfer of exactly this amount of the canonical USDC to payTo, and present that transaction.',
  ),
  transfer_outside_window: kind(
    'Transfer is outside the time of its challenge',
    `Present a transfer that was made after its challenge was issued and before it expired. ${returnedByOperator}`,
  ),
  presented_too_late: kind('Transaction presented too late', `A transaction may be presented for seven days. ${returnedByOperator}`),
  proof_required: kind(
    'Transaction hash needs a proof',
    'Prove that you made the transfer: see mpp.howToPay for the nonce, the memo and the signature.',
  ),
  loss_limit_reached: kind(
    'Daily limit for such claims reached',
    'Another caller used this transaction hash first. Present your proof again tomorrow.',
  ),
  payment_owed: kind(
    'An earlier answer is not paid',
    'Pay what is owed first: GET /v1/receipts/{id}/payment with the receipt that this answer names has the terms.',
  ),
  settlement_too_expensive: kind(
    'Settling this payment costs too much',
    'Pay from a plain account, or on a network where gas costs less; nothing was charged.',
  ),
  settlement_refused: kind('Settlement refused', signAgain),
} as const satisfies Record<string, Omit<ProblemKind, 'code'>>

export type PaymentRefusalCode = keyof typeof refusals

/** Which check failed, what was expected and what came. It goes out to the sender of the payment, so it holds no secret. */
export interface WrongPart {
  /** Path in the payment payload: `payload.authorization.value`. */
  readonly field?: string
  readonly expected?: string
  readonly received?: string
  /** How to mend it, where this case needs other words than its code. */
  readonly fix?: string
}

/** The refusal of a payment, which the caller may make anew by the terms that come with it. */
export function paymentRefusal(code: PaymentRefusalCode, wrong: WrongPart = {}): Refusal {
  const of = { code, ...refusals[code] }
  return refusalOf(of, sentence(of.title, wrong), wrong)
}

/** Whether the caller gets new terms with it. */
export function isOfPayment({ status }: Refusal): boolean {
  return status === 402
}

function isPaymentRefusalCode(text: string): text is PaymentRefusalCode {
  return Object.hasOwn(refusals, text)
}

/** The code of this name, or `settlement_refused` for an unknown name, such as a facilitator's own. */
export function paymentRefusalCode(text: string): PaymentRefusalCode {
  return isPaymentRefusalCode(text) ? text : 'settlement_refused'
}

/** The `refusal` member of a 402 body. */
export interface RefusalDetails extends WrongPart {
  readonly reason: string
  readonly title: string
  readonly fix: string
}

export function refusalDetails({ kind: { title, fix: usualFix }, code, options }: Refusal): RefusalDetails {
  const { field, expected, received, fix = usualFix } = options
  return {
    reason: code,
    title,
    ...(field === undefined ? {} : { field }),
    ...(expected === undefined ? {} : { expected }),
    ...(received === undefined ? {} : { received }),
    fix,
  }
}

/** One sentence for people. */
function sentence(title: string, { field, expected, received }: WrongPart): string {
  const where = field === undefined ? '' : ` (${field})`
  const wanted = expected === undefined ? '' : `: expected ${expected}`
  const came = received === undefined ? '' : `${wanted === '' ? ':' : ','} received ${received}`
  return `${title}${where}${wanted}${came}.`
}
