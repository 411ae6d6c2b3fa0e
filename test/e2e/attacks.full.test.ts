import { decodeFunctionData, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Hex } from '../../src/shared/bytes.ts'
import { callWith, decodePayment, encodePayment, pay, priceOfBitcoin, receiptOf, termsOf } from '../signed-payments.ts'
import { attackedService, from } from './attacks.fixture.ts'

const attacked = attackedService('attacks')
const { url, otherUrl, signed, earned } = attacked

async function expectRefused(response: Response, code: string): Promise<Record<string, any>> {
  const body = (await response.json()) as Record<string, any>
  expect(response.status).toBe(402)
  expect(body['code']).toBe(code)
  expect(body['refusal']['fix']).toMatch(/\w/)
  expect(response.headers.get('payment-required')).not.toBeNull()
  return body
}

async function expectProblem(response: Response, status: number, code: string): Promise<Record<string, any>> {
  const body = (await response.json()) as Record<string, any>
  expect(body).toMatchObject({ status, code })
  expect(response.status).toBe(status)
  expect(body['fix']).toMatch(/\w/)
  expect(JSON.stringify(body)).not.toMatch(/node_modules|\.ts:|Error:|ECONN|undefined/)
  return body
}

describe('HEAD', () => {
  test('does not open a paid route', async () => {
    const response = await fetch(url(), { method: 'HEAD' })
    expect(response.status).toBe(402)
    expect(response.headers.get('payment-required')).not.toBeNull()
  })
  test('is paid for like GET, and the same payment gets the body after', async () => {
    const before = await earned()
    const payment = await signed()
    const head = await callWith(url(), payment, { method: 'HEAD' })
    expect(head.status).toBe(200)
    expect(await head.text()).toBe('')
    const get = await callWith(url(), payment)
    expect(get.status).toBe(200)
    expect(await get.json()).toMatchObject({ success: true })
    expect((await earned()) - before).toBe(7500n)
  })
})

describe('a payment that was claimed', () => {
  test('does not open another request', async () => {
    const payment = await signed()
    expect((await callWith(url(), payment)).status).toBe(200)
    const body = await expectRefused(await callWith(otherUrl(), payment), 'payment_already_used')
    expect(body['sandbox']).toBe(true)
  })
  test('opens one of two requests that race', async () => {
    const payment = await signed()
    const responses = await Promise.all([callWith(url(), payment), callWith(otherUrl(), payment)])
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1)
    expect([402, 409]).toContain(responses.find((response) => response.status !== 200)?.status)
  })
  test('replays its answer to its own caller', async () => {
    const payment = await signed()
    const first = await callWith(url(), payment, { headers: from('198.51.100.1') })
    const again = await callWith(url(), payment, { headers: from('198.51.100.1') })
    expect(again.status).toBe(200)
    expect(again.headers.get('idempotent-replay')).toBe('true')
    expect(again.headers.get('payment-response')).toBe(first.headers.get('payment-response'))
    expect(await again.text()).toBe(await first.text())
  })
})

describe('a stranger', () => {
  const transferAbi = parseAbi([
    'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
    'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
    'function aggregate3((address target, bool allowFailure, bytes callData)[] calls) payable returns ((bool success, bytes returnData)[])',
  ])

  test('rebuilding the credential from public calldata does not get the stored answer', async () => {
    const first = await callWith(url(), await signed(), { headers: from('198.51.100.2') })
    const { transaction } = await receiptOf(first)
    const onChain = await attacked.service.chain().rpc.call<{ input: Hex }>('eth_getTransactionByHash', [transaction])
    let call = decodeFunctionData({ abi: transferAbi, data: onChain.input })
    if (call.functionName === 'aggregate3') call = decodeFunctionData({ abi: transferAbi, data: call.args[0][0]!.callData })
    const args = call.args as unknown as [string, string, bigint, bigint, bigint, string, number | Hex, Hex?, Hex?]
    const signature = args.length === 9 ? `${args[7]}${args[8]!.slice(2)}${Number(args[6]).toString(16)}` : args[6]
    const [payer, payTo, value, validAfter, validBefore, nonce] = args
    const terms = await termsOf(attacked.service.url, priceOfBitcoin)
    const rebuilt = encodePayment({
      x402Version: 2,
      accepted: terms.accepts[0],
      payload: {
        signature,
        authorization: { from: payer, to: payTo, value: `${value}`, validAfter: `${validAfter}`, validBefore: `${validBefore}`, nonce },
      },
    })
    const sameRequest = await expectProblem(await callWith(url(), rebuilt, { headers: from('203.0.113.66') }), 409, 'answer_delivered')
    const otherRequest = await expectProblem(
      await callWith(otherUrl(), rebuilt, { headers: from('203.0.113.66') }),
      409,
      'answer_delivered',
    )
    expect(otherRequest).toEqual(sameRequest)
    expect((await callWith(url(), rebuilt, { headers: from('198.51.100.2') })).status).toBe(200)
  })

  test('with a new address gets the stored answer with the same Idempotency-Key or payment-identifier', async () => {
    const byKey = await signed()
    const key = { 'Idempotency-Key': 'purchase-0001' }
    expect((await callWith(url(), byKey, { headers: { ...from('198.51.100.3'), ...key } })).status).toBe(200)
    expect((await callWith(url(), byKey, { headers: from('198.51.100.4') })).status).toBe(409)
    expect((await callWith(url(), byKey, { headers: { ...from('198.51.100.4'), ...key } })).status).toBe(200)
    const byIdentifier = await signed({ paymentIdentifier: 'pay_0123456789abcdef' })
    expect((await callWith(url(), byIdentifier, { headers: from('198.51.100.3') })).status).toBe(200)
    expect((await callWith(url(), byIdentifier, { headers: from('198.51.100.5') })).status).toBe(200)
  })

  test('cannot use the Idempotency-Key of another wallet', async () => {
    const key = { 'Idempotency-Key': 'purchase-0002' }
    const first = await callWith(url(), await signed(), { headers: key })
    const stranger = await attacked.service.payingWallet('1')
    const second = await pay(attacked.service.url, stranger, { path: priceOfBitcoin, headers: key })
    expect((await receiptOf(second)).id).not.toBe((await receiptOf(first)).id)
  })
})

describe('one purchase under one key', () => {
  test('is charged once even if the client signs again', async () => {
    const key = { 'Idempotency-Key': 'purchase-0003' }
    const before = await earned()
    const first = await callWith(url(), await signed(), { headers: key })
    const second = await callWith(url(), await signed(), { headers: key })
    expect(second.status).toBe(200)
    expect(second.headers.get('link')).toBe(first.headers.get('link'))
    expect((await earned()) - before).toBe(7500n)
  })
  test('cannot name another request', async () => {
    const key = { 'Idempotency-Key': 'purchase-0004' }
    expect((await callWith(url(), await signed(), { headers: key })).status).toBe(200)
    await expectProblem(await callWith(otherUrl(), await signed(), { headers: key }), 409, 'idempotency_key_reused')
  })
  test('needs a valid key', async () => {
    await expectProblem(await callWith(url(), await signed(), { headers: { 'Idempotency-Key': 'a b' } }), 400, 'invalid_idempotency_key')
  })
})

describe('a forged or wrong payment', () => {
  test('with a high s is refused', async () => {
    const payment = decodePayment(await signed())
    const signature = payment['payload'].signature as string
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
    const s = (order - BigInt(`0x${signature.slice(66, 130)}`)).toString(16).padStart(64, '0')
    const v = signature.slice(130) === '1b' ? '1c' : '1b'
    payment['payload'].signature = signature.slice(0, 66) + s + v
    await expectRefused(await callWith(url(), encodePayment(payment)), 'invalid_exact_evm_signature')
  })
  test('signed by another account is refused', async () => {
    const payment = decodePayment(await signed())
    payment['payload'].authorization.from = (await attacked.service.wallet('1')).address
    await expectRefused(await callWith(url(), encodePayment(payment)), 'invalid_exact_evm_signature')
  })
  test('with a wrong amount, recipient or window is refused, and the refusal says what was expected', async () => {
    const amount = await expectRefused(
      await callWith(url(), await signed({ amount: 7499n })),
      'invalid_exact_evm_payload_authorization_value_mismatch',
    )
    expect(amount['refusal']).toMatchObject({ field: 'payload.authorization.value', expected: '7500', received: '7499' })
    await expectRefused(await callWith(url(), await signed({ payTo: attacked.account.address })), 'invalid_exact_evm_recipient_mismatch')
    const now = BigInt(Math.floor(Date.now() / 1000))
    await expectRefused(
      await callWith(url(), await signed({ validBefore: now + 5n })),
      'invalid_exact_evm_payload_authorization_valid_before',
    )
    await expectRefused(
      await callWith(url(), await signed({ validBefore: now + 7200n })),
      'invalid_exact_evm_payload_authorization_valid_before',
    )
    await expectRefused(
      await callWith(url(), await signed({ validAfter: now + 60n })),
      'invalid_exact_evm_payload_authorization_valid_after',
    )
  })
  test('from a wallet that the faucet did not fund is not accepted in the sandbox', async () => {
    const { generatePrivateKey, privateKeyToAccount } = await import('viem/accounts')
    const stranger = privateKeyToAccount(generatePrivateKey())
    const body = await expectRefused(await pay(attacked.service.url, stranger, { path: priceOfBitcoin }), 'payer_not_allowed')
    expect(JSON.stringify(body['howToPay'])).toContain('POST /sandbox/faucet')
  })
  test('for a cheaper offer does not pay for a more expensive one', async () => {
    const body = await expectRefused(
      await callWith(`${attacked.service.url}/v1/crypto/token-analysis/0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913`, await signed()),
      'invalid_exact_evm_payload_authorization_value_mismatch',
    )
    expect(body['refusal']).toMatchObject({ expected: '150000' })
  })
})

describe('a malformed header', () => {
  const good = async () => decodePayment(await signed())
  test('of 9 KB is 431', async () => {
    await expectProblem(await callWith(url(), 'A'.repeat(9 * 1024)), 431, 'header_too_large')
  })
  test('of nested base64 is a clear 400', async () => {
    const twice = Buffer.from(await signed()).toString('base64')
    await expectProblem(await callWith(url(), twice), 400, 'malformed_payment')
  })
  test.each([
    ['not base64', '%%%'],
    ['URL-safe base64', Buffer.from('{"x402Version":2,"a":"???>>>"}').toString('base64url') + '_-'],
    ['not JSON', Buffer.from('hello').toString('base64')],
    ['an array', encodePayment([])],
    ['null', encodePayment(null)],
    ['version 1', encodePayment({ x402Version: 1, scheme: 'exact', network: 'base', payload: {} })],
    ['deep', encodePayment(JSON.parse('['.repeat(500) + ']'.repeat(500)))],
    ['not UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]).toString('base64')],
  ])('that is %s is a clear 400', async (_, header) => {
    await expectProblem(await callWith(url(), header), 400, 'malformed_payment')
  })
  test.each(['__proto__', 'constructor', 'prototype'])('with the key %s is a 400', async (key) => {
    const text = JSON.stringify(await good()).replace('"payload":{', `"payload":{"${key}":{"polluted":true},`)
    await expectProblem(await callWith(url(), Buffer.from(text).toString('base64')), 400, 'malformed_payment')
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
  test('with numbers instead of strings, or strings instead of numbers, names the field', async () => {
    const asNumber = await good()
    asNumber['payload'].authorization.value = 7500
    expect(await expectProblem(await callWith(url(), encodePayment(asNumber)), 400, 'malformed_payment')).toMatchObject({
      field: expect.stringContaining('value'),
    })
    const asString = await good()
    asString['x402Version'] = '2'
    expect(await expectProblem(await callWith(url(), encodePayment(asString)), 400, 'malformed_payment')).toMatchObject({
      field: 'x402Version',
    })
    const hexAmount = await good()
    hexAmount['payload'].authorization.value = '0x1d4c'
    await expectProblem(await callWith(url(), encodePayment(hexAmount)), 400, 'malformed_payment')
  })
  test('with a second payment header is a 400', async () => {
    await expectProblem(await callWith(url(), await signed(), { headers: { 'X-PAYMENT': 'eyJ9' } }), 400, 'several_payments')
  })
})

describe('requests', () => {
  test('to unknown paths are 404, with other methods 405 with Allow', async () => {
    await expectProblem(await fetch(`${attacked.service.url}/v1/nothing`), 404, 'not_found')
    const response = await fetch(url(), { method: 'DELETE' })
    expect(response.headers.get('allow')).toContain('GET')
    await expectProblem(response, 405, 'method_not_allowed')
  })
  test('from a browser pass CORS, with the official client too', async () => {
    const response = await fetch(url(), {
      method: 'OPTIONS',
      headers: { Origin: 'https://app.example', 'Access-Control-Request-Method': 'GET' },
    })
    expect(response.status).toBe(204)
    for (const header of ['PAYMENT-SIGNATURE', 'Access-Control-Expose-Headers', 'Idempotency-Key']) {
      expect(response.headers.get('access-control-allow-headers')).toContain(header)
    }
  })
  test('with broken percent-encoding or repeated parameters get 400 or the terms, never a 500', async () => {
    expect([400, 402]).toContain((await fetch(`${attacked.service.url}/v1/market/price/%E0%A4%A`)).status)
    await expectProblem(await fetch(`${attacked.service.url}/v1/settlement/estimate?amount=1&amount=2`), 400, 'invalid_input')
  })
})

describe('receipts', () => {
  test('say what was paid, and nothing about the input, the answer or the caller', async () => {
    const response = await callWith(url(), await signed(), { headers: from('198.51.100.9') })
    const receipt = await receiptOf(response)
    expect(receipt).toMatchObject({ state: 'settled', network: 'eip155:8453', charged: { usd: '0.0075', baseUnits: '7500' } })
    const text = JSON.stringify(receipt)
    expect(text).not.toContain('198.51.100.9')
    expect(text).not.toContain('signature')
    expect(text.toLowerCase()).not.toContain(attacked.account.address.toLowerCase())
  })
  test('cannot be guessed or traversed', async () => {
    await expectProblem(await fetch(`${attacked.service.url}/v1/receipts/${'0'.repeat(32)}`), 404, 'receipt_not_found')
    await expectProblem(await fetch(`${attacked.service.url}/v1/receipts/..%2f..%2fetc%2fpasswd`), 404, 'receipt_not_found')
  })
})
