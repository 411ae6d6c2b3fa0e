import { parsePaymentRequired } from '@x402/core/schemas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bytesOfHeaders, exampleRequest, exampleUrl } from '../example-calls.ts'
import { settlementOf } from '../../sandbox/demo/stock-client.ts'
import { startTestService, untilIndexed, untilTextToolsAnswer, type TestService } from '../start-test-service.ts'
import { callWith, pay, receiptOf, type Account } from '../signed-payments.ts'

let service: TestService
let account: Account
beforeAll(async () => {
  service = await startTestService()
  await untilIndexed(service, 'transfers')
  await untilTextToolsAnswer(service)
  account = await service.payingWallet('100')
})
afterAll(() => service?.close())

describe('every offer', () => {
  test('exists', () => {
    expect(service.parts.catalog.offers.length).toBeGreaterThanOrEqual(5)
  })

  test('answers its own example in its declared shape, and says that it is simulated', async () => {
    for (const offer of service.parts.catalog.offers) {
      const path = exampleUrl(offer)
      const response =
        offer.access.kind === 'fixed'
          ? await pay(service.url, account, { path, ...exampleRequest(offer) })
          : await fetch(service.url + path, exampleRequest(offer))
      expect(response.status, offer.id).toBe(200)
      const body: unknown = await response.json()
      expect(offer.answer.safeParse(body).error, offer.id).toBeUndefined()
      expect(JSON.stringify(body), offer.id).toContain('"simulated":true')
      if (offer.access.kind === 'fixed') expect((await receiptOf(response)).state, offer.id).toMatch(/settled|free|uncharged/)
    }
  })
})

describe('the 402 of every paid route', () => {
  test('fits the schemas of @x402/core, and its headers stay under 3.8 KB', async () => {
    for (const offer of service.parts.catalog.offers.filter((one) => one.access.kind === 'fixed')) {
      const response = await fetch(service.url + exampleUrl(offer), exampleRequest(offer))
      expect(response.status, offer.id).toBe(402)
      const header = response.headers.get('payment-required')!
      const parsed = parsePaymentRequired(JSON.parse(Buffer.from(header, 'base64').toString('utf8')))
      expect(parsed.error, offer.id).toBeUndefined()
      expect(parsed.data?.accepts.map((one) => one.network)).toEqual([
        'eip155:8453',
        'eip155:1',
        'eip155:137',
        'eip155:42161',
        'eip155:10',
        'eip155:1187947933',
      ])
      expect(bytesOfHeaders(response), offer.id).toBeLessThan(3_800)
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect(response.headers.get('access-control-expose-headers')).toBe('*')
    }
  })

  test('has a body with the same terms and how to pay', async () => {
    const response = await fetch(`${service.url}/v1/market/price/BTC`)
    const body = (await response.json()) as Record<string, any>
    expect(body).toMatchObject({
      x402Version: 2,
      sandbox: true,
      status: 402,
      code: 'payment_required',
      resource: { url: `${service.url}/v1/market/price/BTC` },
      first_call_free: { below: '0.03' },
    })
    expect(body['accepts'][0]).toMatchObject({
      scheme: 'exact',
      amount: '7500',
      maxAmountRequired: '7500',
      maxTimeoutSeconds: 300,
      extra: { name: 'USD Coin', version: '2' },
    })
    expect(body['accepts'][5]).toMatchObject({ network: 'eip155:1187947933', extra: { name: 'USDC', version: '1' } })
    expect(body['howToPay']).toBeDefined()
    expect(body['example_response']).toMatchObject({ success: true })
  })

  test('offers the first call free only below three cents', async () => {
    const expensive = (await (
      await fetch(`${service.url}/v1/crypto/token-analysis/0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913`)
    ).json()) as object
    expect(expensive).not.toHaveProperty('first_call_free')
    expect(expensive).toMatchObject({ accepts: [{ amount: '150000' }, {}, {}, {}, {}, {}] })
  })

  test('names the resource by the public address, never by the Host header', async () => {
    const response = await fetch(`${service.url}/v1/market/price/BTC`, { headers: { 'X-Forwarded-Host': 'evil.example' } })
    expect(await response.text()).not.toContain('evil.example')
  })

  test('is given for any path parameter, so that crawlers can read the terms', async () => {
    expect((await fetch(`${service.url}/v1/crypto/token-analysis/not-an-address`)).status).toBe(402)
    expect((await fetch(`${service.url}/v1/market/price/%7Bsymbol%7D`)).status).toBe(402)
  })
})

describe('input', () => {
  test('that is invalid is a free 400 with the field, and does not use up the payment', async () => {
    const response = await pay(service.url, account, { path: '/v1/market/price/BTC' }).then(async (good) => {
      const payment = good.status
      expect(payment).toBe(200)
      return fetch(`${service.url}/v1/settlement/estimate?amount=-1`)
    })
    expect(response.status).toBe(400)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(await response.json()).toMatchObject({ code: 'invalid_input', field: 'query.amount', status: 400, retryable: false })
  })

  test('of a quota route is checked before its payment', async () => {
    const { signPayment, termsOf } = await import('../signed-payments.ts')
    const payment = await signPayment(await termsOf(service.url, '/v1/market/price/BTC'), account)
    expect((await callWith(`${service.url}/v1/settlement/estimate?amount=abc`, payment)).status).toBe(400)
    const good = await callWith(`${service.url}/v1/settlement/estimate?amount=100`, payment)
    // The day's quota pays for it, so the payment stays unused.
    expect([good.status, settlementOf(good)?.amount]).toEqual([200, '0'])
  })
})
