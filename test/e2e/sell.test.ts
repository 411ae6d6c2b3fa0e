import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { hooksCommand } from '../../src/commands/hooks.ts'
import { readOperator, runOperator } from '../operate/run-operator.ts'
import { callPayingX402, connectMcp } from '../mcp-clients.ts'
import { startTestService, type TestService } from '../start-test-service.ts'
import { databaseFor } from '../test-database.ts'
import { decodePayment, receiptOf, signPayment, termsOf, usdcOf, type Account } from '../signed-payments.ts'

const folder = mkdtempSync(join(tmpdir(), 'farthing-sell-'))
const file = join(folder, 'offers.yaml')
const answer = '{ "port": "brest",\n  "metres": 4.20 }'
const seen: { method: string; url: string; headers: IncomingMessage['headers'] }[] = []
let upstream: Server
let service: TestService
let payer: Account

/** What the API does, by the last segment of the path. */
const behaviours: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
  broken: (_, response) => void response.writeHead(500).end('{}'),
  unpaid: (_, response) => void response.writeHead(402, { 'content-type': 'application/json' }).end('{"pay":"me"}'),
  locked: (_, response) => void response.writeHead(401, { 'www-authenticate': 'Basic' }).end('{}'),
  nowhere: (_, response) => void response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"no such port"}'),
  moved: (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  html: (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<script>alert(1)</script>'),
  short: (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
    response.write('{"port":')
    setTimeout(() => response.destroy(), 20)
  },
  torn: (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('{"port":')
    setTimeout(() => response.destroy(), 20)
  },
  drip: (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const dripping = setInterval(() => response.write(' '), 100)
    response.on('close', () => clearInterval(dripping))
  },
  silent: () => {},
  huge: (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(`"${'x'.repeat(20_000)}"`),
  misfit: (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"metres":"high"}'),
  unsold: (_, response) =>
    void response.writeHead(200, { 'content-type': 'application/json', 'farthing-charge': 'no; reason=nothing_found' }).end('{"metres":0}'),
  gone: (request) => void request.socket.destroy(),
  chat: (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('data: 1\n\n')
    stream = response
  },
  whole: (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(answer),
  untold: (_, response) =>
    void response.writeHead(200, { 'content-type': 'text/event-stream', 'farthing-charge': 'no; reason=empty' }).end('data: none\n\n'),
  asked: (request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(body))
  },
}

/** The stream that the API is sending. */
let stream: ServerResponse

function serve(request: IncomingMessage, response: ServerResponse): void {
  seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers })
  const behave = behaviours[new URL(request.url ?? '', 'http://x').pathname.split('/').at(-1) ?? '']
  if (behave) return behave(request, response)
  if (
    request.url?.startsWith('/keyed') &&
    request.headers['x-api-key'] !== undefined &&
    request.headers['x-api-key'] !== 'good' &&
    request.headers['x-operator'] !== 'pass'
  )
    return void response.writeHead(401).end()
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', etag: '"1"', 'set-cookie': 'a=b', 'x-internal': 'yes' })
  response.end(answer)
}

/** What the operator's server was told. */
const told: { url: string; headers: IncomingMessage['headers']; body: string }[] = []
const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`
let operator: Server
function hear(request: IncomingMessage, response: ServerResponse): void {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += chunk.toString()))
  request.on('end', () => {
    told.push({ url: request.url ?? '', headers: request.headers, body })
    const isFirstTest = told.filter((one) => one.body.includes('"test"')).length === 1
    response.writeHead(isFirstTest ? 410 : 204).end()
  })
}

/** An MCP server of the newest version, over HTTP. */
const weather = createMcpHandler(() => {
  const server = new McpServer({ name: 'weather', version: '1.0.0' })
  server.registerTool(
    'draw',
    {
      title: 'Weather chart',
      inputSchema: z.object({ city: z.enum(['brest', 'nowhere']) }),
      outputSchema: z.object({ sunny: z.boolean() }),
    },
    ({ city }) =>
      city === 'nowhere'
        ? { isError: true, content: [{ type: 'text', text: 'no such city' }] }
        : { content: [{ type: 'image', data: pixel, mimeType: 'image/png' }], structuredContent: { sunny: true } },
  )
  server.registerTool('look_up', { description: 'Looks a city up.', inputSchema: z.object({}) }, () => ({
    content: [{ type: 'text', text: 'brest' }],
  }))
  server.registerTool('unsold', { inputSchema: z.object({}) }, () => ({ content: [] }))
  return server
})
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
let mcpServer: Server
const answerWeather = getRequestListener((request) => weather.fetch(request))

const notesServer = fileURLToPath(new URL('./notes-server.fixture.ts', import.meta.url))

const offers = (price: string) => `service: { name: Tides of Brest, description: Heights of the sea. }
upstreams:
  tides: { url: 'http://127.0.0.1:${(upstream.address() as AddressInfo).port}', private: true, timeoutSeconds: 1, headers: { X-Ours: secret } }
  keyed: { url: 'http://127.0.0.1:${(upstream.address() as AddressInfo).port}', private: true, ownKeys: X-Api-Key, headers: { X-Operator: pass } }
mcpServers:
  weather:
    url: http://127.0.0.1:${(mcpServer.address() as AddressInfo).port}/mcp
    private: true
    headers: { X-Ours: secret }
    tools: { draw: { price: 0.02 }, look_up: { access: free }, gone: { price: 1 } }
  notes:
    command: ['${process.execPath}', '${notesServer}']
    env: { NOTES_KEY: abc }
    otherTools: 0.01
offers:
  - { route: GET /tides/*, upstream: tides, price: ${price}, passHeaders: [Accept-Language], answer: { headers: [ETag], schema: { type: object, properties: { metres: { type: number } } } }, limits: { answerBytes: 10000 } }
  - { route: 'GET /keyed/{name}', upstream: keyed, price: 0.01 }
  - { route: 'POST /chat/{name}', id: chat, upstream: tides, answer: { types: [text/event-stream, application/json], streams: true },
      pricing: { tokens: { models: { small: { input: 0, output: 20 } }, unlessGiven: 500 }, most: 1 }, example: { body: { model: small } },
      limits: { seconds: 60 } }
  - { route: 'PUT /tides/{port}', id: put-tide, upstream: tides, price: 0.02 }
`

beforeAll(async () => {
  upstream = createServer(serve).listen(0, '127.0.0.1')
  await new Promise((resolve) => upstream.once('listening', resolve))
  mcpServer = createServer((request, response) => void answerWeather(request, response)).listen(0, '127.0.0.1')
  await new Promise((resolve) => mcpServer.once('listening', resolve))
  writeFileSync(file, offers('0.01'))
  operator = createServer(hear).listen(0, '127.0.0.1')
  await new Promise((resolve) => operator.once('listening', resolve))
  const hooks = { HOOK_URL: `http://127.0.0.1:${(operator.address() as AddressInfo).port}/told`, HOOK_SECRET: secret }
  service = await startTestService({ env: { OFFERS_FILE: file, ...hooks } })
  payer = await service.wallet()
})
afterAll(async () => {
  await service?.close()
  for (const server of [upstream, operator, mcpServer]) {
    server?.closeAllConnections()
    server?.close()
  }
  rmSync(folder, { recursive: true })
})

const paidTo = () => usdcOf(service.chain(), service.sandbox.payTo)
async function pay(path: string, init: RequestInit = {}): Promise<Response> {
  const url = service.url + path
  const terms = decodePayment((await fetch(url, init)).headers.get('payment-required')!)
  const headers = { ...(init.headers as Record<string, string>), 'payment-signature': await signPayment(terms as never, payer) }
  return fetch(url, { ...init, headers })
}

describe('an API that is sold from a file', () => {
  test('asks for the price, and answers byte for byte once it is paid', async () => {
    const unpaid = await fetch(`${service.url}/tides/brest`)
    expect(unpaid.status).toBe(402)
    const before = await paidTo()
    const paid = await pay('/tides/saint%20malo/2026?unit=m', { headers: { 'accept-language': 'fr', cookie: 'a=1', 'x-other': '1' } })
    expect([paid.status, await paid.text()]).toEqual([200, answer])
    expect([paid.headers.get('etag'), paid.headers.get('set-cookie'), paid.headers.get('x-internal')]).toEqual(['"1"', null, null])
    await vi.waitFor(async () => expect((await paidTo()) - before).toBe(10_000n), 60_000)
    const request = seen.at(-1)!
    expect(request.url).toBe('/tides/saint%20malo/2026?unit=m')
    expect(request.headers).toMatchObject({ 'x-ours': 'secret', 'accept-language': 'fr' })
    expect(Object.keys(request.headers).filter((name) => /cookie|payment|authorization|x-other/.test(name))).toEqual([])
    expect(paid.headers.get('link')).toContain(`/v1/receipts/${String(request.headers['idempotency-key'])}`)
  })

  test.each([
    ['broken', 502],
    ['unpaid', 502],
    ['locked', 502],
    ['moved', 502],
    ['html', 502],
    ['short', 502],
    ['torn', 502],
    ['drip', 504],
    ['silent', 504],
    ['huge', 502],
    ['misfit', 502],
    ['gone', 502],
  ])('that fails (%s) costs nothing, and its own refusals are not passed on as ours', async (path, status) => {
    const before = await paidTo()
    const paid = await pay(`/tides/${path}`)
    expect([paid.status, paid.headers.get('www-authenticate')]).toEqual([status, null])
    const receipt = (await paid.json()) as { receipt?: string }
    const state = (await (await fetch(receipt.receipt!)).json()) as { state: string }
    expect(state.state).toBe('released')
    expect(await paidTo()).toBe(before)
  })

  test('passes on what it says about the request, without a charge', async () => {
    const paid = await pay('/tides/nowhere')
    expect([paid.status, await paid.json()]).toEqual([404, { error: 'no such port' }])
  })

  test('is told what each call is, signed, by keys that the service publishes', async () => {
    const keys = ((await (await fetch(`${service.url}/.well-known/jwks.json`)).json()) as { keys: { kty: string }[] }).keys
    const saidOf = async (request: (typeof seen)[number]) => {
      const [header = '', payload = '', signature = ''] = String(request.headers['farthing-call']).split('.')
      const key = await crypto.subtle.importKey('jwk', keys[0]!, 'Ed25519', false, ['verify'])
      const bytes = Buffer.from(signature, 'base64url')
      expect(await crypto.subtle.verify('Ed25519', key, bytes, Buffer.from(`${header}.${payload}`))).toBe(true)
      return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
    }
    await pay('/tides/brest?unit=m', { headers: { 'farthing-call': 'a forged one' } })
    const request = seen.at(-1)!
    expect(await saidOf(request)).toMatchObject({
      iss: service.url,
      aud: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`,
      method: 'GET',
      target: '/tides/brest?unit=m',
      offer: 'get-tides-all',
      receipt: request.headers['idempotency-key'],
      payer: payer.address.toLowerCase(),
      usd: '0.01',
      state: 'verified',
    })
    await fetch(`${service.url}/keyed/brest`, { headers: { 'x-api-key': 'good' } })
    expect(seen.at(-1)?.headers['farthing-call']).toBeUndefined()
  })

  test('tells its operator of each settled payment, signed', async () => {
    const paid = await pay('/tides/dover')
    const receipt = await receiptOf(paid)
    const ofIt = () => told.filter(({ body }) => body.includes(receipt.id))
    await vi.waitFor(() => expect(ofIt().length).toBeGreaterThan(0), 60_000)
    const { url, headers, body } = ofIt()[0]!
    expect(url).toBe('/told')
    const data = { id: receipt.id, state: 'settled', payer: payer.address.toLowerCase(), charged: { usd: '0.01' } }
    expect(JSON.parse(body)).toMatchObject({ type: 'payment.settled', data })
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
    const signature = createHmac('sha256', Buffer.alloc(32, 5)).update(signed).digest('base64')
    expect(headers['webhook-signature']).toBe(`v1,${signature}`)
  })

  test('lists what its operator could not be told, and tells it again by a command', async () => {
    const env = { DATA_DIR: service.directory, ...(await databaseFor(service.directory)) }
    const { id } = await readOperator(hooksCommand, env, 'test')
    const listed = async () => (await readOperator(hooksCommand, env, 'list')).events as unknown[]
    const dead = { event: id, type: 'test', receipt: null, tries: 1, failed: 'status 410', nextTry: null }
    await vi.waitFor(async () => expect(await listed()).toMatchObject([dead]), 60_000)
    expect(await runOperator(hooksCommand, env, 'list')).toMatchObject({
      code: 0,
      out: expect.stringContaining('1 try, status 410; not tried again'),
    })
    expect(await readOperator(hooksCommand, env, 'redeliver', id)).toEqual({ events: 1 })
    await vi.waitFor(async () => expect(await listed()).toEqual([]), 60_000)
    expect(told.filter(({ headers }) => headers['webhook-id'] === id).length).toBe(2)
    expect(await runOperator(hooksCommand, env, 'redeliver', id)).toMatchObject({
      code: 1,
      err: expect.stringContaining('there is no event'),
    })
  })

  test('may say that an answer costs nothing', async () => {
    const before = await paidTo()
    const paid = await pay('/tides/unsold')
    expect([paid.status, await paid.text()]).toEqual([200, '{"metres":0}'])
    expect(await paidTo()).toBe(before)
  })

  test.each(['/tides/..%2fsecret', '/tides/a/%2e%2e%2fb', '/tides/%5c..%5cb', '/tides/a%00b'])(
    'is never asked for another path: %s',
    async (path) => {
      const before = seen.length
      const paid = await fetch(service.url + path, { headers: { 'payment-signature': 'x' } })
      expect(paid.status).toBeGreaterThanOrEqual(400)
      expect(seen.length).toBe(before)
    },
  )

  test('lets in callers with a key of its own, and asks others for payment', async () => {
    const withKey = (key: string) => fetch(`${service.url}/keyed/brest`, { headers: { 'x-api-key': key } })
    const good = await withKey('good')
    expect([good.status, await good.text()]).toEqual([200, answer])
    expect((await withKey('bad')).status).toBe(402)
    expect((await fetch(`${service.url}/keyed/brest`)).status).toBe(402)
  })

  describe('that streams, for a price that is computed', () => {
    const request = (body: unknown) => ({ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
    const asked = { model: 'small', max_tokens: 1_000 }

    async function begun(path: string, body: unknown) {
      const url = service.url + path
      const unpaid = await fetch(url, request(body))
      const terms = decodePayment(unpaid.headers.get('payment-required')!) as unknown as Awaited<ReturnType<typeof termsOf>>
      const { pricing } = (await unpaid.json()) as { pricing: { how: string } }
      const init = request(body)
      const headers = { ...init.headers, 'payment-signature': await signPayment(terms, payer) }
      return { terms: terms.accepts[0], pricing, call: () => fetch(url, { ...init, headers }) }
    }
    const stateOf = async (answered: Response) => {
      const receipt = /<([^>]+)>; rel="receipt"/.exec(answered.headers.get('link') ?? '')?.[1]
      return (await (await fetch(receipt!)).json()) as { state: string; price: unknown }
    }

    test('is paid first, says how it was computed, and all of it goes to a caller that lost the connection', async () => {
      const { terms, pricing, call } = await begun('/chat/chat', asked)
      expect(terms).toMatchObject({ amount: '20000', extra: { paymentFlow: 'upfront' } })
      expect(pricing.how).toBe('small: up to 1000 tokens at $20 a million, and 12 of input at $0')
      const first = await call()
      const reader = first.body!.getReader()
      expect(new TextDecoder().decode((await reader.read()).value)).toBe('data: 1\n\n')
      await reader.cancel()
      stream.end('data: 2\n\n')
      const again = await call()
      expect([again.status, again.headers.get('content-type'), await again.text()]).toEqual([
        200,
        'text/event-stream',
        'data: 1\n\ndata: 2\n\n',
      ])
      expect(await stateOf(again)).toMatchObject({ state: 'settled', price: { usd: '0.02' } })
    })

    test('breaks off where the API does, and the payment buys it again', async () => {
      const { call } = await begun('/chat/chat', asked)
      const first = await call()
      stream.destroy()
      await expect(first.text()).rejects.toThrow()
      await vi.waitFor(async () => expect((await stateOf(first)).state).not.toBe('running'), 60_000)
      const again = call()
      const torn = stream
      await vi.waitUntil(() => stream !== torn, 60_000)
      stream.end('data: 2\n\n')
      expect(await (await again).text()).toBe('data: 1\n\ndata: 2\n\n')
      expect(await stateOf(await call())).toMatchObject({ state: 'settled', runs: 2 })
    })

    test('answers JSON whole, and an answer that the API does not charge leaves a credit', async () => {
      const whole = await (await begun('/chat/whole', asked)).call()
      expect([whole.status, await whole.text()]).toEqual([200, answer])
      const untold = await (await begun('/chat/untold', asked)).call()
      expect([untold.status, await untold.text()]).toEqual([200, 'data: none\n\n'])
      expect(await stateOf(untold)).toMatchObject({ state: 'credit', reason: 'empty' })
    })

    test('sends the API the bound that was paid for', async () => {
      const { terms, call } = await begun('/chat/asked', { model: 'small' })
      expect(terms?.amount).toBe('10000')
      expect(await (await call()).json()).toEqual({ model: 'small', max_tokens: 500 })
    })

    test('refuses a model without a price before any payment', async () => {
      const refused = await fetch(`${service.url}/chat/whole`, request({ model: 'large' }))
      expect([refused.status, await refused.json()]).toMatchObject([400, { code: 'invalid_input', field: 'body.model' }])
    })
  })

  test('is sold by other methods too', async () => {
    const init = { method: 'PUT', headers: { 'content-type': 'application/json' }, body: '{"height":1}' }
    const paid = await pay('/tides/brest', init)
    expect([paid.status, seen.at(-1)?.method]).toEqual([200, 'PUT'])
  })

  describe('that is an MCP server', () => {
    const call = (path: string, given: unknown) => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(given) }
      return pay(path, init)
    }

    test('is sold as routes, with the results of its tools as they are', async () => {
      const drawn = await call('/weather/draw', { city: 'brest' })
      expect([drawn.status, await drawn.json()]).toEqual([
        200,
        { content: [{ type: 'image', data: pixel, mimeType: 'image/png' }], structuredContent: { sunny: true } },
      ])
      expect(await receiptOf(drawn)).toMatchObject({ price: { usd: '0.02' } })
      const free = await fetch(`${service.url}/weather/look_up`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      })
      expect([free.status, await free.json()]).toEqual([200, { content: [{ type: 'text', text: 'brest' }] }])
      const shouted = await call('/notes/shout', { text: 'hello' })
      expect(await shouted.json()).toEqual({ content: [{ type: 'text', text: 'HELLO' }] })
    })

    test('is sold as tools, with its schemas and its content', async () => {
      const client = await connectMcp(service.url)
      const { tools } = await client.listTools()
      const names = tools.map(({ name }) => name).filter((name) => /^(?:weather|notes)-/.test(name))
      expect(names.toSorted()).toEqual(['notes-exit', 'notes-shout', 'notes-tell-secrets', 'weather-draw', 'weather-look-up'])
      expect(tools.find(({ name }) => name === 'weather-draw')).toMatchObject({
        title: 'Weather chart',
        inputSchema: { properties: { city: { enum: ['brest', 'nowhere'] } }, required: ['city'] },
      })
      const drawn = await callPayingX402(client, payer, { name: 'weather-draw', arguments: { city: 'brest' } })
      expect(drawn).toMatchObject({ structuredContent: { sunny: true } })
      expect(drawn.content[0]).toEqual({ type: 'image', data: pixel, mimeType: 'image/png' })
      await client.close()
    })

    test('is not charged for what its tool says is an error, nor asked with arguments that do not fit', async () => {
      const before = await paidTo()
      const failed = await call('/weather/draw', { city: 'nowhere' })
      expect([failed.status, await failed.json()]).toEqual([422, { content: [{ type: 'text', text: 'no such city' }] }])
      expect((await receiptOf(failed)).state).toBe('released')
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"city":"atlantis"}' }
      const refused = await fetch(`${service.url}/weather/draw`, init)
      expect([refused.status, await refused.json()]).toMatchObject([400, { code: 'invalid_input', field: 'body.city' }])
      expect(await paidTo()).toBe(before)
    })

    test('has no variables of the service, and is started again after it has ended', async () => {
      const told = (await (await call('/notes/tellSecrets', {})).json()) as { content: { text: string }[] }
      const variables = told.content[0]!.text.split(' ')
      expect(variables).toContain('NOTES_KEY')
      expect(variables.filter((name) => /^(?:VITEST|DATA_DIR|OFFERS_FILE|npm_)/.test(name))).toEqual([])
      const ended = await call('/notes/exit', {})
      expect([ended.status, ((await ended.json()) as { code: string }).code]).toEqual([502, 'upstream_failed'])
      expect(await (await call('/notes/shout', { text: 'again' })).json()).toEqual({ content: [{ type: 'text', text: 'AGAIN' }] })
    })

    test('that lacks a tool of the file is named as a fault, and the rest is sold', async () => {
      expect(await (await fetch(`${service.url}/readyz`)).json()).toMatchObject({ checks: { 'upstream:upstreams': 'failed' } })
    })
  })

  test('gives its name to all documents', async () => {
    expect(await (await fetch(`${service.url}/llms.txt`)).text()).toContain('# Tides of Brest')
    expect(await (await fetch(`${service.url}/schemas/offers.json`)).json()).toHaveProperty('properties.upstreams')
  })

  test('has other prices as soon as the file has them, and keeps what it had while the file is wrong', async () => {
    const priceNow = async () => (await termsOf(service.url, '/tides/brest')).accepts[0]?.amount
    writeFileSync(file, offers('0.03'))
    await vi.waitFor(async () => expect(await priceNow()).toBe('30000'), { timeout: 60_000, interval: 200 })
    writeFileSync(file, offers('-1'))
    await vi.waitFor(
      async () => expect(JSON.stringify(await (await fetch(`${service.url}/readyz`)).json())).toContain('upstream:offers-file'),
      { timeout: 60_000, interval: 200 },
    )
    expect(await priceNow()).toBe('30000')
  })
})
