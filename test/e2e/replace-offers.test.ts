import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { answer, fixedPrice, offer, type AnyOffer } from '../../src/offers/offer.ts'
import { connectMcp } from '../mcp-clients.ts'
import { callWith, pay, receiptOf, signPayment, termsOf, type Account } from '../signed-payments.ts'
import { startTestService, type TestService } from '../start-test-service.ts'

let service: TestService
let account: Account
const logged: { readonly fields: Record<string, unknown>; readonly message: string }[] = []

beforeAll(async () => {
  const note = (fields: Record<string, unknown>, message: string) => void logged.push({ fields, message })
  const log = { info: note, warn: note, error: note, debug: () => {}, child: () => log } as never
  service = await startTestService({ log })
  account = await service.payingWallet('5')
})
afterAll(async () => service?.close())

/** What an offer answers, and what happens before it does. */
interface Berths {
  readonly title?: string
  readonly price?: string
  readonly ships?: number
  readonly before?: () => Promise<void>
}

function berths({ title = 'Berths of a harbour', price = '0.05', ships = 1, before = async () => {} }: Berths = {}): AnyOffer {
  return offer({
    id: 'berths',
    route: 'GET /v1/berths/{harbour}',
    access: fixedPrice(price),
    title,
    purpose: 'How many ships lie there.',
    path: z.object({ harbour: z.string().regex(/^[a-z]+$/) }),
    answer: z.object({ ships: z.number() }),
    brief: ['ships'],
    example: { path: { harbour: 'kiel' }, answer: { ships: 1 } },
    async run() {
      await before()
      return answer({ ships })
    },
  })
}

const path = '/v1/berths/kiel'
const sell = (...offers: AnyOffer[]) => service.parts.replaceOffers([...service.parts.builtInOffers, ...offers])
const statusOf = async (path: string) => (await fetch(service.url + path)).status
const textOf = async (path: string) => (await fetch(service.url + path)).text()
const names = async (document: string) => /berths/i.test(await textOf(document))
const amountOf = async () => (await termsOf(service.url, path)).accepts[0]?.amount
const listedIn = [
  '/',
  '/openapi.json',
  '/reference/openapi.json',
  '/llms.txt',
  '/llms-full.txt',
  '/examples',
  '/examples/berths',
  '/.well-known/agent-card.json',
]

test('an offer that is added while the service runs is sold, described and measured like the others, and one that is removed is not', async () => {
  expect(await statusOf(path)).toBe(404)
  await sell(berths({ ships: 3 }))
  expect(await amountOf()).toBe('50000')
  const sold = await pay(service.url, account, { path })
  expect(await sold.json()).toMatchObject({ ships: 3 })
  expect(await receiptOf(sold)).toMatchObject({ state: 'settled', charged: { usd: '0.05' } })
  for (const document of listedIn) expect([document, await names(document)]).toEqual([document, true])
  expect(await textOf('/v1/agent/discovery')).toContain('"berths"')
  expect(await textOf('/metrics')).toMatch(/farthing_calls_total\{offer="berths",outcome="answer"\} 1\n/)
  expect(await toolNames()).toContain('berths')

  await sell()
  for (const document of listedIn.filter((one) => one !== '/examples/berths'))
    expect([document, await names(document)]).toEqual([document, false])
  expect(await statusOf('/examples/berths')).toBe(404)
  expect(await toolNames()).not.toContain('berths')
  expect(await (await fetch(service.url + path)).json()).toMatchObject({ status: 503, code: 'offer_unavailable', retryable: false })
  expect(
    logged
      .filter(({ message }) => message.startsWith('another list of offers is sold'))
      .map(({ fields }) => [fields['added'], fields['removed']]),
  ).toEqual([
    [['berths'], []],
    [[], ['berths']],
  ])
})

async function toolNames(): Promise<string[]> {
  const client = await connectMcp(service.url)
  const { tools } = await client.listTools()
  await client.close()
  return tools.map(({ name }) => name)
}

test('a payer still gets the stored answer of an offer that was removed, over HTTP and MCP, and pays nothing for it', async () => {
  await sell(berths({ ships: 4 }))
  const payment = await signPayment(await termsOf(service.url, path), account)
  const first = await callWith(service.url + path, payment)
  expect(await first.json()).toMatchObject({ ships: 4 })
  await sell()
  const claims = service.claims()
  const again = await callWith(service.url + path, payment)
  expect([again.status, await again.json()]).toMatchObject([200, { ships: 4 }])
  const client = await connectMcp(service.url)
  const overMcp = await client.callTool({ name: 'berths', arguments: { harbour: 'kiel' }, _meta: { 'x402/payment': payment } })
  await client.close()
  expect(overMcp).toMatchObject({ structuredContent: { ships: 4 } })
  expect(service.claims()).toBe(claims)
})

test('a call that has begun ends with the offer that it began with, and the next one gets the new one', async () => {
  const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const before = () => {
    begun.resolve()
    return goOn.promise
  }
  await sell(berths({ ships: 1, price: '0.04', before }))
  const call = pay(service.url, account, { path })
  await begun.promise
  await sell(berths({ ships: 2, price: '0.06' }))
  goOn.resolve()
  const ended = await call
  expect(await ended.json()).toMatchObject({ ships: 1 })
  expect(await receiptOf(ended)).toMatchObject({ state: 'settled', charged: { usd: '0.04' } })
  const next = await pay(service.url, account, { path })
  expect(await next.json()).toMatchObject({ ships: 2 })
  expect(await receiptOf(next)).toMatchObject({ charged: { usd: '0.06' } })
})

test('the price of a challenge that was given before is honoured after the list has another one', async () => {
  await sell(berths({ price: '0.03' }))
  const payment = await signPayment(await termsOf(service.url, path), account)
  await sell(berths({ price: '0.07', ships: 5 }))
  expect(await amountOf()).toBe('70000')
  const answered = await callWith(service.url + path, payment)
  expect(await answered.json()).toMatchObject({ ships: 5 })
  expect(await receiptOf(answered)).toMatchObject({ charged: { usd: '0.03' } })
})

test('a price that the operator ordered stays in force in another list', async () => {
  await sell(berths({ price: '0.05' }))
  await service.parts.priceChanges.order({ offer: 'berths', price: 90_000n, from: null })
  expect(await amountOf()).toBe('90000')
  await sell()
  await sell(berths({ price: '0.055', title: 'Berths, described anew' }))
  expect(await amountOf()).toBe('90000')
  const header = (await fetch(service.url + path)).headers.get('payment-required')!
  expect(Buffer.from(header, 'base64').toString()).toContain('described anew')
  await service.parts.priceChanges.order({ offer: 'berths', price: null, from: null })
  expect(await amountOf()).toBe('55000')
})

test('a list with a fault changes nothing, and the log says everything that is wrong with it', async () => {
  await sell(berths({ price: '0.05' }))
  const faulty = { ...berths({ price: '0.08' }), title: '' }
  await expect(sell(faulty)).rejects.toThrow('berths: title and purpose must not be empty')
  expect(await amountOf()).toBe('50000')
  expect(logged.at(-1)).toMatchObject({
    message: 'the new list of offers is not used, and the list before it stays in force: correct it and hand it in again',
    fields: { faults: ['berths: title and purpose must not be empty'] },
  })
})

test('lists that are handed in at once are sold one after the other', async () => {
  await Promise.all([
    sell(berths({ price: '0.05' })),
    sell(berths({ price: '0.06' })),
    service.parts.priceChanges.refresh(),
    sell(berths({ price: '0.07' })),
  ])
  expect(await amountOf()).toBe('70000')
})
