import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserHere } from '../../goods/rendering/renderer/rendering.fixture.ts'
import { callPayingX402, connectMcp } from '../mcp-clients.ts'
import { signPayment, termsOf, type Account } from '../signed-payments.ts'
import { startTestService, type TestService } from '../start-test-service.ts'

let service: TestService
let account: Account
let client: Client
beforeAll(async () => {
  if (!browserHere) return
  service = await startTestService({ env: { BROWSER_PAGES: '1', BROWSER_QUEUE: '1' } })
  account = await service.payingWallet('20')
  client = await connectMcp(service.url)
  await client.listTools()
})
afterAll(async () => {
  await client?.close()
  await service?.close()
})

const screenshot = '/v1/util/screenshot'
const asking = (body: object, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

async function paymentFor(path: string, body: object): Promise<string> {
  return signPayment(await termsOf(service.url, path, asking(body)), account)
}

async function buy(path: string, body: object, accept = 'application/json', payment?: string): Promise<Response> {
  const signed = payment ?? (await paymentFor(path, body))
  return fetch(service.url + path, asking(body, { Accept: accept, 'PAYMENT-SIGNATURE': signed }))
}

const page = { url: 'http://example.com/', width: 400, height: 300 }

describe.runIf(browserHere)('a screenshot over HTTP', () => {
  test('is JSON, or the picture itself with the rest in a header; the stored answer comes in either form', async () => {
    const payment = await paymentFor(screenshot, page)
    const inJson = await buy(screenshot, page, 'application/json', payment)
    expect(inJson.status).toBe(200)
    expect(inJson.headers.get('vary')).toContain('Accept')
    const { data, ...rest } = (await inJson.json()) as { data: string; bytes: number; meta: { simulated: boolean } }
    expect(rest).toMatchObject({ mimeType: 'image/png', widthPixels: 400, heightPixels: 300, title: 'A page of the sandbox', status: 200 })
    expect(rest.meta.simulated).toBe(true)

    const picture = await buy(screenshot, page, 'image/png,*/*;q=0.1', payment)
    expect(picture.headers.get('content-type')).toBe('image/png')
    expect(picture.headers.get('idempotent-replay')).toBe('true')
    expect(picture.headers.get('payment-response')).not.toBeNull()
    const bytes = Buffer.from(await picture.arrayBuffer())
    expect(bytes.equals(Buffer.from(data, 'base64'))).toBe(true)
    expect(bytes.length).toBe(rest.bytes)
    expect(JSON.parse(picture.headers.get('x-answer') ?? '')).toEqual(rest)
    expect(PNG.sync.read(bytes)).toMatchObject({ width: 400, height: 300 })
  })

  test('of a private address is refused before anything is asked or claimed', async () => {
    const claims = service.claims()
    for (const url of ['http://127.0.0.1/', 'http://localhost/', 'file:///etc/passwd', 'http://example.com:22/', 'nothing']) {
      const response = await fetch(service.url + screenshot, asking({ url }))
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ code: 'invalid_input', field: 'body.url' })
    }
    expect(service.claims()).toBe(claims)
  })

  test('of a page that is not there leaves its payment as a credit', async () => {
    const missing = { url: 'http://nothing.example/' }
    const payment = await paymentFor(screenshot, missing)
    const response = await buy(screenshot, missing, 'image/png', payment)
    expect(response.status).toBe(502)
    expect(await response.json()).toMatchObject({ code: 'page_unreachable', credit: { runsLeft: 2 } })
    expect((await buy(screenshot, page, 'image/png', payment)).headers.get('content-type')).toBe('image/png')
  })

  test('without a free place is refused before its payment is claimed, and the payment stays usable', async () => {
    const slow = { url: 'http://hostile.example/drip', wait_seconds: 1.5 }
    const payments = await Promise.all(Array.from({ length: 4 }, () => paymentFor(screenshot, slow)))
    const claims = service.claims()
    const answers = await Promise.all(payments.map((payment) => buy(screenshot, slow, 'image/png', payment)))
    const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other)
    expect(statuses).toEqual([200, 200, 503, 503])
    expect(service.claims() - claims).toBe(2)
    const refused = answers.findIndex(({ status }) => status === 503)
    expect(answers[refused]?.headers.get('retry-after')).toBe('5')
    expect(await answers[refused]?.json()).toMatchObject({ code: 'overloaded', retryable: true })
    expect((await buy(screenshot, slow, 'image/png', payments[refused])).status).toBe(200)
  })
})

test.runIf(browserHere)('a PDF over HTTP is the document itself for callers who ask for it', async () => {
  const body = { markdown: '# Invoice\n\n<script>alert(1)</script>\n\nTotal: **5 €**', title: 'Invoice' }
  const response = await buy('/v1/util/pdf-generate', body, 'application/pdf')
  expect(response.headers.get('content-type')).toBe('application/pdf')
  expect(JSON.parse(response.headers.get('x-answer') ?? '')).toMatchObject({ pageCount: 1, title: 'Invoice', refused: [] })
  expect(Buffer.from(await response.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-')
})

test.runIf(browserHere)('a PDF needs exactly one source', async () => {
  for (const body of [{}, { html: 'a', markdown: 'b' }]) {
    const response = await fetch(`${service.url}/v1/util/pdf-generate`, asking(body))
    expect(await response.json()).toMatchObject({ status: 400, detail: 'body: expected exactly one of html, markdown and url.' })
  }
})

describe.runIf(browserHere)('over MCP', () => {
  test('a screenshot is image content, and the rest is structured', async () => {
    const result = await callPayingX402(client, account, { name: 'screenshot', arguments: page })
    expect(result.isError).toBeFalsy()
    const [words, picture] = result.content as [{ type: string }, { type: string; mimeType: string; data: string }]
    expect(words.type).toBe('text')
    expect(picture).toMatchObject({ type: 'image', mimeType: 'image/png' })
    expect(PNG.sync.read(Buffer.from(picture.data, 'base64'))).toMatchObject({ width: 400, height: 300 })
    expect(result.structuredContent).toMatchObject({ title: 'A page of the sandbox', status: 200 })
    expect(result.structuredContent).not.toHaveProperty('data')
  })

  test('a PDF is an embedded resource', async () => {
    const result = await callPayingX402(client, account, { name: 'pdf-generate', arguments: { html: '<p>Hello' } })
    expect(result.content[1]).toMatchObject({
      type: 'resource',
      resource: { mimeType: 'application/pdf', blob: expect.stringMatching(/^JVBERi/) },
    })
  })
})
