import type { PaymentRefusalCode } from '../wire/refusals.ts'

interface MppProblemKind {
  readonly status: number
  readonly title: string
  readonly fix: string
}

const kind = (status: number, title: string, fix: string): MppProblemKind => ({ status, title, fix })

/** The problem types of draft-httpauth-payment, by the last part of their URI. */
export const mppProblems = {
  'payment-required': kind(
    402,
    'Payment Required',
    'Pay the challenge in WWW-Authenticate and send the request again with the credential.',
  ),
  'payment-insufficient': kind(402, 'Payment Insufficient', 'Fund the payer, and pay exactly the amount of the challenge.'),
  'payment-expired': kind(402, 'Payment Expired', 'Pay the fresh challenge in WWW-Authenticate; nothing was charged for the old one.'),
  'verification-failed': kind(402, 'Verification Failed', 'Correct what refusal names, and pay the fresh challenge in WWW-Authenticate.'),
  'malformed-credential': kind(
    402,
    'Malformed Credential',
    'Build the credential again: Authorization: Payment and base64url without padding of {"challenge","source","payload"}, the challenge unchanged.',
  ),
  'invalid-challenge': kind(
    402,
    'Invalid Challenge',
    'Use the fresh challenge in WWW-Authenticate, unchanged and once, on the same route.',
  ),
  'method-unsupported': kind(400, 'Method Unsupported', 'Pay by a method that WWW-Authenticate offers: evm or evmhash, intent charge.'),
} as const satisfies Record<string, MppProblemKind>

export type MppProblemName = keyof typeof mppProblems

/** The `type` member of a problem's body. */
export function mppProblemType(name: MppProblemName): string {
  return `https://paymentauth.org/problems/${name}`
}

const byCode: Partial<Record<PaymentRefusalCode, MppProblemName>> = {
  invalid_exact_evm_payload_authorization_valid_before: 'payment-expired',
  challenge_expired: 'payment-expired',
  malformed_credential: 'malformed-credential',
  invalid_challenge: 'invalid-challenge',
  invalid_exact_evm_insufficient_balance: 'payment-insufficient',
  unsupported_payload_type: 'malformed-credential',
  // An authorization's nonce belongs to one challenge: when it is used, so is the challenge.
  payment_already_used: 'invalid-challenge',
  invalid_exact_evm_nonce_already_used: 'invalid-challenge',
}

/** The draft's problem for the code of a refused payment; `verification-failed` where the draft has no closer one. */
export function mppProblemOf(code: string): MppProblemName {
  return byCode[code as PaymentRefusalCode] ?? 'verification-failed'
}
