import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../test/start-test-service.ts'
import { callUntilAnswered, priceOfBitcoin, signPayment, termsOf } from '../../test/signed-payments.ts'
import { nasty } from '../surfaces/console/console.fixture.ts'
import { explorerOf } from '../chain/networks.ts'
import { receiptPage } from '../surfaces/console/pages/receipt-page.ts'
import { pageFactsOf } from '../surfaces/console/page-facts.ts'

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const machines = [undefined, '*/*', 'application/json', 'text/*', 'application/json, text/html;q=0.5']

let service: TestService
beforeAll(async () => {
  service = await startTestService({ env: { SERVICE_NAME: 'Tides & Sons', SERVICE_DESCRIPTION: 'Heights of the sea.' } })
})
afterAll(() => service.close())

function ask(path: string, accept?: string): Promise<Response> {
  return fetch(`${service.url}${path}`, { redirect: 'manual', headers: accept === undefined ? {} : { accept } })
}

describe('what has a form for people', () => {
  test.each([
    ['/v1/market/price/BTC', 402, 'application/json'],
    ['/status', 200, 'application/json'],
    ['/v1/receipts/00000000000000000000000000000000', 404, 'application/problem+json'],
  ])('%s is a page in a browser, and the same as ever for machines', async (path, status, type) => {
    const page = await ask(path, browser)
    expect([page.status, page.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8'])
    expect(page.headers.get('vary')).toBe('Accept')
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(await page.text()).toContain('</html>')
    for (const accept of machines) {
      const answer = await ask(path, accept)
      expect([answer.status, answer.headers.get('content-type')], String(accept)).toEqual([status, type])
      expect(JSON.parse(await answer.text())).toBeTypeOf('object')
    }
  })

  test('caches can not give one form for the other', async () => {
    for (const path of ['/status', '/examples', '/v1/receipts/00000000000000000000000000000000'])
      for (const accept of [browser, '*/*']) expect((await ask(path, accept)).headers.get('vary'), `${path} ${accept}`).toContain('Accept')
    // Terms are kept by no cache in either form.
    for (const accept of [browser, '*/*']) expect((await ask('/v1/market/price/BTC', accept)).headers.get('cache-control')).toBe('no-store')
  })

  test('/examples is a page, and leads to the page of an offer', async () => {
    expect(await (await ask('/examples', browser)).text()).toContain('href="/offers/market-price#code"')
    expect((await ask('/examples', '*/*')).headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    const one = await ask('/examples/market-price', browser)
    expect([one.status, one.headers.get('location')]).toEqual([303, '/offers/market-price#code'])
    // A format in the address counts for more.
    expect((await ask('/examples/market-price?format=json', browser)).headers.get('content-type')).toBe('application/json')
    expect((await ask('/examples/market-price?lang=curl', browser)).headers.get('content-type')).toBe('text/plain; charset=utf-8')
  })
})

/** Every kind of page. */
const pages = [
  '/',
  '/?q=price',
  '/offers/market-price',
  '/examples',
  '/status',
  '/style',
  '/errors',
  '/errors/rate_limited',
  '/reference',
  '/v1/market/price/BTC',
  '/v1/receipts/00000000000000000000000000000000',
]

describe('every page', () => {
  test.each(['/', '/offers/market-price', '/status', '/errors', '/v1/market/price/BTC', '/legal/terms'])(
    '%s has the name that the settings give',
    async (path) => expect(await (await ask(path, browser)).text()).toMatch(/<a class="name"[^]+?Tides &amp; Sons<\/a/),
  )

  test('and the description is on the first one, and in the documents for machines', async () => {
    expect(await (await ask('/', browser)).text()).toContain('<h1>Heights of the sea. It is sold by the call')
    expect(await (await ask('/openapi.json')).json()).toMatchObject({ info: { title: expect.stringContaining('Tides & Sons') } })
  })

  test.each(pages)('%s can be put in no frame, runs no script of others, and sends nothing to them', async (path) => {
    const { headers } = await ask(path, browser)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect([headers.get('x-frame-options'), headers.get('x-content-type-options')]).toEqual(['DENY', 'nosniff'])
    const policy = (headers.get('content-security-policy') ?? '').split('; ')
    expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]))
    for (const directive of policy) expect(directive).not.toMatch(/script-src.*unsafe|\*|https?:(?!\/\/127\.0\.0\.1:)/)
  })

  test('does not repeat the names that a request gives to the service, which caches would keep', async () => {
    for (const path of pages) {
      const named = (host: string) =>
        new Promise<string>((resolve, reject) => {
          const sent = request(service.url + path, {
            headers: { accept: browser, host, 'x-forwarded-host': host, 'x-forwarded-proto': 'https' },
          })
          sent.on('response', (answer) => void text(answer).then(resolve, reject)).on('error', reject)
          sent.end()
        })
      expect(await named('evil.example'), path).not.toContain('evil.example')
    }
  })

  test('has a tag of its own: that of another form is no reason for a 304', async () => {
    for (const path of ['/', '/examples', '/errors']) {
      const other = (await ask(path, 'text/markdown')).headers.get('etag') ?? '"none"'
      const page = await fetch(service.url + path, { headers: { accept: browser, 'if-none-match': other } })
      expect([page.status, page.headers.get('content-type')], path).toEqual([200, 'text/html; charset=utf-8'])
    }
  })
})

describe('the page of a 402', () => {
  test('has the terms in its headers too, and pays for the very call that was asked for, and for no more than it shows', async () => {
    const page = await ask('/v1/market/price/ETH?detail=brief', browser)
    expect(page.headers.get('payment-required')).toMatch(/^[A-Za-z0-9+/]+=*$/)
    const text = await page.text()
    expect(text).toContain('This call costs $0.0075')
    expect(text).toContain('data-url="/v1/market/price/ETH?detail=brief"')
    expect(text).toContain('data-most="7500"')
  })

  test('is text, whatever the address says', async () => {
    for (const path of [`/v1/market/price/${encodeURIComponent(nasty)}`, `/v1/market/price/BTC?x="><script>alert(1)</script>`]) {
      const page = await (await ask(path, browser)).text()
      expect(page).toContain('This call costs')
      expect(page).not.toMatch(/<script>alert|<img src=x/)
    }
  })

  test('is not sent to a browser that pays', async () => {
    const account = await service.payingWallet()
    const payment = await signPayment(await termsOf(service.url, priceOfBitcoin), account)
    const answer = await callUntilAnswered(service.url + priceOfBitcoin, payment, { headers: { accept: browser } })
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(answer.status).toBe(200)
  })
})

test('every state of a payment has its words on a receipt', () => {
  const facts = pageFactsOf({ publicUrl: 'https://api.example.com', playMoney: false, legal: null, networks: [] })
  const states = ['claimed', 'served', 'settling', 'settled', 'released', 'free', 'uncharged', 'credit', 'ordered', 'running', 'refunding']
  for (const state of [...states, 'refunded', 'refused', 'owed', 'reversed']) {
    const page = receiptPage({ state, claimedAt: '2026-10-05T15:00:00.000Z' }, facts)
    expect(page, state).not.toContain('has no words here')
  }
  const transaction = `0x${'ab'.repeat(32)}`
  expect(receiptPage({ state: 'settled', network: 'eip155:8453', transaction }, { ...facts, explorerOf })).toContain(
    `href="https://basescan.org/tx/${transaction}"`,
  )
  expect(receiptPage({ state: 'settled', network: 'eip155:8453', transaction }, { ...facts, explorerOf, playMoney: true })).not.toContain(
    'basescan',
  )
  expect(receiptPage({ state: nasty, offer: nasty, reason: nasty, transaction: nasty }, facts)).not.toMatch(/<script>alert|<img src=x/)
})
