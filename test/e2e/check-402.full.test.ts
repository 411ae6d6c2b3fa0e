import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer, type ServerProcess } from '../../bench/harness/server-process.ts'
import { goods } from '../../bench/harness/goods.ts'
import { addressOf } from '../../sandbox/population/inhabitants.ts'
import { check402Answer } from '../../goods/readiness/check-402/check-402-answer.ts'
import type { z } from 'zod'
import { startTestService, type TestService } from '../start-test-service.ts'
import { hostile402s } from './hostile-402s.ts'
import { harmless402s, treacherous402s } from './treacherous-402s.ts'
import { base64, challenge, paste, payee, url, v2 } from './seller-402.ts'
import { untilDataIsLoaded } from './until-data-is-loaded.ts'

type Answer = z.output<typeof check402Answer>

let service: TestService
let seller: Server
let respond: RequestListener = (_, response) => void response.writeHead(404).end()
const servers: ServerProcess[] = []

beforeAll(async () => {
  // Each case comes from a client of its own, since one client has few calls at once.
  service = await startTestService({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
  seller = createServer((request, response) => respond(request, response))
  await new Promise<void>((resolve) => seller.listen(0, '127.0.0.1', resolve))
  service.sandbox.addSite('live.example', `http://127.0.0.1:${(seller.address() as AddressInfo).port}`)
  service.sandbox.addSite(new URL(service.url).host, service.url)
  await untilDataIsLoaded(service)
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  seller?.close()
  await service?.close()
})

let client = 0

async function ask(body: unknown, from = `198.51.100.${++client}`): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': from }
  return fetch(`${service.url}/v1/agent/check-402`, { method: 'POST', headers, body: JSON.stringify(body) })
}

async function check(body: unknown): Promise<Answer> {
  const response = await ask(body)
  const text = await response.text()
  expect(response.status, text).toBe(200)
  return check402Answer.parse(JSON.parse(text))
}

const all402s = [...hostile402s, ...treacherous402s, ...harmless402s]

const codesOf = ({ faults, offers }: Answer) => [...faults, ...offers.flatMap((offer) => offer.faults)].map(({ code }) => code)

describe('a sound 402 is to be paid up to its price', () => {
  test.each([
    ['version 2', { url, headers: { 'payment-required': base64(v2()) } }],
    ['MPP', { url, headers: { 'www-authenticate': challenge() } }],
    ['both', { url, headers: { 'payment-required': base64(v2()), 'WWW-Authenticate': challenge() }, body: v2() }],
  ])('%s', async (_, request) => {
    const { advice, offers, payees, faults } = await check(request)
    expect(faults).toEqual([])
    expect(offers.flatMap((offer) => offer.faults)).toEqual([])
    expect(advice).toMatchObject({ action: 'pay', maxUsd: '0.01' })
    expect(offers[0]).toMatchObject({
      network: 'eip155:8453',
      canonicalToken: true,
      amountBaseUnits: '10000',
      priceUsd: '0.01',
      payTo: payee,
    })
    expect(payees).toMatchObject([{ address: payee, sanctions: 'clean', tier: 'Open' }])
  })
})

test('a payee that deceives others is a question, with the sign of fraud, however low the price is', async () => {
  const { advice } = await check(paste(v2({ payTo: addressOf('token-keeper') })))
  expect(advice.action).toBe('ask')
  expect(advice.reasons).toEqual([{ code: 'payee_fraud', detail: expect.stringContaining('made 1 token that buyers cannot sell') }])
})

describe('a broken or treacherous 402 gets the advice of the table', () => {
  test.each(all402s)('$what', async ({ request, codes, advice }) => {
    const checked = await check(request)
    expect({ advice: checked.advice.action, codes: codesOf(checked) }).toEqual({ advice, codes: expect.arrayContaining([...codes]) })
    expect(checked.advice.maxUsd === null).toBe(advice !== 'pay')
    expect(checked.advice.reasons.length).toBeGreaterThan(0)
  })
})

describe('the 402 of a real server', () => {
  test('of this service names all its networks and is to be paid', async () => {
    const { advice, offers, status } = await check({ url: `${service.url}/v1/market/price/BTC` })
    expect(status).toBe(402)
    expect(advice).toMatchObject({ action: 'pay', maxUsd: '0.0075' })
    expect(offers.filter(({ protocol }) => protocol === 'x402-v2')).toHaveLength(6)
    expect(offers.some(({ protocol }) => protocol === 'mpp')).toBe(true)
    expect(offers.flatMap(({ faults }) => faults)).toEqual([])
  })

  test.each([['x402-express'], ['x402-hono'], ['mppx-hono']])('of %s, unmodified, is to be paid', async (name) => {
    const signerKey = service.sandbox.world.signerKeys[0]
    const server = await startServer(name, { payTo: payee, signerKey })
    servers.push(server)
    service.sandbox.addSite(`${name}.example`, `http://127.0.0.1:${server.port}`)
    const { advice, offers, faults } = await check({ url: `https://${name}.example${goods.path}` })
    expect({ advice, offers, faults }).toMatchObject({ advice: { action: 'pay', maxUsd: goods.usd } })
    expect(offers[0]).toMatchObject({ canonicalToken: true, priceUsd: goods.usd, payTo: payee })
  })

  test('that needs a POST is asked by POST', async () => {
    respond = (request, response) =>
      void (request.method === 'POST' ? response.writeHead(402, { 'payment-required': base64(v2()) }) : response.writeHead(405)).end()
    expect((await check({ url: 'https://live.example/quote' })).advice.reasons).toMatchObject([{ code: 'not_402' }])
    expect((await check({ url: 'https://live.example/quote', method: 'POST' })).offers).toHaveLength(1)
  })

  test('with gigantic headers, or without an answer, is not paid', async () => {
    respond = (_, response) => void response.writeHead(402, { 'payment-required': base64(v2({}, { note: 'x'.repeat(60_000) })) }).end()
    expect(codesOf(await check({ url: 'https://live.example/quote' }))).toEqual(['headers_too_large'])
    respond = (request) => void request.socket.destroy()
    expect(await check({ url: 'https://live.example/quote' })).toMatchObject({ status: null, advice: { action: 'do_not_pay' } })
  })

  test.each([
    'http://127.0.0.1/x',
    'https://169.254.169.254/',
    'file:///etc/passwd',
    'https://user:word@seller.example/',
    'https://10.0.0.1/',
  ])('at %s is never asked', async (asked) => {
    const response = await ask({ url: asked })
    expect([response.status, ((await response.json()) as { field: string }).field]).toEqual([400, 'body.url'])
  })
})

test('one address has thirty checks at once, and is then asked to wait', async () => {
  const statuses = []
  for (let call = 0; call < 31; call++) statuses.push((await ask({ url, body: '{}' }, '203.0.113.9')).status)
  expect(statuses.slice(0, 30).every((status) => status === 200)).toBe(true)
  expect(statuses[30]).toBe(429)
})

test('without a url and without a 402 there is nothing to check', async () => {
  expect((await ask({ maxUsd: '1' })).status).toBe(400)
})
