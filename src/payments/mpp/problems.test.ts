import { Errors } from 'mppx'
import { expect, test } from 'vitest'
import { refusals } from '../wire/refusals.ts'
import { type MppProblemName, mppProblemOf, mppProblems, mppProblemType } from './problems.ts'

const ofMppx = [
  new Errors.PaymentRequiredError(),
  new Errors.PaymentInsufficientError(),
  new Errors.PaymentExpiredError(),
  new Errors.VerificationFailedError(),
  new Errors.MalformedCredentialError(),
  new Errors.InvalidChallengeError(),
  new Errors.PaymentMethodUnsupportedError(),
].map((error) => error.toProblemDetails())

test('the problems have the types, titles and statuses of mppx', () => {
  const ours = Object.entries(mppProblems).map(([name, { title, status }]) => ({
    type: mppProblemType(name as MppProblemName),
    title,
    status,
  }))
  expect(ours).toEqual(ofMppx.map(({ type, title, status }) => ({ type, title, status })))
})

test('every refusal of a payment has a problem with status 402', () => {
  for (const code of Object.keys(refusals)) expect(mppProblems[mppProblemOf(code)].status).toBe(402)
})

test.each([
  ['challenge_expired', 'payment-expired'],
  ['invalid_exact_evm_insufficient_balance', 'payment-insufficient'],
  ['payment_already_used', 'invalid-challenge'],
  ['invalid_exact_evm_signature', 'verification-failed'],
] as const)('%s is %s', (reason, name) => {
  expect(mppProblemOf(reason)).toBe(name)
})
