import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { briefMeta } from '../../src/offers/brief/brief-meta.ts'
import { maxBriefBytes } from '../../src/offers/brief/brief-answer.ts'
import type { AnyOffer } from '../../src/offers/offer.ts'
import { exampleRequest, exampleUrl, withoutEngines } from '../example-calls.ts'
import { callMcp, connectMcp } from '../mcp-clients.ts'
import { callWith, pay, receiptOf, signPayment, termsOf, type Account } from '../signed-payments.ts'
import { shareOf } from '../support/runs.ts'
import { startTestService, untilIndexed, type TestService } from '../start-test-service.ts'

let service: TestService
let account: Account
beforeAll(async () => {
  service = await startTestService()
  await untilIndexed(service, 'transfers')
  account = await service.payingWallet('100')
})
afterAll(() => service?.close())

function briefUrl(offer: AnyOffer): string {
  const url = exampleUrl(offer)
  return `${url}${url.includes('?') ? '&' : '?'}detail=brief`
}

describe('detail=brief', () => {
  test(
    'answers the example of every offer in at most 600 bytes, with its sources, their age and how sure it is',
    { timeout: 180_000 },
    async () => {
      for (const offer of shareOf(withoutEngines(service.parts.catalog.offers), 1, 3)) {
        if (offer.document) continue
        const response =
          offer.access.kind === 'fixed'
            ? await pay(service.url, account, { path: briefUrl(offer), ...exampleRequest(offer) })
            : await fetch(service.url + briefUrl(offer), exampleRequest(offer))
        const text = await response.text()
        expect([response.status, offer.id], text).toEqual([200, offer.id])
        expect(Buffer.byteLength(text), offer.id).toBeLessThanOrEqual(maxBriefBytes)
        const body = JSON.parse(text) as Record<string, unknown>
        expect(briefMeta.safeParse(body['meta']).error, offer.id).toBeUndefined()
        expect(Object.keys(body).length, `${offer.id} has figures`).toBeGreaterThan(1)
        expect(body['meta'], offer.id).toMatchObject({ simulated: true })
      }
    },
  )

  test('is refused for free where the answer is a picture or a document, with the reason', async () => {
    for (const offer of service.parts.catalog.offers.filter(({ document }) => document)) {
      const response = await fetch(service.url + briefUrl(offer), exampleRequest(offer))
      expect(await response.json(), offer.id).toMatchObject({ status: 400, code: 'invalid_input', field: 'query.detail', expected: 'full' })
    }
  })

  test('with another value is refused before a payment', async () => {
    const response = await fetch(`${service.url}/v1/market/price/BTC?detail=short`)
    expect(await response.json()).toMatchObject({ status: 400, field: 'query.detail', expected: 'full or brief' })
  })
})

describe('one payment', () => {
  test('buys both forms of one answer, in either order, and is charged once', async () => {
    for (const [first, second] of [
      ['', '?detail=brief'],
      ['?detail=brief', ''],
    ]) {
      const path = '/v1/market/price/ETH'
      const payment = await signPayment(await termsOf(service.url, path + first), account)
      const claims = service.claims()
      const bought = await callWith(service.url + path + first, payment)
      const again = await callWith(service.url + path + second, payment)
      expect([bought.status, again.status]).toEqual([200, 200])
      expect([bought.headers.get('idempotent-replay'), again.headers.get('idempotent-replay')]).toEqual([null, 'true'])
      expect((await receiptOf(again)).id).toBe((await receiptOf(bought)).id)
      expect(service.claims() - claims).toBe(1)
      const [full, brief] = (
        first === '' ? [await bought.json(), await again.json()] : [await again.json(), await bought.json()]
      ) as Record<string, any>[]
      expect(brief?.['data'].price).toBe(full?.['data'].price)
      expect(brief?.['meta'].confidence).toBe(full?.['meta'].confidence)
      expect(full?.['meta']).toHaveProperty('missing')
    }
  })

  test('that is sent for both forms at the same time is charged once', async () => {
    const path = '/v1/market/price/SOL'
    const payment = await signPayment(await termsOf(service.url, path), account)
    const claims = service.claims()
    const responses = await Promise.all(['', '?detail=brief', '?detail=full'].map((query) => callWith(service.url + path + query, payment)))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    const receipts = await Promise.all(responses.map(receiptOf))
    expect([new Set(receipts.map(({ id }) => id)).size, service.claims() - claims]).toEqual([1, 1])
    const bodies = (await Promise.all(responses.map((response) => response.json()))) as Record<string, any>[]
    expect(new Set(bodies.map((body) => body['data'].price)).size).toBe(1)
    expect(bodies.map((body) => body['meta'].detail)).toEqual([undefined, 'brief', undefined])
  })
})

describe('discovery', () => {
  const maxBytes = 8_192
  const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))
  const ids = () => service.parts.catalog.offers.map(({ id }) => id)

  test('answers the whole catalog in at most 8 KB over HTTP, and one offer with its schemas too', async () => {
    const whole = await (await fetch(`${service.url}/v1/agent/discovery`)).text()
    expect(Buffer.byteLength(whole)).toBeLessThanOrEqual(maxBytes)
    expect(Object.keys((JSON.parse(whole) as { endpoints: object }).endpoints)).toEqual(ids())
    for (const id of ids()) {
      const text = await (await fetch(`${service.url}/v1/agent/discovery?offer=${id}`)).text()
      expect(Buffer.byteLength(text), id).toBeLessThanOrEqual(maxBytes)
      const { endpoints } = JSON.parse(text) as {
        endpoints: Record<string, { input: object; output: { properties: object }; example: object }>
      }
      expect(Object.keys(endpoints)).toEqual([id])
      expect(Object.keys(endpoints[id]!.output.properties).length, id).toBeGreaterThan(1)
    }
  })

  test('answers the same over MCP in one result of at most 8 KB, whose text is no second copy', async () => {
    const client = await connectMcp(service.url)
    try {
      await client.listTools()
      for (const offer of [undefined, ...ids()]) {
        const result = await callMcp(client, { name: 'discovery', arguments: offer === undefined ? {} : { offer } })
        expect(sizeOf(result), offer ?? 'all').toBeLessThanOrEqual(maxBytes)
        expect(Object.keys(result.structuredContent?.['endpoints'] as object)).toEqual(offer === undefined ? ids() : [offer])
        const [{ text } = { text: '' }] = result.content as { text: string }[]
        expect(text.length).toBeLessThan(sizeOf(result.structuredContent) / 2)
        for (const id of offer === undefined ? ids() : [offer]) expect(text).toContain(id)
      }
    } finally {
      await client.close()
    }
  })

  test('says which offer does not exist', async () => {
    const response = await fetch(`${service.url}/v1/agent/discovery?offer=market-prise`)
    expect(await response.json()).toMatchObject({ status: 400, field: 'query.offer', detail: expect.stringContaining('market-prise') })
  })
})
