import { getRequestListener } from '@hono/node-server'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { createNodeDoor } from '../../src/surfaces/http/node-door.ts'
import { openStage, signPayment, termsOf, type Stage } from '../stage.ts'
import { exchange } from '../wire.ts'

const price = '/v1/market/price/BTC'
const estimate = '/v1/settlement/estimate?amount=100'

let stage: Stage
/** The same service, in which every call goes the long way. */
let longWay: string
const closing: (() => void)[] = []
beforeAll(async () => {
  stage = await openStage({ env: { FREE_QUOTA_PER_DAY: '1000' } })
  const throughHono = getRequestListener(createApp(stage.service.parts).fetch)
  const server = createServer((request, response) => void throughHono(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  longWay = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  closing.push(() => server.close())
})
afterAll(async () => {
  for (const close of closing) close()
  await stage?.close()
})

interface Answer {
  readonly status: string
  readonly headers: Record<string, string>
  readonly body: string
}

const ofTheConnection = ['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding']

/** What two answers to one request must share: each challenge is new, and of the quota one is gone. */
async function answerOf(url: string, lines: readonly string[]): Promise<Answer> {
  const { text } = await exchange(url, `${lines.join('\r\n')}\r\nConnection: close\r\nHost: ${new URL(url).host}\r\n\r\n`)
  const end = text.indexOf('\r\n\r\n')
  const [status = '', ...rest] = text.slice(0, end).split('\r\n')
  const headers = rest
    .map((line): [string, string] => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()])
    .filter(([name]) => !ofTheConnection.includes(name))
    .map(([name, value]): [string, string] => {
      if (name === 'www-authenticate') return [name, value.replaceAll(/(id|opaque|expires)="[^"]*"/g, '$1')]
      return [name, name === 'x-free-quota-remaining' ? 'some' : value]
    })
  const body = text.slice(end + 4)
  // What is answered from the sources may be a moment older or newer.
  return { status, headers: Object.fromEntries(headers), body: / 200 /.test(status) ? '' : body }
}

describe('a call is answered alike, whichever way it takes', () => {
  test.each([
    ['terms', [`GET ${price} HTTP/1.1`]],
    ['terms of a question mark with nothing behind it', [`GET ${price}? HTTP/1.1`]],
    ['terms with a query', ['GET /v1/market/ohlcv/BTC?interval=1h&limit=3 HTTP/1.1']],
    ['terms with a query that is encoded', ['GET /v1/market/ohlcv/BTC?interval=1%68&limit=3&x=%20+%C3%A9 HTTP/1.1']],
    ['terms of version 1', [`GET ${price} HTTP/1.1`, 'X402-Version: 1']],
    ['terms for another network', [`GET ${price} HTTP/1.1`, 'Payment-Network: eip155:137']],
    ['no MPP wanted', [`GET ${price} HTTP/1.1`, 'Accept-Payment: evm/charge;q=0']],
    ['HEAD', [`HEAD ${price} HTTP/1.1`]],
    ['a free call', ['GET /v1/agent/discovery HTTP/1.1']],
    ['a call of the quota', [`GET ${estimate} HTTP/1.1`]],
    ['input that is wrong', ['GET /v1/settlement/estimate?amount=much HTTP/1.1']],
    ['a parameter that comes twice', ['GET /v1/settlement/estimate?amount=1&amount=2 HTTP/1.1']],
    ['a % that begins nothing', ['GET /v1/settlement/estimate?amount=%zz HTTP/1.1']],
    ['an Idempotency-Key that is none', [`GET ${price} HTTP/1.1`, 'Idempotency-Key: !']],
    ['a payment that is none', [`GET ${price} HTTP/1.1`, 'PAYMENT-SIGNATURE: e30=']],
    ['a payment in two headers', [`GET ${price} HTTP/1.1`, 'PAYMENT-SIGNATURE: e30=', 'X-PAYMENT: e30=']],
    ['a payment twice in one header', [`GET ${price} HTTP/1.1`, 'Authorization: Payment a', 'Authorization: Payment b']],
    ['a payment in two headers of one name', [`GET ${price} HTTP/1.1`, 'PAYMENT-SIGNATURE: e30=', 'payment-signature: e30=']],
    ['Payment without anything', [`GET ${price} HTTP/1.1`, 'Authorization: Payment']],
    ['letters of Latin-1', [`GET ${price} HTTP/1.1`, 'PAYMENT-SIGNATURE: \u00e9\u00ff']],
    ['a path with an escape', ['GET /v1/market/price/%42TC HTTP/1.1']],
    ['a path with dots', ['GET /v1/market/../market/price/BTC HTTP/1.1']],
    ['a path with two slashes', ['GET /v1//market/price/BTC HTTP/1.1']],
    ['a path that ends in a slash', [`GET ${price}/ HTTP/1.1`]],
    ['a backslash', ['GET /v1\\market/price/BTC HTTP/1.1']],
    ['a whole URL', [`GET http://elsewhere.example${price} HTTP/1.1`]],
    ['a fragment', [`GET ${price}#top HTTP/1.1`]],
    ['a parameter too long', [`GET /v1/market/price/${'B'.repeat(300)} HTTP/1.1`]],
    ['a query too long', [`GET ${price}?x=${'a'.repeat(9_000)} HTTP/1.1`]],
    ['a method that it does not take', [`DELETE ${price} HTTP/1.1`]],
    ['nothing there', ['GET /v1/nothing HTTP/1.1']],
    ['a body that nobody asked for', [`GET ${price} HTTP/1.1`, 'Content-Length: 0']],
  ])('%s', async (_, lines) => {
    const short = await answerOf(stage.url, lines)
    expect(short.status).toMatch(/^HTTP\/1\.1 [2-4]\d\d /)
    expect(short).toEqual(await answerOf(longWay, lines))
  })

  test('a payment is one payment, however often and by whichever way it comes', async () => {
    const account = await stage.payingWallet('1')
    const payment = await signPayment(await termsOf(stage.url, price), account)
    const asked = [`GET ${price} HTTP/1.1`, `PAYMENT-SIGNATURE: ${payment}`]
    const first = await fetch(stage.url + price, { headers: { 'PAYMENT-SIGNATURE': payment } })
    expect(first.status).toBe(200)
    const again = await answerOf(stage.url, asked)
    expect(again.headers).toMatchObject({ 'idempotent-replay': 'true', link: first.headers.get('link') })
    expect(await answerOf(longWay, asked)).toEqual(again)
  })
})

test('the short way is for plain calls of offers only', () => {
  const { catalog } = stage.service.parts
  const door = createNodeDoor({ catalog } as Parameters<typeof createNodeDoor>[0])
  const takes = (method: string, url: string, headers: Record<string, string> = {}) =>
    door(
      { method, url, headers, rawHeaders: [], socket: { remoteAddress: undefined } } as unknown as Parameters<typeof door>[0],
      { writeHead: () => {}, end: () => {} } as unknown as Parameters<typeof door>[1],
    )
  expect([takes('GET', price), takes('HEAD', price), takes('GET', estimate)]).toEqual([true, true, true])
  expect(takes('POST', '/v1/agent/trust-score/batch')).toBe(false)
  expect(takes('GET', price, { 'content-length': '2' })).toBe(false)
  expect(takes('GET', price, { 'transfer-encoding': 'chunked' })).toBe(false)
  for (const url of [
    '/',
    '*',
    '/livez',
    '/v1//market/price/BTC',
    `${price}/`,
    `${price}#a`,
    '/v1/./market/price/BTC',
    '/v1/market/price/%42TC',
  ])
    expect([url, takes('GET', url)]).toEqual([url, false])
})
