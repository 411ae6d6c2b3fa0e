import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callUntilAnswered, decodePayment, receiptOf, signPayment, type Account } from '../../signed-payments.ts'
import { startTestService, type TestService } from '../../start-test-service.ts'
import { installNpmPackages, type NpmPackages } from './npm-packages.ts'

/** Three servers that we did not write: JSON, bytes, and a language model that streams. The fourth, of MCP, is in `everything`. */
let packages: NpmPackages
let json: string
let bytes: string
let model: string
let service: TestService
let payer: Account

const pictures = { 'tile.png': 'image/png', 'photo.webp': 'image/webp', 'sound.mp3': 'audio/mpeg', 'paper.pdf': 'application/pdf' }

beforeAll(async () => {
  packages = await installNpmPackages('json-server@0.17.4', 'http-server@14.1.1', '@dwmkerr/mock-llm@0.1.29')
  const posts = Array.from({ length: 30 }, (_, index) => ({
    id: index + 1,
    author: index % 2 === 0 ? 'Ada' : 'Grace',
    title: `Nº ${index} – ‘ü’`,
  }))
  writeFileSync(join(packages.folder, 'db.json'), JSON.stringify({ posts }))
  mkdirSync(join(packages.folder, 'files'))
  for (const name of Object.keys(pictures)) writeFileSync(join(packages.folder, 'files', name), randomBytes(200_000))
  const content =
    '{"id":"chatcmpl-1","object":"chat.completion","model":"small","choices":[{"message":{"role":"assistant","content":"{{jmes request body.messages[-1].content}}"},"finish_reason":"stop"}]}'
  const rule = { path: '/v1/chat/completions', method: 'POST', match: '@', response: { status: 200, content } }
  writeFileSync(join(packages.folder, 'mock-llm.yaml'), JSON.stringify({ streaming: { chunkSize: 5, chunkIntervalMs: 20 }, rules: [rule] }))
  json = await packages.serve('json-server/lib/cli/bin.js', '/posts', (port) => ({
    args: ['--port', port, '--host', '127.0.0.1', 'db.json'],
  }))
  bytes = await packages.serve('http-server/bin/http-server', '/', (port) => ({ args: ['files', '-p', port, '-a', '127.0.0.1'] }))
  model = await packages.serve('@dwmkerr/mock-llm/dist/main.js', '/health', (PORT) => ({ env: { PORT, HOST: '127.0.0.1' } }))
  const file = join(packages.folder, 'offers.yaml')
  writeFileSync(
    file,
    `upstreams:
  blog: { url: '${json}', private: true }
  files: { url: '${bytes}', private: true }
  model: { url: '${model}', private: true, timeoutSeconds: 60 }
offers:
  - { route: 'GET /posts', upstream: blog, price: 0.01, answer: { headers: [X-Total-Count] } }
  - { route: 'GET /posts/{id}', upstream: blog, price: 0.01 }
  - { route: 'POST /posts', upstream: blog, price: 0.05, answer: { headers: [Location] } }
  - { route: 'DELETE /posts/{id}', upstream: blog, price: 0.01 }
  - { route: 'GET /files/{name}', path: '/{name}', upstream: files, price: 0.02, answer: { types: [image/*, audio/*, application/pdf], headers: [ETag, Last-Modified] } }
  - route: POST /v1/chat/completions
    upstream: model
    pricing: { tokens: { models: { small: { input: 1, output: 20 } }, unlessGiven: 500 }, most: 1 }
    example: { body: { model: small, messages: [{ role: user, content: Hello }] } }
    answer: { types: [application/json, text/event-stream], streams: true }
`,
  )
  service = await startTestService({ env: { OFFERS_FILE: file } })
  payer = await service.wallet('20')
})
afterAll(async () => {
  await service?.close()
  packages?.close()
})

interface Asked {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: string
}
const post = (body: unknown): Asked => ({ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

/** A call that is paid for, and sent a second time, as a caller does that lost its connection. */
async function buy(path: string, asked: Asked = {}) {
  const unpaid = await fetch(service.url + path, asked)
  expect(unpaid.status).toBe(402)
  const terms = decodePayment(unpaid.headers.get('payment-required')!) as Parameters<typeof signPayment>[0]
  const payment = await signPayment(terms, payer)
  const [first, again] = [
    await callUntilAnswered(service.url + path, payment, asked),
    await callUntilAnswered(service.url + path, payment, asked),
  ]
  const [sent, replayed] = [Buffer.from(await first.arrayBuffer()), Buffer.from(await again.arrayBuffer())]
  expect([again.status, again.headers.get('idempotent-replay'), replayed.equals(sent)]).toEqual([first.status, 'true', true])
  return { response: first, sent, amount: terms.accepts[0]?.amount }
}

const direct = async (url: string, asked: Asked = {}) => {
  const response = await fetch(url, asked)
  return { response, sent: Buffer.from(await response.arrayBuffer()) }
}

describe('json-server', () => {
  test.each(['/posts/3', '/posts?author=Ada&_limit=5', '/posts?q=%C3%BC&_sort=title&_order=desc'])(
    'answers %s byte for byte',
    async (path) => {
      const [bought, own] = [await buy(path), await direct(json + path)]
      expect([bought.response.status, bought.response.headers.get('content-type')]).toEqual([200, own.response.headers.get('content-type')])
      expect(bought.sent.equals(own.sent)).toBe(true)
      if (path.includes('_limit')) expect(bought.response.headers.get('x-total-count')).toBe(own.response.headers.get('x-total-count'))
    },
  )

  test('makes a post once for a payment that is sent twice, and says where it is', async () => {
    const count = async () => ((await (await fetch(`${json}/posts`)).json()) as unknown[]).length
    const before = await count()
    const { response, sent } = await buy('/posts', post({ author: 'Mary', title: 'new' }))
    const { id } = JSON.parse(sent.toString()) as { id: number }
    expect([response.status, response.headers.get('location')]).toEqual([201, `/posts/${id}`])
    expect((await count()) - before).toBe(1)
    expect((await buy(`/posts/${id}`)).sent.equals((await direct(`${json}/posts/${id}`)).sent)).toBe(true)
    expect((await buy(`/posts/${id}`, { method: 'DELETE' })).response.status).toBe(200)
    expect(await count()).toBe(before)
  })

  test('is not charged for where it has nothing', async () => {
    const terms = decodePayment((await fetch(`${service.url}/posts/999`)).headers.get('payment-required')!)
    const missing = await callUntilAnswered(`${service.url}/posts/999`, await signPayment(terms as never, payer))
    expect([missing.status, (await receiptOf(missing)).state]).toEqual([404, 'released'])
  })
})

test.each(Object.entries(pictures))('http-server gives %s as it is, with its validators', async (name, type) => {
  const [bought, own] = [await buy(`/files/${name}`), await direct(`${bytes}/${name}`)]
  expect(bought.response.headers.get('content-type')).toBe(own.response.headers.get('content-type'))
  expect(own.response.headers.get('content-type')).toContain(type)
  expect(['etag', 'last-modified'].map((header) => bought.response.headers.get(header))).toEqual(
    ['etag', 'last-modified'].map((header) => own.response.headers.get(header)),
  )
  expect(bought.sent.equals(own.sent)).toBe(true)
})

describe('a language model with the interface of OpenAI', () => {
  const asked = (more: object) =>
    post({ model: 'small', messages: [{ role: 'user', content: 'Tell me of the sea, and of all its ports.' }], max_tokens: 100, ...more })

  test('answers byte for byte, for a price by its tokens', async () => {
    const [bought, own] = [await buy('/v1/chat/completions', asked({})), await direct(`${model}/v1/chat/completions`, asked({}))]
    expect(bought.sent.toString()).toBe(own.sent.toString())
    expect(Number(bought.amount)).toBeGreaterThan(2_000)
  })

  test('streams its events as they are, and all of them again', async () => {
    const [bought, own] = [
      await buy('/v1/chat/completions', asked({ stream: true })),
      await direct(`${model}/v1/chat/completions`, asked({ stream: true })),
    ]
    expect(bought.response.headers.get('content-type')).toBe(own.response.headers.get('content-type'))
    expect(own.sent.toString()).toContain('data: [DONE]')
    expect(bought.sent.toString()).toBe(own.sent.toString())
  })
})
