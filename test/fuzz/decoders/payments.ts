import { hashForm, officialForm } from '../../../src/payments/x-payment/x-payment.fixture.ts'
import { readXPayment } from '../../../src/payments/x-payment/read-x-payment.ts'
import { readMppCredential, type MppCredential } from '../../../src/payments/mpp/credential.ts'
import { challenges, payer, token, wireCredential } from '../../../src/payments/mpp/mpp.fixture.ts'
import type { Credential } from '../../../src/payments/wire/credential.ts'
import { decodePaymentSignature } from '../../../src/payments/x402/decode-payment.ts'
import { encodePaymentSignature } from '../../../src/payments/x402/encode-payment.ts'
import { header, paymentPayload } from '../../../src/payments/x402/payment.fixture.ts'
import type { Authorization } from '../../../src/chain/chain.ts'
import { problemDetails } from '../../../src/shared/problems.ts'
import type { Refusal } from '../../../src/shared/refusal.ts'
import { jsonNear } from '../generate/mutate-json.ts'
import { jsonTokens, onWire, rawWire, wrapped, type Wire } from '../generate/wire.ts'
import { hold, matches, plain } from '../promises.ts'
import type { Target } from '../run-fuzz.ts'

const { accepted, payload } = paymentPayload()
export const payments = [
  paymentPayload(),
  { ...paymentPayload(), extensions: { 'payment-identifier': { info: { required: false, id: 'pay_7d5d747be160e280' } } } },
  { x402Version: 2, accepted: { ...accepted, extra: null }, payload: { ...payload, signature: `0x${'2d'.repeat(300)}` } },
]
export const credentials = [
  wireCredential(),
  { ...wireCredential(), payload: { type: 'hash', hash: `0x${'ab'.repeat(32)}` } },
  {
    ...wireCredential(),
    payload: { type: 'hash', txHash: `0x${'AB'.repeat(32)}`, chainId: 8453, signature: `0x${'2d'.repeat(32)}${'1f'.repeat(32)}00` },
    source: `did:pkh:eip155:8453:${payer}`,
  },
]
export const legacies = [
  officialForm(),
  officialForm({ network: 'eip155:137' }),
  hashForm(),
  hashForm({ txHash: `0x${'ab'.repeat(32)}`, amount: '7500', timestamp: '2026-11-21T03:08:01.123Z' }, { x402Version: 1 }),
  // oxlint-disable-next-line no-loss-of-precision -- a client may write it like this
  hashForm(
    '{"txHash":"0xABababababababababababababababababababababababababababababababab","amount":7500.000000,"timestamp":1795230481999}',
  ),
]

/** Checks a problem about a payment header: its text, and that its code is one of these. @returns the code */
export function ourProblem(problem: Refusal, codes: readonly string[]): string {
  hold(codes.includes(problem.code), `the code is one of ${codes.join(', ')}, not ${problem.code}`)
  plain(problem.message, 'the detail')
  const body = JSON.stringify(problemDetails(problem))
  hold(body.length < 2_000, `a problem is short, not ${body.length} characters`)
  plain(body, 'the problem', 2_000)
  return problem.code
}

function wellFormed({ from, to, value, validAfter, validBefore, nonce, signature }: Authorization): void {
  for (const address of [from, to]) matches(address, /^0x[0-9a-f]{40}$/, 'an address')
  for (const number of [value, validAfter, validBefore]) hold(number >= 0n && number < 1n << 256n, 'a number fits 256 bits')
  matches(nonce, /^0x[0-9a-f]{64}$/, 'the nonce')
  matches(signature, /^0x(?:[0-9a-f]{2}){0,4096}$/, 'the signature')
}

function credentialHolds(credential: Credential): void {
  matches(credential.hash, /^[0-9a-f]{64}$/, 'the hash')
  matches(credential.proof.network, /^eip155:[1-9][0-9]{0,14}$/, 'the network')
  matches(credential.proof.asset, /^0x[0-9a-f]{40}$/, 'the asset')
  wellFormed(credential.proof.authorization)
  const { amount, payTo, maxTimeoutSeconds, extra } = credential.accepted
  hold(amount >= 0n && amount < 1n << 256n, 'the amount fits 256 bits')
  matches(payTo, /^0x[0-9a-f]{40}$/, 'payTo')
  hold(Number.isSafeInteger(maxTimeoutSeconds) && maxTimeoutSeconds > 0, 'maxTimeoutSeconds is a count')
  hold(typeof extra === 'object' && extra !== null, 'extra is an object')
}

/** The header of a client that says the same. */
function sentAgain({ proof, accepted: terms, paymentIdentifier }: Credential): string {
  const raw = {
    scheme: 'exact',
    network: proof.network,
    amount: String(terms.amount),
    asset: proof.asset,
    payTo: terms.payTo,
    maxTimeoutSeconds: terms.maxTimeoutSeconds,
    extra: terms.extra,
  }
  return encodePaymentSignature({
    required: { resource: {}, extensions: paymentIdentifier === null ? {} : { 'payment-identifier': { info: { required: false } } } },
    accepted: { raw },
    authorization: proof.authorization,
    ...(paymentIdentifier === null ? {} : { paymentIdentifier }),
  })
}

const nearPayment = jsonNear(payments)
const paymentSignature: Target<Wire, string> = {
  name: 'PAYMENT-SIGNATURE',
  share: 6,
  make: (random) =>
    random.chance(0.8) ? wrapped(random, nearPayment(random), 'base64') : rawWire(random, [...jsonTokens, header(payments[0])], 'base64'),
  fed: onWire,
  check(text) {
    const decoded = decodePaymentSignature(text)
    if (!decoded.ok) return ourProblem(decoded.problem, ['malformed_payment', 'header_too_large'])
    credentialHolds(decoded.credential)
    const again = decodePaymentSignature(sentAgain(decoded.credential))
    // Written in full it is longer, and may be too long.
    if (!again.ok) return again.problem.code === 'header_too_large' ? 'payment' : ourProblem(again.problem, [])
    const same = asText({ ...again.credential, hash: '' }) === asText({ ...decoded.credential, hash: '' })
    hold(same, 'a payment that is written again reads the same')
    return 'payment'
  },
  reaches: ['payment', 'malformed_payment', 'header_too_large'],
}

const nearV1 = jsonNear(legacies)
const nearInner = jsonNear([{ txHash: `0x${'ab'.repeat(32)}`, amount: '0.0075', timestamp: 1_795_230_481 }])
const xPaymentHeader: Target<Wire, string> = {
  name: 'X-PAYMENT',
  share: 6,
  make(random) {
    if (random.chance(0.3)) return wrapped(random, JSON.stringify(hashForm(nearInner(random))), random.pick(['none', 'base64']))
    if (random.chance(0.8)) return wrapped(random, nearV1(random), random.pick(['none', 'base64']))
    return rawWire(random, [...jsonTokens, '},{', '} , {', JSON.stringify(legacies[0])], 'none')
  },
  fed: onWire,
  check(text) {
    const reading = readXPayment(text)
    switch (reading.kind) {
      case 'refused':
        return ourProblem(reading.refusal, ['malformed_payment', 'header_too_large', 'several_payments'])
      case 'authorization':
        credentialHolds(reading.credential)
        return 'authorization'
      case 'transaction-hash': {
        const { transfer } = reading
        matches(transfer.transaction, /^0x[0-9a-f]{64}$/, 'the transaction')
        matches(transfer.network, /^eip155:[1-9][0-9]{0,14}$/, 'the network')
        matches(reading.hash, /^[0-9a-f]{64}$/, 'the hash')
        hold(transfer.amount >= 0n && transfer.amount < 1n << 256n, 'the amount fits 256 bits')
        hold(Number.isSafeInteger(transfer.timestamp), 'the time is a whole number')
        return 'transfer'
      }
    }
  },
  reaches: ['authorization', 'transfer', 'malformed_payment', 'header_too_large', 'several_payments'],
}

function mppHolds({ challenge, source, payload: paid, hash }: MppCredential): void {
  matches(hash, /^[0-9a-f]{64}$/, 'the hash')
  for (const [name, value] of Object.entries(challenge))
    hold(value === null || typeof value === 'string', `challenge.${name} is text or null`)
  if (source) {
    hold(Number.isSafeInteger(source.chainId), 'the chain id is a whole number')
    matches(source.address, /^0x[0-9a-f]{40}$/, 'the source')
  }
  if (paid.type === 'authorization') return wellFormed(paid.authorization)
  matches(paid.hash, /^0x[0-9a-f]{64}$/, 'the transaction')
  hold(paid.chainId === null || Number.isSafeInteger(paid.chainId), 'the chain id is a whole number')
}

const nearCredential = jsonNear(credentials)
const ours = challenges()
const mppCredential: Target<Wire, string> = {
  name: 'Authorization: Payment',
  share: 6,
  make: (random) =>
    random.chance(0.8)
      ? wrapped(random, nearCredential(random), 'base64url')
      : rawWire(random, [...jsonTokens, token(credentials[0])], 'base64url'),
  fed: onWire,
  check(text) {
    const reading = readMppCredential(text)
    if (!reading.ok) {
      const { field, expected, received } = reading.fault
      matches(field, /^[a-zA-Z.]{1,40}$/, 'the field')
      plain(expected, 'what was expected')
      plain(received, 'what was received')
      return reading.tooLarge ? 'too large' : 'malformed'
    }
    mppHolds(reading.credential)
    const known = ours.verify(reading.credential.challenge)
    if (known.ok) {
      hold(known.route === 'GET /v1/market/price/{symbol}' && known.request.amount === 7500n, 'a known challenge says what we said')
      return `our challenge, ${reading.credential.payload.type}`
    }
    matches(known.field, /^challenge\.[a-z]{1,12}$/, 'the field')
    plain(known.expected, 'what was expected')
    plain(known.received, 'what was received')
    return known.problem
  },
  reaches: ['our challenge, authorization', 'our challenge, hash', 'invalid-challenge', 'method-unsupported', 'malformed', 'too large'],
}

/** A value as text, with any types in it. */
function asText(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? `${member}n` : member))
}

export const paymentTargets = [paymentSignature, xPaymentHeader, mppCredential] as readonly Target[]
