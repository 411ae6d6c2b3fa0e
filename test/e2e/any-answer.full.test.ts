import { createHash } from 'node:crypto'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { registerExactEvmScheme } from '@x402/evm/exact/client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { byteAnswer, streamedAnswer } from '../../src/offers/byte-answers.ts'
import { computedPrice } from '../../src/offers/computed-price.ts'
import { byteOffer, fixedPrice, type AnyOffer } from '../../src/offers/offer.ts'
import { Problem } from '../../src/shared/problems.ts'
import { callMcp, callPayingX402, connectMcp } from '../mcp-clients.ts'
import { callUntilAnswered, callWith, decodePayment, receiptOf, signPayment, termsOf, type Account } from '../signed-payments.ts'
import { startTestService, type TestService } from '../start-test-service.ts'
import { exchange, open } from '../wire.ts'

/** Every byte there is, so that nothing that reads text leaves it as it was. */
const picture = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))])
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const tile = byteOffer({
  id: 'tile',
  route: 'GET /tiles/{name}',
  access: fixedPrice('0.05'),
  title: 'Map tile',
  purpose: 'A tile of a map.',
  path: z.object({ name: z.string() }),
  answers: { types: ['image/*'], headers: ['ETag'], maxBytes: 1_000_000, refusals: ['application/json'] },
  example: { path: { name: 'brest' } },
  async run({ path: { name } }) {
    if (name === 'none') {
      const passed = { status: 404, contentType: 'application/json', headers: {}, bytes: Buffer.from('{"error":"no such tile"}') }
      throw new Problem('upstream_refused', 'The upstream answered 404.', { extra: { upstreamStatus: 404 }, passed })
    }
    const large = name === 'large' ? Buffer.concat(Array.from({ length: 3_000 }, () => picture)) : picture
    const contentType = name === 'page' ? 'text/html' : 'image/png'
    return byteAnswer({ status: name === 'made' ? 201 : 200, contentType, headers: { ETag: '"7"' }, bytes: large })
  },
})

const count = byteOffer({
  id: 'count',
  route: 'POST /count',
  access: computedPrice<unknown, unknown, { items: readonly string[] }>({
    least: '0.04',
    most: '1',
    words: '$0.02 for each item',
    priceOf: ({ body: { items } }) => ({ price: 20_000n * BigInt(items.length), words: `${items.length} items at $0.02` }),
  }),
  title: 'Count',
  purpose: 'Counts items.',
  body: z.object({ items: z.array(z.string()).min(1) }),
  answers: { types: ['application/json'], schema: z.object({ count: z.number() }), maxBytes: 1_000 },
  example: { body: { items: ['a'] }, answer: { count: 1 } },
  run: async ({ body: { items } }) =>
    byteAnswer({ status: 200, contentType: 'application/json', headers: {}, bytes: Buffer.from(`{ "count": ${items.length} }`) }),
})

/** What the stream sends, and when. */
let beats: { readonly send: (text: string | Error | null) => void; readonly chunks: AsyncIterable<Uint8Array> }
function newBeats(): typeof beats {
  const waiting: (string | Error | null)[] = []
  let wake: () => void = () => {}
  return {
    send(text) {
      waiting.push(text)
      wake()
    },
    chunks: (async function* () {
      for (;;) {
        while (waiting.length === 0) await new Promise<void>((resolve) => void (wake = resolve))
        const next = waiting.shift() ?? null
        if (next instanceof Error) throw next
        if (next === null) return
        yield Buffer.from(next)
      }
    })(),
  }
}

const feed = byteOffer({
  id: 'feed',
  route: 'GET /feed/{name}',
  access: fixedPrice('0.05'),
  title: 'Feed',
  purpose: 'Sends events.',
  path: z.object({ name: z.string() }),
  settle: 'first',
  deadlineMs: 60_000,
  answers: { types: ['text/event-stream'], maxBytes: 100_000, streams: true },
  example: { path: { name: 'a' } },
  run: async () => streamedAnswer({ status: 200, contentType: 'text/event-stream', headers: {}, chunks: beats.chunks }),
})

let service: TestService
let account: Account
beforeAll(async () => {
  service = await startTestService()
  account = await service.payingWallet('50')
  const sold: readonly AnyOffer[] = [...service.parts.catalog.all, tile, count, feed]
  await service.parts.replaceOffers(sold)
})
afterAll(async () => {
  await service?.close()
})

async function paid(path: string, request: RequestInit & { body?: string } = {}) {
  const payment = await signPayment(await termsOf(service.url, path, request), account)
  const call = () => callUntilAnswered(service.url + path, payment, request as never)
  return { payment, call }
}

describe('bytes', () => {
  test.each(['brest', 'made', 'large'])('of %s arrive as they were made, and again', async (name) => {
    const { call } = await paid(`/tiles/${name}`)
    for (const replay of [null, 'true']) {
      const answer = await call()
      const wanted = name === 'large' ? Buffer.concat(Array.from({ length: 3_000 }, () => picture)) : picture
      const got = new Uint8Array(await answer.arrayBuffer())
      expect([answer.status, answer.headers.get('content-type'), answer.headers.get('etag'), sha(got)]).toEqual([
        name === 'made' ? 201 : 200,
        'image/png',
        '"7"',
        sha(wanted),
      ])
      expect(answer.headers.get('idempotent-replay')).toBe(replay)
    }
  })

  test('of another type than promised are a 502, and the payment is not used', async () => {
    const { call } = await paid('/tiles/page')
    const answer = await call()
    expect([answer.status, await answer.json()]).toMatchObject([502, { code: 'upstream_misfit' }])
  })

  test('of a refusal go out as they came, and nothing is charged', async () => {
    const { call } = await paid('/tiles/none')
    const answer = await call()
    expect([answer.status, await answer.text()]).toEqual([404, '{"error":"no such tile"}'])
    const receipt = /<([^>]+)>; rel="receipt"/.exec(answer.headers.get('link') ?? '')?.[1]
    expect(await (await fetch(receipt!)).json()).toMatchObject({ state: 'released', reason: 'upstream_refused', charged: { usd: '0' } })
  })

  test('go to the stock x402 client and to an MCP client', async () => {
    const client = new x402Client()
    registerExactEvmScheme(client, { signer: account })
    const bought = await wrapFetchWithPayment(fetch, client)(`${service.url}/tiles/brest`)
    expect([bought.status, sha(new Uint8Array(await bought.arrayBuffer()))]).toEqual([200, sha(picture)])
    const mcp = await connectMcp(service.url)
    await mcp.listTools()
    const result = await callPayingX402(mcp, account, { name: 'tile', arguments: { name: 'brest' } })
    expect(result.content[1]).toEqual({ type: 'image', mimeType: 'image/png', data: picture.toString('base64') })
    await mcp.close()
  })

  test('are whole whatever the request says of parts, validators, encodings and protocols', async () => {
    const { payment } = await paid('/tiles/brest')
    const asked = { Range: 'bytes=0-3', 'If-None-Match': '"7"', 'Accept-Encoding': 'gzip', Connection: 'keep-alive' }
    const answer = await callUntilAnswered(`${service.url}/tiles/brest`, payment, { headers: asked })
    expect([answer.status, answer.headers.get('content-encoding'), sha(new Uint8Array(await answer.arrayBuffer()))]).toEqual([
      200,
      null,
      sha(picture),
    ])
    const head = await callWith(`${service.url}/tiles/brest`, payment, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, String(picture.length), ''])
    const upgrade = `GET /tiles/brest HTTP/1.1\r\nHost: ${new URL(service.url).host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`
    expect((await exchange(service.url, upgrade)).statuses).toEqual([402])
  })
})

describe('a computed price', () => {
  const request = (items: readonly string[]) => ({
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ items }),
  })

  test('is in both protocols, in the body, on the receipt, and what is charged', async () => {
    const asked = await fetch(`${service.url}/count`, request(['a', 'b', 'c']))
    expect(asked.status).toBe(402)
    const x402 = decodePayment(asked.headers.get('payment-required')!)
    expect([x402['accepts'][0].amount, x402['resource'].description]).toEqual(['60000', 'Count: 3 items at $0.02'])
    expect(asked.headers.get('www-authenticate')).toContain('description="Count: 3 items at $0.02"')
    expect(await asked.json()).toMatchObject({ pricing: { how: '3 items at $0.02', leastUsd: '0.04', mostUsd: '1' } })
    const { call } = await paid('/count', request(['a', 'b', 'c']))
    const answer = await call()
    expect([answer.status, await answer.text()]).toEqual([200, '{ "count": 3 }'])
    expect(await receiptOf(answer)).toMatchObject({ charged: { usd: '0.06' }, price: { usd: '0.06', how: '3 items at $0.02' } })
  })

  test('of a cheaper request does not buy a dearer one', async () => {
    const { payment } = await paid('/count', request(['a', 'b', 'c']))
    const dearer = await callUntilAnswered(`${service.url}/count`, payment, request(['a', 'b', 'c', 'd']))
    expect(dearer.status).toBe(402)
    expect(decodePayment(dearer.headers.get('payment-required')!)['accepts'][0].amount).toBe('80000')
    expect((await callUntilAnswered(`${service.url}/count`, payment, request(['a', 'b', 'c']) as never)).status).toBe(200)
  })

  test('is in the documents as a span', async () => {
    const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as Record<string, any>
    expect(document['paths']['/count'].post['x-payment-info'].price).toEqual({ mode: 'dynamic', currency: 'USD', min: '0.04', max: '1' })
    expect(document['paths']['/tiles/{name}'].get.responses['200'].content).toEqual({ 'image/*': {} })
    expect(await (await fetch(`${service.url}/llms-full.txt`)).text()).toContain('$0.04 to $1: $0.02 for each item')
  })
})

describe('a stream', () => {
  const transferred = (bytes: string) => bytes.slice(bytes.indexOf('\r\n\r\n') + 4)

  /** Reads from a socket until the text is there. */
  async function readUntil(
    payment: string,
    path: string,
    wanted: string,
  ): Promise<{ text: () => string; close(): void; closed: Promise<unknown> }> {
    const socket = open(service.url)
    let text = ''
    socket.on('data', (chunk) => (text += chunk.toString('latin1')))
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${new URL(service.url).host}\r\nPAYMENT-SIGNATURE: ${payment}\r\n\r\n`)
    const closed = new Promise((resolve) => void socket.on('close', resolve))
    await vi.waitUntil(() => text.includes(wanted), 60_000)
    return { text: () => text, close: () => socket.destroy(), closed }
  }

  // The second path has an escape, so the full path of HTTP answers it.
  test.each(['/feed/a', '/feed/%C3%A4'])(
    'at %s is settled first, comes as it is made, and all of it goes to who lost the connection',
    async (path) => {
      beats = newBeats()
      const terms = await termsOf(service.url, path)
      expect(terms.accepts[0]!.extra).toMatchObject({ paymentFlow: 'upfront' })
      const payment = await signPayment(terms, account)
      beats.send('data: 1\n\n')
      const first = await readUntil(payment, path, 'data: 1')
      expect(first.text()).toMatch(/content-type: text\/event-stream/i)
      expect(first.text()).toMatch(/payment-response: /i)
      first.close()
      const second = await readUntil(payment, path, 'data: 1')
      beats.send('data: 2\n\n')
      await vi.waitUntil(() => second.text().includes('data: 2'), 60_000)
      beats.send(null)
      await vi.waitUntil(() => transferred(second.text()).includes('\r\n0\r\n\r\n'), 60_000)
      second.close()
      const later = await callUntilAnswered(service.url + path, payment)
      expect([later.headers.get('idempotent-replay'), await later.text()]).toEqual(['true', 'data: 1\n\ndata: 2\n\n'])
      expect(await receiptOf(later)).toMatchObject({ state: 'settled', charged: { usd: '0.05' } })
    },
  )

  test.each(['/feed/b', '/feed/%C3%B6'])('at %s that fails in the middle is cut off, and its payment buys it again', async (path) => {
    beats = newBeats()
    const payment = await signPayment(await termsOf(service.url, path), account)
    beats.send('data: 1\n\n')
    const first = await readUntil(payment, path, 'data: 1')
    beats.send(new Error('reset'))
    await first.closed
    expect(transferred(first.text())).not.toContain('\r\n0\r\n\r\n')
    beats = newBeats()
    beats.send('data: whole\n\n')
    beats.send(null)
    const again = await callUntilAnswered(service.url + path, payment)
    expect([again.status, await again.text()]).toEqual([200, 'data: whole\n\n'])
    expect(await receiptOf(again)).toMatchObject({ state: 'settled', runs: 2 })
  })

  test('is whole to an MCP client', async () => {
    beats = newBeats()
    beats.send('data: 1\n\n')
    beats.send(null)
    const mcp = await connectMcp(service.url)
    const terms = await callMcp(mcp, { name: 'feed', arguments: { name: 'c' } })
    expect(terms.isError).toBe(true)
    const result = await callPayingX402(mcp, account, { name: 'feed', arguments: { name: 'c' } })
    expect(result.content[0]).toEqual({ type: 'text', text: 'data: 1\n\n' })
    await mcp.close()
  })
})
