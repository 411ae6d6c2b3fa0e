import { once } from 'node:events'
import { get, type ClientRequest, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { FailPointName } from '../../src/shared/fail-point.ts'
import {
  callUntilAnswered,
  callWith,
  decodePayment,
  encodePayment,
  priceOfBitcoin,
  receiptOf,
  signPayment,
  termsOf,
  usdcOf,
  type Account,
  type SignOptions,
} from '../signed-payments.ts'
import { startTestService, type TestService } from '../start-test-service.ts'

/**
 * R0 to R24 of the public suite x402-conformance on offers of our own: what a seller's money depends on. `docs/conformance.md` says which
 * are tested elsewhere.
 */
const price = 7_500n
const rate = '/v1/data/fx/EUR/USD'
const unavailable = '/v1/market/price/nosuchcoin'

let service: TestService
let payer: Account
let other: Account
let moment: (name: FailPointName) => void = () => {}
beforeAll(async () => {
  service = await startTestService({ failPoint: (name) => moment(name) })
  payer = await service.payingWallet('20')
  other = await service.payingWallet('5')
})
afterAll(() => service?.close())
beforeEach(() => {
  moment = () => {}
})

const url = (path = priceOfBitcoin) => service.url + path
const signed = async (path = priceOfBitcoin, options: SignOptions = {}, account = payer) =>
  signPayment(await termsOf(service.url, path), account, options)
const paidTo = () => usdcOf(service.chain(), service.sandbox.payTo)
/** What was paid during some work, in base units, once its payment is over. */
async function paidDuring(work: () => Promise<Response>): Promise<bigint> {
  const before = await paidTo()
  const response = await work()
  await vi.waitUntil(async () => ['settled', 'released'].includes((await receiptOf(response)).state), 60_000)
  return (await paidTo()) - before
}

describe('an offer of our own', () => {
  test('asks an unpaid call for its price, by GET and by HEAD alike (R0, R16a)', async () => {
    const asked = await Promise.all(['GET', 'HEAD'].map((method) => fetch(url(), { method })))
    expect(asked.map(({ status }) => status)).toEqual([402, 402])
    const terms = asked.map(({ headers }) => decodePayment(headers.get('payment-required')!)['accepts'])
    expect(terms[0]).toEqual(terms[1])
    expect(terms[0][0]).toMatchObject({ amount: String(price), network: 'eip155:8453' })
  })

  test('answers one payment that comes ten times at once with one answer, for one charge (R1, R2, R10, R20b)', async () => {
    const payment = await signed()
    const claims = service.claims()
    const paid = await paidDuring(async () => {
      const responses = await Promise.all(Array.from({ length: 10 }, () => callUntilAnswered(url(), payment)))
      expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200))
      const texts = await Promise.all(responses.map((response) => response.clone().text()))
      expect([new Set(texts).size, service.claims() - claims]).toEqual([1, 1])
      expect(decodePayment(responses[0]!.headers.get('payment-response')!)).toMatchObject({ success: true, network: 'eip155:8453' })
      return responses[0]!
    })
    expect(paid).toBe(price)
  })

  test('takes a payment only for the request, recipient, token and network that it was made for (R11a to R11e)', async () => {
    const payment = await signed()
    const accepted = decodePayment(payment)['accepted']
    const altered = (change: object) => encodePayment({ ...decodePayment(payment), accepted: { ...accepted, ...change } })
    const [dearer] = service.parts.catalog.offers.filter(({ access }) => access.kind === 'fixed' && access.price > price)
    expect(dearer).toBeDefined()
    const claims = service.claims()
    const attempts: Record<string, () => Promise<Response>> = {
      'a dearer offer': () => callWith(url('/v1/crypto/token-analysis/0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'), payment),
      'another recipient': () => callWith(url(), altered({ payTo: other.address })),
      'another token': () => callWith(url(), altered({ asset: other.address })),
      'another network': () => callWith(url(), altered({ network: 'eip155:137' })),
    }
    for (const [what, attempt] of Object.entries(attempts)) {
      const { status } = await attempt()
      expect([what, status >= 400 && status < 500]).toEqual([what, true])
    }
    for (const path of ['/v1/market/price/..%2fprice%2fBTC', '/v1/market/price/%2e%2e/BTC', '/v1/market%2Fprice/BTC'])
      expect([path, (await fetch(url(path))).status]).not.toEqual([path, 200])
    expect(service.claims()).toBe(claims)
    expect((await callUntilAnswered(url(), payment)).status).toBe(200)
    const ofRate = await signed(rate)
    expect((await callUntilAnswered(url(rate), ofRate)).status).toBe(200)
    const elsewhere = await Promise.all([callWith(url('/v1/market/price/ETH'), payment), callWith(url(`${rate}?amount=2`), ofRate)])
    expect(elsewhere.map(({ status }) => status)).toEqual([402, 402])
  })

  test('charges eight calls with one payment-identifier once, and a retry with a fresh payment too (R12, R20a)', async () => {
    const payments = await Promise.all(
      Array.from({ length: 9 }, () => signed(priceOfBitcoin, { paymentIdentifier: 'pay_0123456789abcdef' })),
    )
    const paid = await paidDuring(async () => {
      const responses = await Promise.all(payments.slice(1).map((payment) => callUntilAnswered(url(), payment)))
      responses.push(await callUntilAnswered(url(), payments[0]!))
      expect(responses.map(({ status }) => status)).toEqual(Array(9).fill(200))
      expect(new Set((await Promise.all(responses.map(receiptOf))).map(({ id }) => id)).size).toBe(1)
      return responses[0]!
    })
    expect(paid).toBe(price)
  })

  test('charges nothing where it has no answer, and says so (R15)', async () => {
    const paid = await paidDuring(async () => {
      const response = await callWith(url(unavailable), await signed(unavailable))
      expect([response.status, response.headers.get('payment-response')]).toEqual([404, null])
      return response
    })
    expect(paid).toBe(0n)
  })

  test('charges a HEAD like the GET whose answer it is, once (R16, which wants no charge)', async () => {
    const payment = await signed()
    const paid = await paidDuring(async () => {
      const head = await callUntilAnswered(url(), payment, { method: 'HEAD' })
      expect([head.status, await head.text()]).toEqual([200, ''])
      return callUntilAnswered(url(), payment)
    })
    expect(paid).toBe(price)
  })

  test('keeps what was paid for from shared caches, the first time and again (R17)', async () => {
    const payment = await signed()
    for (const replay of [null, 'true']) {
      const { headers } = await callUntilAnswered(url(), payment)
      expect([headers.get('cache-control'), headers.get('idempotent-replay')]).toEqual([expect.stringMatching(/no-store|private/), replay])
    }
  })

  test.each<FailPointName>(['claimed', 'worked', 'sent', 'mined', 'settled'])(
    'charges a caller that is gone when its payment is %s once, and gives it the answer when it comes again (R23)',
    async (at) => {
      const payment = await signed()
      const claims = service.claims()
      const paid = await paidDuring(async () => {
        let request: ClientRequest | undefined
        moment = (reached) => void (reached === at && request?.destroy())
        request = get(url(), { headers: { 'payment-signature': payment } })
        const over = await Promise.race([once(request, 'response'), once(request, 'error'), once(request, 'close')]).catch(() => [])
        ;(over[0] as IncomingMessage | undefined)?.resume?.()
        moment = () => {}
        return callUntilAnswered(url(), payment)
      })
      expect([paid, service.claims() - claims]).toEqual([price, 1])
    },
  )

  test.each([
    ['what is not base64', '%%%'],
    ['what is not JSON', Buffer.from('pay').toString('base64')],
    ['a list', encodePayment([])],
    ['a text', encodePayment('pay')],
    ['nothing', encodePayment(null)],
  ])('refuses %s in the header of a payment in words (R24)', async (_, header) => {
    const response = await callWith(url(), header)
    expect([400, 402]).toContain(response.status)
    expect(await response.json()).toMatchObject({ code: expect.any(String) as string, detail: expect.any(String) as string })
  })
})
