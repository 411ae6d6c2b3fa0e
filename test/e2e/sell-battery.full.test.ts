import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get, type ClientRequest, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { FailPointName } from '../../src/shared/fail-point.ts'
import {
  callUntilAnswered,
  callWith,
  decodePayment,
  encodePayment,
  receiptOf,
  signPayment,
  termsOf,
  usdcOf,
  type Account,
  type SignOptions,
} from '../signed-payments.ts'
import { startTestService, type TestService } from '../start-test-service.ts'
import { startScriptedUpstream, type Behaviour, type ScriptedUpstream } from '../support/scripted-upstream.ts'

/**
 * The faults that a seller's money depends on, tried on routes whose answers come from somebody else's API. R0 to R24 are the numbers of
 * the public suite x402-conformance; R13 and R14 are in `sell-crash`.
 */
const folder = mkdtempSync(join(tmpdir(), 'farthing-battery-'))
let upstream: ScriptedUpstream
let service: TestService
let payer: Account
let other: Account
let moment: (name: FailPointName) => void = () => {}

const json: Behaviour = (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{ "it": "is" }')

beforeAll(async () => {
  upstream = await startScriptedUpstream()
  const file = join(folder, 'offers.yaml')
  writeFileSync(
    file,
    `upstreams:
  api: { url: '${upstream.url}/api', private: true, timeoutSeconds: 30 }
  narrow: { url: '${upstream.url}', private: true, timeoutSeconds: 30, connections: 1 }
offers:
  - { route: 'GET /things/{name}', upstream: api, price: 0.01, query: { schema: { type: object, properties: { size: { type: string } } } }, answer: { headers: [ETag] } }
  - { route: 'GET /narrow/{name}', upstream: narrow, price: 0.01 }
  - { route: 'GET /dear/{name}', upstream: api, price: 0.05 }
  - { route: 'POST /things/{name}', upstream: api, id: make, price: 0.02, answer: { headers: [Location, Content-Location] } }
  - { route: 'GET /feed/{name}', upstream: api, price: 0.03, answer: { types: [text/event-stream], streams: true } }
  - { route: 'GET /pages/{name}', upstream: api, price: 0.01, answer: { types: [text/html, image/svg+xml, text/plain] } }
`,
  )
  service = await startTestService({ env: { OFFERS_FILE: file }, failPoint: (name) => moment(name) })
  payer = await service.wallet('20')
  other = await service.wallet('5')
})
afterAll(async () => {
  await service?.close()
  await upstream?.close()
  rmSync(folder, { recursive: true })
})
beforeEach(() => {
  moment = () => {}
})

const paidTo = () => usdcOf(service.chain(), service.sandbox.payTo)
const signed = async (path: string, options: SignOptions = {}, account = payer) =>
  signPayment(await termsOf(service.url, path), account, options)
const call = (path: string, payment: string, options: Parameters<typeof callWith>[2] = {}) =>
  callUntilAnswered(service.url + path, payment, options)
/** Base units that were paid during some work, once all of it is on the chain. */
async function paidDuring(work: () => Promise<Response[]>): Promise<bigint> {
  const before = await paidTo()
  const responses = await work()
  for (const response of responses.filter(({ ok }) => ok)) await vi.waitUntil(async () => isOver((await receiptOf(response)).state), 60_000)
  return (await paidTo()) - before
}
const isOver = (state: string) => ['settled', 'released', 'credit', 'free'].includes(state)

describe('a route that passes calls on', () => {
  test('asks an unpaid call for its price, by GET and by HEAD, and the API hears nothing of it (R0, R16a)', async () => {
    const [asked, head] = [await fetch(`${service.url}/things/unpaid`), await fetch(`${service.url}/things/unpaid`, { method: 'HEAD' })]
    expect([asked.status, head.status]).toEqual([402, 402])
    const terms = [asked, head].map(({ headers }) => decodePayment(headers.get('payment-required')!)['accepts'])
    expect(terms[0]).toEqual(terms[1])
    expect(terms[0][0]).toMatchObject({ amount: '10000', network: 'eip155:8453' })
    expect(upstream.timesAsked('unpaid')).toBe(0)
  })

  test('answers a hundred retries of one payment with one answer of the API, for one charge (R1, R2, R10, R20b)', async () => {
    const payment = await signed('/things/again')
    const paid = await paidDuring(async () => {
      const responses = await Promise.all(Array.from({ length: 100 }, () => call('/things/again', payment)))
      expect(responses.map(({ status }) => status)).toEqual(Array(100).fill(200))
      expect(new Set(await Promise.all(responses.map((response) => response.clone().text()))).size).toBe(1)
      const [first] = responses
      expect(decodePayment(first!.headers.get('payment-response')!)).toMatchObject({ success: true, network: 'eip155:8453' })
      return [first!]
    })
    expect([paid, upstream.timesAsked('again')]).toEqual([10_000n, 1])
  })

  test('takes a payment only for what it was made for (R11a to R11d)', async () => {
    const payment = await signed('/things/bound')
    const attempts = {
      'a dearer route': () => callWith(`${service.url}/dear/bound`, payment),
      'a dearer method': () =>
        callWith(`${service.url}/things/bound`, payment, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{}',
        }),
    }
    for (const [what, attempt] of Object.entries(attempts)) expect([what, (await attempt()).status]).toEqual([what, 402])
    const altered = decodePayment(payment)
    altered['accepted'].payTo = other.address
    altered['payload'].authorization.to = other.address
    expect((await callWith(`${service.url}/things/bound`, encodePayment(altered))).status).toBe(402)
    expect(upstream.timesAsked('bound')).toBe(0)
    expect((await call('/things/bound', payment)).status).toBe(200)
    const elsewhere = await Promise.all(['/things/bound?size=l', '/things/elsewhere'].map((path) => callWith(service.url + path, payment)))
    expect(elsewhere.map(({ status }) => status).filter((status) => status < 400)).toEqual([])
    expect([upstream.timesAsked('bound'), upstream.timesAsked('elsewhere')]).toEqual([1, 0])
  })

  test('charges eight calls with one payment-identifier once, and a retry with a fresh payment too (R12, R20a)', async () => {
    const options = { paymentIdentifier: 'pay_0123456789abcdef' }
    const payments = await Promise.all(Array.from({ length: 9 }, () => signed('/things/parallel', options)))
    const paid = await paidDuring(async () => {
      const responses = await Promise.all(payments.slice(1).map((payment) => call('/things/parallel', payment)))
      responses.push(await call('/things/parallel', payments[0]!))
      const receipts = await Promise.all(responses.filter(({ ok }) => ok).map(receiptOf))
      expect([responses.filter(({ ok }) => ok).length, new Set(receipts.map(({ id }) => id)).size]).toEqual([9, 1])
      return responses.slice(0, 1)
    })
    expect([paid, upstream.timesAsked('parallel')]).toEqual([10_000n, 1])
  })

  test.each<[string, Behaviour]>([
    [
      'a 5xx with the body of an answer',
      (_, response) => void response.writeHead(503, { 'content-type': 'application/json' }).end('{"it":"is"}'),
    ],
    ['a redirect', (_, response) => void response.writeHead(307, { location: '/api/things/elsewhere' }).end()],
    ['nothing, and closes', (request) => void request.socket.destroy()],
    [
      'a head, and closes',
      (request, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '14' }).flushHeaders()
        setTimeout(() => request.socket.destroy(), 5)
      },
    ],
    [
      'fewer bytes than it said',
      (request) => void request.socket.end('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 40\r\n\r\n{ "it": "is" }'),
    ],
    [
      'a chunk that is torn',
      (request) =>
        void request.socket.end(
          'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n20\r\n{ "it": "is" }',
        ),
    ],
    [
      'two lengths',
      (request) =>
        void request.socket.end(
          'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\ncontent-length: 14\r\n\r\n{ "it": "is" }',
        ),
    ],
    [
      'a length and chunks',
      (request) =>
        void request.socket.end(
          'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
        ),
    ],
    [
      'two types',
      (request) =>
        void request.socket.end(
          'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-type: text/html\r\ncontent-length: 2\r\n\r\n{}',
        ),
    ],
    ['another type', (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<script>1</script>')],
    ['half of its JSON', (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{ "it": ')],
    ['what is no HTTP', (request) => void request.socket.end('SSH-2.0-OpenSSH_9.2\r\n')],
    [
      'a part',
      (_, response) => void response.writeHead(206, { 'content-type': 'application/json', 'content-range': 'bytes 0-1/9' }).end('{}'),
    ],
    ['a refusal of our access', (_, response) => void response.writeHead(407, { 'proxy-authenticate': 'Basic' }).end()],
    [
      'gzip that is torn',
      (_, response) =>
        void response
          .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
          .end(Buffer.from('1f8b08000000000000', 'hex')),
    ],
    [
      '100 kB of headers',
      (_, response) => void response.writeHead(200, { 'content-type': 'application/json', 'x-long': 'x'.repeat(100_000) }).end('{}'),
    ],
  ])('charges nothing where the API answers with %s (R15)', async (_, behave) => {
    upstream.behaviours.set('hostile', behave)
    const payment = await signed('/things/hostile')
    const before = await paidTo()
    const response = await callWith(`${service.url}/things/hostile`, payment)
    const told = await response.clone().text()
    expect([response.status, told.includes('"it"'), response.headers.get('payment-response'), response.headers.get('location')]).toEqual([
      502,
      false,
      null,
      null,
    ])
    expect((await receiptOf(response)).state).toBe('released')
    expect(await paidTo()).toBe(before)
    upstream.behaviours.set('hostile', json)
    expect(await paidDuring(async () => [await call('/things/hostile', payment)])).toBe(10_000n)
  })

  test('keeps paid answers from shared caches, whatever the API says of its own (R17)', async () => {
    upstream.behaviours.set('cached', (_, response) => {
      const said = { 'cache-control': 'public, max-age=3600', 'surrogate-control': 'max-age=3600', age: '1', etag: '"7"', vary: 'accept' }
      response.writeHead(200, { 'content-type': 'application/json', ...said }).end('{ "it": "is" }')
    })
    const payment = await signed('/things/cached')
    for (const replay of [null, 'true']) {
      const { headers } = await call('/things/cached', payment)
      expect([headers.get('cache-control'), headers.get('etag'), headers.get('idempotent-replay')]).toEqual([
        expect.stringMatching(/no-store|private/),
        '"7"',
        replay,
      ])
      expect(['surrogate-control', 'age', 'expires', 'cdn-cache-control'].filter((name) => headers.has(name))).toEqual([])
    }
  })

  test('gives each payer the answer that was made for it', async () => {
    const [first, second] = [await signed('/things/mine'), await signed('/things/mine', {}, other)]
    const texts = async () => Promise.all([first, second].map(async (payment) => (await call('/things/mine', payment)).text()))
    const [mine, theirs] = await texts()
    expect(mine).not.toBe(theirs)
    expect([await texts(), upstream.timesAsked('mine')]).toEqual([[mine, theirs], 2])
  })

  test('gives no payer what the API sent after the answer of another', async () => {
    const answers = (text: string) => `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n${text}`
    upstream.behaviours.set('smuggled', (request) => void request.socket.write(answers('{"of":"1"}') + answers('{"of":"0"}')))
    const payments = await Promise.all(Array.from({ length: 20 }, () => signed('/narrow/smuggled')))
    const answered = await Promise.all(payments.map((payment) => callWith(`${service.url}/narrow/smuggled`, payment)))
    const texts = await Promise.all(answered.filter(({ ok }) => ok).map((response) => response.text()))
    expect(new Set(texts)).toEqual(new Set(['{"of":"1"}']))
  })

  test('pays first and asks the API then, where its answer is a stream (R18, R19)', async () => {
    upstream.behaviours.set(
      'first',
      (_, response) => void response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: 1\n\n'),
    )
    const seen: string[] = []
    const payment = await signed('/feed/first')
    moment = (name) => void seen.push(`${name}: ${upstream.timesAsked('first')}`)
    const response = await call('/feed/first', payment)
    expect(await response.text()).toBe('data: 1\n\n')
    const settled = seen.findIndex((one) => one.startsWith('settled'))
    expect(settled).toBeGreaterThan(-1)
    expect(seen.slice(0, settled + 1).filter((one) => !one.endsWith(': 0'))).toEqual([])
  })

  test('keeps the status and the address of what was made (R22)', async () => {
    const asked = (name: string) => `${service.url}/things/${name}`
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
    upstream.behaviours.set('made', (_, response) => {
      const location = `${upstream.url}/api/things/7?full=yes`
      response.writeHead(201, { 'content-type': 'application/json', location, 'x-internal': 'db-7' }).end('{ "id": 7 }')
    })
    upstream.behaviours.set('later', (_, response) => {
      response.writeHead(202, { 'content-type': 'application/json', 'content-location': '../jobs/7' }).end('{ "job": 7 }')
    })
    upstream.behaviours.set('elsewhere-made', (_, response) => {
      response.writeHead(201, { 'content-type': 'application/json', location: 'https://store.example/7' }).end('{ "id": 7 }')
    })
    for (const [name, status, header, value] of [
      ['made', 201, 'location', '/things/7?full=yes'],
      ['later', 202, 'content-location', '/jobs/7'],
      ['elsewhere-made', 201, 'location', 'https://store.example/7'],
    ] as const) {
      const payment = await signPayment(await termsOf(service.url, `/things/${name}`, init), payer)
      for (const replay of [null, 'true']) {
        const response = await callUntilAnswered(asked(name), payment, init)
        expect([response.status, response.headers.get(header), response.headers.get('idempotent-replay')]).toEqual([status, value, replay])
        expect(response.headers.get('x-internal')).toBeNull()
      }
      expect(upstream.timesAsked(name)).toBe(1)
    }
  })

  test.each<FailPointName>(['claimed', 'worked', 'sent', 'mined', 'settled'])(
    'charges a caller that is gone when its payment is %s once, and gives it the answer when it comes again (R23)',
    async (at) => {
      const name = `gone-${at}`
      const payment = await signed(`/things/${name}`)
      const paid = await paidDuring(async () => {
        let request: ClientRequest | undefined
        moment = (reached) => void (reached === at && request?.destroy())
        request = get(`${service.url}/things/${name}`, { headers: { 'payment-signature': payment } })
        const over = await Promise.race([once(request, 'response'), once(request, 'error'), once(request, 'close')]).catch(() => [])
        ;(over[0] as IncomingMessage | undefined)?.resume?.()
        moment = () => {}
        return [await call(`/things/${name}`, payment)]
      })
      expect([paid, upstream.timesAsked(name)]).toEqual([10_000n, 1])
    },
  )

  test.each([
    ['what is not base64', '%%%'],
    ['what is not JSON', Buffer.from('pay').toString('base64')],
    ['a list', encodePayment([])],
    ['a text', encodePayment('pay')],
    ['nothing', encodePayment(null)],
  ])('refuses %s in the header of a payment in words, and the API hears nothing of it (R24)', async (_, header) => {
    const response = await callWith(`${service.url}/things/malformed`, header)
    expect([400, 402]).toContain(response.status)
    expect(await response.json()).toMatchObject({ code: expect.any(String) as string, detail: expect.any(String) as string })
    expect(upstream.timesAsked('malformed')).toBe(0)
  })
})

describe('a page of somebody else', () => {
  test.each([
    ['text/html', '<script>fetch("/desk")</script>'],
    ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    // A browser reads the last of several types.
    ['text/plain; a=b, text/html', '<script>alert(1)</script>'],
  ])('as %s has neither scripts nor the origin of this service, also when it is given again', async (type, page) => {
    const name = `page-${page.length}-${type.length}`
    upstream.behaviours.set(name, (_, response) => {
      const open = {
        'content-security-policy': "script-src 'unsafe-inline'",
        'access-control-allow-credentials': 'true',
        refresh: '0; url=//x',
      }
      response.writeHead(200, { 'content-type': type, 'set-cookie': 'session=1', ...open }).end(page)
    })
    const payment = await signed(`/pages/${name}`)
    for (const replay of [null, 'true']) {
      const response = await call(`/pages/${name}`, payment)
      const { headers } = response
      expect([response.status, await response.text(), headers.get('idempotent-replay')]).toEqual([200, page, replay])
      expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'; frame-ancestors 'none'")
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(['set-cookie', 'refresh', 'access-control-allow-credentials'].filter((one) => headers.has(one))).toEqual([])
    }
  })
})

describe('a stream of somebody else', () => {
  const stream: Behaviour = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('data: 1\n\n')
  }

  test.each<[string, (response: Parameters<Behaviour>[1]) => void]>([
    ['ends without its last chunk', (response) => void response.socket?.end()],
    ['is reset', (response) => void response.socket?.resetAndDestroy()],
    ['sends what is no chunk', (response) => void response.socket?.end('zz\r\nnothing\r\n')],
  ])('that %s is never taken for whole, is a credit, and the payment buys it again', async (_, ends) => {
    upstream.behaviours.set('torn', (request, response) => {
      stream(request, response)
      setTimeout(() => ends(response), 20)
    })
    const payment = await signed('/feed/torn')
    const paid = await paidDuring(async () => {
      const first = await callWith(`${service.url}/feed/torn`, payment)
      await expect(first.text()).rejects.toThrow()
      await vi.waitFor(async () => expect((await receiptOf(first)).state).toBe('credit'), 60_000)
      upstream.behaviours.set('torn', (request, response) => {
        stream(request, response)
        response.end('data: 2\n\n')
      })
      const again = await call('/feed/torn', payment)
      expect(await again.text()).toBe('data: 1\n\ndata: 2\n\n')
      return [await call('/feed/torn', payment)]
    })
    expect(paid).toBe(30_000n)
  })
})
