import { getRequestListener } from '@hono/node-server'
import { decodePaymentRequiredHeader } from '@x402/core/http'
import fc from 'fast-check'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../src/service/app.ts'
import { answerUnreadable } from '../../src/service/unreadable-requests.ts'
import { createHttpFastPath } from '../../src/surfaces/http/http-fast-path.ts'
import { startTestService, type TestService } from '../start-test-service.ts'
import { signPayment, termsOf } from '../signed-payments.ts'
import { exchange, open } from '../wire.ts'

const price = '/v1/market/price/BTC'
const estimate = '/v1/settlement/estimate?amount=100'

let service: TestService
/** The same service without the fast path. */
let fullPathUrl: string
const closing: (() => void)[] = []
beforeAll(async () => {
  service = await startTestService({ env: { FREE_QUOTA_PER_DAY: '1000' } })
  const throughHono = getRequestListener(createApp(service.parts).fetch, { hostname: '127.0.0.1' })
  const server = createServer((request, response) => void throughHono(request, response)).listen(0, '127.0.0.1')
  answerUnreadable(server)
  await once(server, 'listening')
  fullPathUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  closing.push(() => server.close())
})
afterAll(async () => {
  for (const close of closing) close()
  await service?.close()
})

interface Answer {
  readonly status: string
  readonly headers: Record<string, string>
  readonly body: string
}

/** The server ends the connection after its answer, so that this passes only where it hangs. */
const patientMs = 20_000
const ofTheConnection = ['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding']

/** What two answers to one request have in common: each challenge is new, and each call uses one of the quota. */
async function answerOf(url: string, lines: readonly string[]): Promise<Answer> {
  const host = lines.some((line) => /^host:/i.test(line)) ? [] : [`Host: ${new URL(url).host}`]
  const answered = await exchange(url, Buffer.from([...lines, 'Connection: close', ...host, '', ''].join('\r\n'), 'latin1'), patientMs)
  const text = answered.text.replace('HTTP/1.1 100 Continue\r\n\r\n', '')
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
  // Data from the sources may be a moment older or newer.
  return { status, headers: Object.fromEntries(headers), body: / 200 /.test(status) ? '' : body }
}

describe('the HTTP fast path and the full path give the same answers', () => {
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
    ['the first version of HTTP', [`GET ${price} HTTP/1.0`]],
    ['a Host of another case, with a port', [`GET ${price} HTTP/1.1`, 'Host: Api.Example:8443']],
    ['a Host that is an address', [`GET ${price} HTTP/1.1`, 'Host: 10.1.2.3:443']],
    ['a Host that is an IPv6 address', [`GET ${price} HTTP/1.1`, 'Host: [::1]:443']],
    ['an empty Host', [`GET ${price} HTTP/1.1`, 'Host:']],
    ['a Host with a path', [`GET ${price} HTTP/1.1`, 'Host: a/b']],
    ['a Host with a user', [`GET ${price} HTTP/1.1`, 'Host: a@b']],
    ['a Host that is nearly an address', [`GET ${price} HTTP/1.1`, 'Host: 1.2.3.256']],
    ['a Host with a port that is none', [`GET ${price} HTTP/1.1`, 'Host: a:65536']],
    ['a Host of bad Punycode', [`GET ${price} HTTP/1.1`, 'Host: xn--a']],
    ['a promise of a body', [`GET ${price} HTTP/1.1`, 'Expect: 100-continue']],
    ['an upgrade to another protocol', [`GET ${price} HTTP/1.1`, 'Connection: Upgrade', 'Upgrade: websocket']],
    ['another client by a header that nobody vouches for', [`GET ${price} HTTP/1.1`, 'X-Forwarded-For: 9.9.9.9', 'X-Forwarded-For: junk']],
    ['two Idempotency-Keys', [`GET ${price} HTTP/1.1`, 'Idempotency-Key: aaaaaaaaaa', 'Idempotency-Key: bbbbbbbbbb']],
    ['two versions of x402', [`GET ${price} HTTP/1.1`, 'X402-Version: 1', 'X402-Version: 1']],
    ['names of prototypes', [`GET ${price}?__proto__=1&constructor=2 HTTP/1.1`, '__proto__: 1', 'constructor: 2']],
    [
      'letters beyond ASCII in what comes back',
      ['GET /v1/settlement/estimate?%E2%82%AC\u00e9=1 HTTP/1.1', 'Payment-Network: \u00e9\u00ff'],
    ],
    ['line breaks in what comes back', ['GET /v1/market/ohlcv/BTC?interval=%0d%0aX-A:%201 HTTP/1.1', 'Accept-Payment: %0d%0aX-B: 1']],
    ['quotes in the query', [`GET ${price}?x=%27'%22|{} HTTP/1.1`]],
  ])('%s', async (_, lines) => {
    const short = await answerOf(service.url, lines)
    expect(short.status).toMatch(/^HTTP\/1\.1 [2-4]\d\d /)
    expect(short).toEqual(await answerOf(fullPathUrl, lines))
  })

  test('a payment is one payment, however often and on whichever path it comes', async () => {
    const account = await service.payingWallet('1')
    const payment = await signPayment(await termsOf(service.url, price), account)
    const asked = [`GET ${price} HTTP/1.1`, `PAYMENT-SIGNATURE: ${payment}`]
    const first = await fetch(service.url + price, { headers: { 'PAYMENT-SIGNATURE': payment } })
    expect(first.status).toBe(200)
    const again = await answerOf(service.url, asked)
    expect(again.headers).toMatchObject({ 'idempotent-replay': 'true', link: first.headers.get('link') })
    expect(await answerOf(fullPathUrl, asked)).toEqual(again)
  })
})

describe('on one connection', () => {
  test('answers come in the order of the requests, whichever path each takes and however long', async () => {
    const account = await service.payingWallet('1')
    const payment = await signPayment(await termsOf(service.url, price), account)
    const ask = (line: string, ...more: string[]) => [`${line} HTTP/1.1`, 'Host: a', ...more, '', ''].join('\r\n')
    const { statuses, text } = await exchange(
      service.url,
      [
        ask(`GET ${price}`, `PAYMENT-SIGNATURE: ${payment}`),
        ask('GET /livez'),
        ask('GET /v1/settlement/estimate?amount=much'),
        ask(`HEAD ${price}`),
        ask(`OPTIONS ${price}`),
        ask('GET /v1/nothing', 'Connection: close'),
      ].join(''),
      5_000,
    )
    expect(statuses).toEqual([200, 200, 400, 402, 204, 404])
    expect(text.match(/access-control-allow-origin: \*/gi)).toHaveLength(6)
  })

  test('a client that leaves in the middle does not disturb the service', async () => {
    const account = await service.payingWallet('1')
    const payment = await signPayment(await termsOf(service.url, price), account)
    const left = open(service.url)
    left.on('error', () => {})
    const claims = service.claims()
    left.write([`GET ${price} HTTP/1.1`, 'Host: a', `PAYMENT-SIGNATURE: ${payment}`, '', ''].join('\r\n').repeat(2))
    await expect.poll(() => service.claims(), { interval: 1 }).toBe(claims + 1)
    left.resetAndDestroy()
    await once(left, 'close')
    const again = await fetch(service.url + price, { headers: { 'PAYMENT-SIGNATURE': payment } })
    expect([again.status, again.headers.get('idempotent-replay')]).toEqual([200, 'true'])
  })
})

test('each call counts once against quota and rate', async () => {
  const startedAt = Date.now()
  const narrow = await startTestService({
    // The clock stands still, so that a slow call does not allow one more.
    clock: { now: () => startedAt },
    env: { FREE_QUOTA_PER_DAY: '2', RATE_LIMIT_BURST: '5', RATE_LIMIT_PER_SECOND: '1', TRUSTED_PROXIES: '127.0.0.1' },
  })
  try {
    const from = (client: string) => fetch(narrow.url + estimate, { headers: { 'X-Forwarded-For': `6.6.6.6, ${client}` } })
    const answers = []
    for (let call = 0; call < 6; call++) answers.push(await from('9.9.9.9'))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 402, 402, 402, 429])
    expect(answers.slice(0, 3).map(({ headers }) => headers.get('x-free-quota-remaining'))).toEqual(['1', '0', '0'])
    expect((await from('9.9.9.8')).headers.get('x-free-quota-remaining')).toBe('1')
  } finally {
    await narrow.close()
  }
})

const hexDigits = fc.constantFrom(...'0123456789abcdefABCDEF')
/** One character of a path or query: as it is, or percent-encoded in either case where it need not be. */
const spelled = (plain: string) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...plain) },
    fc.constantFrom(...'abz019-._~ &,;+=?/:@').map((sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`),
    fc.constantFrom('%C3%A9', '%c3%a9', '%E2%82%AC', '%4a', '%4A'),
  )
const segment = fc
  .array(spelled("abcXYZ019-_~!$&'()*+,;=:@"), { minLength: 1, maxLength: 20 })
  .map((parts) => parts.join(''))
  // A dot alone, however it is spelled, is a step in the path.
  .filter((text) => !/^(?:\.|%2e){1,2}$/i.test(text))
const searches = fc.array(fc.tuple(segment, fc.array(spelled("abc019-_~!$'()*+,;:@/?"), { maxLength: 12 })), { maxLength: 3 })

test('the terms name the resource as it was asked for, to the byte, in any valid spelling', async () => {
  let compared = 0
  await fc.assert(
    fc.asyncProperty(segment, searches, hexDigits, async (subject, query, digit) => {
      const search = query.map(([name, value]) => `${name}=${value.join('')}`).join('&')
      const asked = `/v1/data/risk/${subject}${digit}${search === '' ? '' : `?${search}`}`
      for (const url of [service.url, fullPathUrl]) {
        const { status, headers } = await answerOf(url, [`GET ${asked} HTTP/1.1`])
        // A query that names a parameter twice, say.
        if (/ 400 /.test(status)) continue
        compared += 1
        expect(status).toContain(' 402 ')
        const { resource } = decodePaymentRequiredHeader(headers['payment-required'] ?? '')
        const told = resource.url.replace(/^https?:\/\/[^/]+/, '')
        expect(told).toBe(asked)
      }
    }),
    { numRuns: 40 },
  )
  expect(compared).toBeGreaterThan(40)
})

test('an answer that cannot be written is a 500, and the service goes on', async () => {
  const { parts } = service
  const said: string[] = []
  const gate = { ...parts.gate, terms: () => ({ kind: 'answer', status: 200, contentType: 'text/\u20ac', body: Buffer.from('x') }) }
  const log = { ...parts.log, error: (_: object, message: string) => void said.push(message) }
  const fastPath = createHttpFastPath({ ...parts, gate, log, maxBodyBytes: 1, bringsPayment: () => false } as never)
  const server = createServer((request, response) => void fastPath(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => server.close())
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${price}`)
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([500, 'internal_error'])
  expect(said).toEqual(['a request failed'])
})

test('the fast path takes plain calls of offers only', () => {
  const { catalog } = service.parts
  const fastPath = createHttpFastPath({ catalog, bringsPayment: () => false } as unknown as Parameters<typeof createHttpFastPath>[0])
  const takes = (method: string, url: string, headers: Record<string, string> = {}) =>
    fastPath(
      { method, url, headers: { host: 'a', ...headers }, rawHeaders: [], socket: { remoteAddress: undefined } } as unknown as Parameters<
        typeof fastPath
      >[0],
      { writeHead: () => {}, end: () => {} } as unknown as Parameters<typeof fastPath>[1],
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
