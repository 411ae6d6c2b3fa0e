import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { systemTimers } from '../../src/ops/system.ts'
import { callWith, decodePayment, encodePayment, pay, receiptOf, signPayment, termsOf } from '../signed-payments.ts'
import { expectClear, expectProblem } from '../wire.ts'
import { attackedService, from, newNonce, path } from './attacks.fixture.ts'

const attacked = attackedService('replays')
const { url, otherUrl, signed, changed, earned } = attacked

const seconds = () => BigInt(Math.floor(Date.now() / 1000))

describe('one nonce', () => {
  test('signed for two windows and sent at once buys one call', async () => {
    const before = await earned()
    const nonce = newNonce()
    const payments = await Promise.all([100n, 200n, 300n].map((left) => signed({ nonce, validBefore: seconds() + left })))
    const answers = await Promise.all(payments.map((payment) => callWith(url(), payment)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map((answer) => answer.headers.get('link'))).size).toBe(1)
    expect(answers.filter((answer) => !answer.headers.has('idempotent-replay'))).toHaveLength(1)
    expect(await earned()).toBe(before + 7500n)
    await expectProblem(await callWith(otherUrl(), await signed({ nonce })), 402, 'payment_already_used')
  })

  test('encoded differently is the same payment, and a stranger still does not get its answer', async () => {
    const before = await earned()
    const payment = await signed()
    expect((await callWith(url(), payment)).status).toBe(200)
    const rewritten = decodePayment(payment)
    const { signature, authorization } = rewritten['payload']
    // The recovery id as 0 or 1, capital letters, blanks, other members and another order change nothing that was signed.
    const recovery = signature.endsWith('1b') ? '00' : '01'
    rewritten['payload'] = {
      authorization: {
        ...authorization,
        from: `0x${authorization.from.slice(2).toUpperCase()}`,
        nonce: `0x${authorization.nonce.slice(2).toUpperCase()}`,
      },
      signature: `0x${signature.slice(2, 130).toUpperCase()}${recovery}`,
    }
    const bytes = Buffer.from(JSON.stringify({ more: [1], ...rewritten }, null, 2)).toString('base64')
    const again = await callWith(url(), bytes)
    expect([again.status, again.headers.get('idempotent-replay')]).toEqual([200, 'true'])
    await expectProblem(await callWith(url(), bytes, { headers: from('203.0.113.9') }), 409, 'answer_delivered')
    await expectProblem(await callWith(otherUrl(), bytes), 402, 'payment_already_used')
    expect(await earned()).toBe(before + 7500n)
  })

  test('is spent only on the network that it was signed for', async () => {
    const terms = await termsOf(attacked.service.url, path)
    const before = await earned('eip155:137')
    const payment = decodePayment(await signed({ network: 'eip155:137' }))
    for (const accepted of terms.accepts.filter(({ network }) => network !== 'eip155:137')) {
      await expectProblem(await callWith(url(), encodePayment({ ...payment, accepted })), 402, 'invalid_exact_evm_signature')
    }
    expect((await callWith(url(), encodePayment(payment))).status).toBe(200)
    expect(await earned('eip155:137')).toBe(before + 7500n)
  })

  test('in flight answers the same request from any address, and no other request', async () => {
    const before = await earned()
    const payment = await signed()
    const answers = await Promise.all([
      callWith(url(), payment, { headers: from('198.51.100.1') }),
      callWith(url(), payment, { headers: from('198.51.100.2') }),
      callWith(otherUrl(), payment, { headers: from('198.51.100.3') }),
    ])
    // Which request comes first is up to the network: one of the two requests was bought, the other one was not.
    const bought = answers[2].status === 200 ? answers.slice(2) : answers.slice(0, 2)
    const lost = answers.filter((answer) => !bought.includes(answer))
    expect(bought.map(({ status }) => status)).toContain(200)
    for (const { status } of lost) expect([402, 409]).toContain(status)
    await Promise.all(answers.map(expectClear))
    expect(await earned()).toBe(before + 7500n)
  })
})

describe('a signature', () => {
  test.each([
    ['of 64 bytes (EIP-2098)', (signature: string) => signature.slice(0, 130), 402, 'invalid_exact_evm_signature'],
    ['of 66 bytes', (signature: string) => `${signature}00`, 402, 'invalid_exact_evm_signature'],
    ['with another recovery id', (signature: string) => `${signature.slice(0, 130)}1d`, 402, 'invalid_exact_evm_signature'],
    [
      'of the other key with the same r',
      (signature: string) => signature.slice(0, 130) + (signature.endsWith('1b') ? '1c' : '1b'),
      402,
      'invalid_exact_evm_signature',
    ],
    ['of zeros', () => `0x${'0'.repeat(128)}1b`, 402, 'invalid_exact_evm_signature'],
    [
      'that wraps another (ERC-6492)',
      (signature: string) => signature + '00'.repeat(31) + '6492'.repeat(16),
      402,
      'eip6492_factory_not_allowed',
    ],
    ['of 4 KB', () => `0x${'11'.repeat(4_097)}`, 431, 'header_too_large'],
    ['that is not hex', () => `0x${'zz'.repeat(65)}`, 400, 'malformed_payment'],
  ])('%s opens nothing', async (_, rewrite, status, code) => {
    const payment = await changed(({ payload }) => void (payload.signature = rewrite(payload.signature)))
    await expectProblem(await callWith(url(), payment), status, code)
  })

  test.each([
    ['the zero address', async () => `0x${'0'.repeat(40)}`, 402, 'payer_not_allowed'],
    ['a precompiled contract', async () => `0x${'0'.repeat(39)}1`, 402, 'invalid_exact_evm_signature'],
    ['the recipient', async () => attacked.service.sandbox.payTo, 402, 'invalid_exact_evm_signature'],
    ['a contract that checks no signatures', async () => '0xcA11bde05977b3631167028862bE2a173976CA11', 402, 'invalid_exact_evm_signature'],
    ['another wallet', async () => (await attacked.service.wallet('1')).address, 402, 'invalid_exact_evm_signature'],
  ])('does not spend the money of %s', async (_, victim, status, code) => {
    const address = await victim()
    if (!/^0x0{40}$/.test(address)) await attacked.service.sandbox.world.fund(address, '1')
    const payment = await changed(({ payload }) => void (payload.authorization.from = address))
    await expectProblem(await callWith(url(), payment), status, code)
  })

  test('from the account that sends the settlements is a payment like any other', async () => {
    const signer = privateKeyToAccount(attacked.service.sandbox.signerKeys[0]!)
    await attacked.service.sandbox.world.fund(signer.address, '1')
    await pay(attacked.service.url, signer, { path })
    const before = await earned()
    expect((await receiptOf(await pay(attacked.service.url, signer, { path }))).state).toBe('settled')
    expect(await earned()).toBe(before + 7500n)
  })
})

describe('numbers', () => {
  const most = (1n << 256n) - 1n
  const odd = [
    `${most}`,
    `${most + 1n}`,
    '9'.repeat(200),
    '-1',
    '+1',
    '1e3',
    '0x1d4c',
    ' 7500',
    '07500',
    '7500.0',
    '７５００',
    '',
    '1_000',
    'NaN',
  ]
  const numbers = ['value', 'validAfter', 'validBefore']
  test.each(numbers)('that are none or far too large are refused as %s', async (field) => {
    for (const text of odd) {
      const payment = await changed(({ payload, accepted }) => {
        payload.authorization[field] = text
        if (field === 'value') accepted.amount = text
      })
      const response = await callWith(url(), payment)
      expect([400, 402, 431]).toContain(response.status)
      expect(response.headers.get('payment-response')).toBeNull()
      await expectClear(response)
    }
  })

  test('of zero buy nothing, not even if an offer was free a moment ago', async () => {
    const terms = await termsOf(attacked.service.url, path)
    const nothing = { ...terms, accepts: terms.accepts.map((one) => ({ ...one, amount: '0' })) }
    const { ledger } = attacked.service.parts
    await ledger.recordPrices({ prices: [{ offerId: 'market-price', price: 0n }], at: Date.now() - 2_000 })
    await ledger.recordPrices({ prices: [{ offerId: 'market-price', price: 7500n }], at: Date.now() - 1_000 })
    await expectProblem(
      await callWith(url(), await signPayment(nothing, attacked.account)),
      402,
      'invalid_exact_evm_payload_authorization_value_mismatch',
    )
  })
})

describe('the edge of a window', () => {
  test.each([
    ['ends too soon to be collected', { validBefore: 20n }, 'invalid_exact_evm_payload_authorization_valid_before'],
    ['has ended', { validBefore: -1n }, 'invalid_exact_evm_payload_authorization_valid_before'],
    ['ends in more than an hour', { validBefore: 3_680n }, 'invalid_exact_evm_payload_authorization_valid_before'],
    ['has not begun', { validAfter: 20n }, 'invalid_exact_evm_payload_authorization_valid_after'],
  ])(
    'that %s is refused, and the payment is not used up',
    async (_, { validBefore, validAfter }: { validBefore?: bigint; validAfter?: bigint }, code) => {
      const nonce = newNonce()
      const now = seconds()
      const window = {
        ...(validBefore === undefined ? {} : { validBefore: now + validBefore }),
        ...(validAfter === undefined ? {} : { validAfter: now + validAfter }),
      }
      await expectProblem(await callWith(url(), await signed({ nonce, ...window })), 402, code)
      expect((await callWith(url(), await signed({ nonce }))).status).toBe(200)
    },
  )

  test('of almost an hour is accepted', async () => {
    expect((await callWith(url(), await signed({ validBefore: seconds() + 3_590n }))).status).toBe(200)
  })

  test('that begins in the current second is waited for: the payment is collected and its wallet is not barred', async () => {
    const payer = await attacked.service.payingWallet('1')
    // Signed in the first moments of a second, when no block has a later time yet.
    await systemTimers.sleep(1_005 - (Date.now() % 1_000))
    const first = await callWith(url(), await signed({ validAfter: seconds() }, payer))
    expect(first.status).toBe(200)
    expect((await receiptOf(first)).state).toBe('settled')
    expect((await pay(attacked.service.url, payer, { path })).status).toBe(200)
  })
})
