import { describe, expect, test } from 'vitest'
import { paymentRefusal, refusals, type PaymentRefusalCode } from '../../payments/wire/refusals.ts'
import { problems, type ProblemCode } from '../../shared/problems.ts'
import { facts } from '../discovery/facts.fixture.ts'
import { paymentMessage } from './payment-messages.ts'
import { adviceFor } from './problem-messages.ts'

/** Things that a caller of tools does not see. */
const ofHttp = /Retry-After|WWW-Authenticate|PAYMENT-|Link header|\bheader\b|Content-Type|howToPay/
const price = facts.offers.find(({ id }) => id === 'market-price')!
const both = { x402: true, mpp: true }

test.each(Object.keys(problems) as ProblemCode[])('the advice for %s names nothing that only HTTP has', (code) => {
  expect(adviceFor({ code, fix: problems[code].fix })).not.toMatch(ofHttp)
})

test.each(Object.keys(refusals) as PaymentRefusalCode[])(
  'a payment refused for %s is told why, in words that name nothing of HTTP',
  (code) => {
    const words = paymentMessage(price, paymentRefusal(code, { field: 'payload', expected: 'this', received: 'that' }), both, facts)
    expect(words).toMatch(new RegExp(`^${code}: .+expected this, received that\\. [A-Z].+`))
    expect(words).not.toMatch(ofHttp)
  },
)

describe('the words for a call without payment', () => {
  test('say what the call costs, how to pay, and what is free', () => {
    const words = paymentMessage(price, null, both, facts)
    expect(words).toMatch(/^Payment required\. This call of market-price costs \$0\.0075 in USDC; nothing was run or charged\./)
    expect(words).toContain('_meta["x402/payment"]')
    expect(words).toContain('_meta["org.paymentauth/credential"]')
    expect(words).toContain('Always free: discovery, datasets, market-rates, qr-code, check-402, fact-check, translate-languages.')
    expect(words).toContain('one key per purchase, reused on a retry')
    expect(words).not.toContain('sandbox')
  })

  test('name only the protocols that are offered', () => {
    expect(paymentMessage(price, null, { x402: false, mpp: true }, facts)).not.toContain('_meta["x402/payment"]')
  })

  test('say when a first call is free, and where to get play money in a sandbox', () => {
    expect(paymentMessage(price, null, both, facts)).toContain('first call of a wallet')
    const dear = facts.offers.find(({ id }) => id === 'token-analysis')!
    expect(paymentMessage(dear, null, both, facts)).not.toContain('first call of a wallet')
    expect(paymentMessage(dear, null, both, { ...facts, simulated: true, playMoney: true })).toContain(
      'https://api.example.com/sandbox/faucet',
    )
  })
})
