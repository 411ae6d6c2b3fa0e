import { Receipt } from 'mppx'
import { evm, Mppx } from 'mppx/client'
import { execFile } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bytesOfHeaders } from '../example-calls.ts'
import { startTestService, type TestService } from '../start-test-service.ts'
import { priceOfBitcoin, receiptOf, usdcOf, type Account } from '../signed-payments.ts'

let service: TestService
let account: Account
beforeAll(async () => {
  service = await startTestService({ env: { TRUSTED_PROXIES: '127.0.0.1,::1' } })
  account = await service.payingWallet('20')
})
afterAll(() => service?.close())

const stock = () => Mppx.create({ methods: [evm.charge({ account, currencies: [evm.assets.base.USDC] })], polyfill: false })
const url = (path = priceOfBitcoin) => service.url + path
const paidTo = () => usdcOf(service.chain(), service.sandbox.payTo)

describe('the stock client of MPP', () => {
  test('pays unmodified: one transfer, an answer, a receipt', async () => {
    const before = await paidTo()
    const response = await stock().fetch(url())
    expect(response.status).toBe(200)
    expect(await response.clone().json()).toMatchObject({ data: { symbol: 'BTC' } })
    const receipt = await receiptOf(response)
    expect(receipt).toMatchObject({ state: 'settled', protocol: 'mpp', charged: { usd: '0.0075' } })
    expect(Receipt.fromResponse(response)).toMatchObject({ method: 'evm', reference: receipt.transaction, chainId: 8453 })
    expect(response.headers.has('payment-response')).toBe(false)
    expect((await paidTo()) - before).toBe(7500n)
  })

  test('pays from its command line', async () => {
    const payer = service.sandbox.world.payer
    const env = { ...process.env, MPPX_PRIVATE_KEY: payer.privateKey }
    const stdout = await new Promise<string>((resolve, reject) => {
      execFile(process.execPath, ['node_modules/mppx/dist/bin.js', url(), '--silent'], { env }, (error, out, err) =>
        error ? reject(new Error(`${error.message}\n${out}\n${err}`)) : resolve(out),
      )
    })
    expect(stdout).toContain('"success":true')
  })
})

describe('the challenge', () => {
  const challengeOf = async (headers: Record<string, string> = {}, path = priceOfBitcoin) => {
    const response = await fetch(url(path), { headers })
    expect(response.status).toBe(402)
    return response.headers.get('www-authenticate')
  }
  const requestIn = (header: string) =>
    JSON.parse(Buffer.from(/request="([^"]+)"/.exec(header)![1]!, 'base64url').toString()) as Record<string, any>

  test('is a single one, for the first network or the one that Payment-Network names', async () => {
    const first = await challengeOf()
    expect(first).toMatch(/^Payment realm="127\.0\.0\.1", method="evm", id="/)
    expect(first!.match(/Payment realm/g)).toHaveLength(1)
    expect(requestIn(first!)).toMatchObject({
      amount: '7500',
      methodDetails: { chainId: 8453, credentialTypes: ['authorization', 'hash'] },
    })
    expect(requestIn((await challengeOf({ 'Payment-Network': 'eip155:137' }))!)).toMatchObject({ methodDetails: { chainId: 137 } })
    expect(requestIn((await challengeOf({ 'Payment-Network': 'eip155:999' }))!)).toMatchObject({ methodDetails: { chainId: 8453 } })
  })

  test('is left out for a client that does not accept it', async () => {
    expect(await challengeOf({ 'Accept-Payment': 'tempo/charge' })).toBeNull()
    expect(await challengeOf({ 'Accept-Payment': 'evm/charge;q=0.5' })).not.toBeNull()
  })

  test('has its own id in each of 30 identical requests at once', async () => {
    const headers = await Promise.all(Array.from({ length: 30 }, () => challengeOf()))
    expect(new Set(headers.map((header) => /id="([^"]+)"/.exec(header!)![1])).size).toBe(30)
  })

  test('and all other headers of a 402 stay under 3.8 KB', async () => {
    const response = await fetch(url('/v1/crypto/token-analysis/0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'))
    expect(bytesOfHeaders(response)).toBeLessThan(3_800)
    const body = (await response.json()) as Record<string, any>
    expect(body['type']).toBe('https://paymentauth.org/problems/payment-required')
    expect(body['mpp']).toMatchObject({ supported: true, methods: ['evm'] })
  })
})

describe('a credential', () => {
  async function credentialFor(path = priceOfBitcoin): Promise<string> {
    const response = await fetch(url(path))
    return stock().createCredential(response)
  }
  const call = (credential: string, path = priceOfBitcoin, headers: Record<string, string> = {}) =>
    fetch(url(path), { headers: { Authorization: credential, ...headers } })

  test('that is sent again gets its answer from any address, and is charged once', async () => {
    const before = await paidTo()
    const credential = await credentialFor()
    const first = await call(credential, priceOfBitcoin, { 'X-Forwarded-For': '198.51.100.1' })
    expect(first.status).toBe(200)
    const again = await call(credential, priceOfBitcoin, { 'X-Forwarded-For': '203.0.113.7' })
    expect(again.status).toBe(200)
    expect(again.headers.get('idempotent-replay')).toBe('true')
    expect(again.headers.get('payment-receipt')).toBe(first.headers.get('payment-receipt'))
    expect((await paidTo()) - before).toBe(7500n)
  })

  test('may come in Payment-Authorization, next to another kind of Authorization', async () => {
    const credential = await credentialFor()
    const response = await fetch(url(), { headers: { Authorization: 'Bearer key', 'Payment-Authorization': credential } })
    expect(response.status).toBe(200)
  })

  test('for another route is refused with a fresh challenge', async () => {
    const credential = await credentialFor()
    const response = await call(credential, '/v1/settlement/estimate?amount=100')
    expect(response.status).toBe(402)
    expect(await response.json()).toMatchObject({ type: 'https://paymentauth.org/problems/invalid-challenge', code: 'invalid_challenge' })
    expect(response.headers.get('www-authenticate')).toContain('Payment realm=')
    expect(response.headers.has('payment-receipt')).toBe(false)
  })

  test('that cannot be read is malformed-credential, with no internal detail', async () => {
    for (const junk of ['Payment', 'Payment !!!', 'Payment e30', `Payment ${Buffer.from('{"challenge":{}}').toString('base64url')}`]) {
      const response = await call(junk)
      expect(response.status).toBe(402)
      expect(await response.json()).toMatchObject({ type: 'https://paymentauth.org/problems/malformed-credential' })
      expect(response.headers.get('www-authenticate')).toContain('Payment realm=')
    }
  })

  test('with a changed challenge is refused', async () => {
    const credential = await credentialFor()
    const decoded = JSON.parse(Buffer.from(credential.replace(/^Payment /, ''), 'base64url').toString()) as { challenge: { realm: string } }
    const forged = { ...decoded, challenge: { ...decoded.challenge, expires: '2099-01-01T00:00:00Z' } }
    const response = await call(`Payment ${Buffer.from(JSON.stringify(forged)).toString('base64url')}`)
    expect(await response.json()).toMatchObject({ code: 'invalid_challenge' })
  })

  test('next to an x402 payment is refused', async () => {
    const response = await call(await credentialFor(), priceOfBitcoin, { 'PAYMENT-SIGNATURE': 'e30=' })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'several_payments' })
  })

  test('of a failed run is released, and has no receipt header', async () => {
    const response = await fetch(url('/v1/market/price/nosuchcoin'))
    const credential = await stock().createCredential(response)
    const failed = await call(credential, '/v1/market/price/nosuchcoin')
    expect(failed.status).toBe(404)
    expect(failed.headers.has('payment-receipt')).toBe(false)
    expect((await receiptOf(failed)).state).toBe('released')
  })
})
