import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { registerExactEvmScheme } from '@x402/evm/exact/client'
import { x402Client, wrapFetchWithPayment } from '@x402/fetch'
import { evm, Mppx } from 'mppx/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callPayingX402, connectMcp } from '../mcp-clients.ts'
import { receiptOf, usdcOf, type Account } from '../signed-payments.ts'
import { startTestService, type TestService } from '../start-test-service.ts'

/** An API of others: JSON with its own spacing, and a picture of one pixel. */
const json = '{ "port": "brest",\n  "metres": 4.20 }'
const picture = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

const folder = mkdtempSync(join(tmpdir(), 'farthing-sell-clients-'))
let upstream: Server
let asked = 0
let service: TestService
let account: Account

beforeAll(async () => {
  upstream = createServer((request, response) => {
    asked += 1
    const isPicture = request.url?.endsWith('.png') === true
    response.writeHead(200, { 'content-type': isPicture ? 'image/png' : 'application/json' }).end(isPicture ? picture : json)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => upstream.once('listening', resolve))
  const file = join(folder, 'offers.yaml')
  writeFileSync(
    file,
    `service: { name: Tides of Brest, description: Heights of the sea. }
upstreams:
  tides: { url: 'http://127.0.0.1:${(upstream.address() as AddressInfo).port}', private: true }
offers:
  - { route: 'GET /tides/{port}', upstream: tides, price: 0.01 }
  - { route: 'GET /maps/{name}', upstream: tides, price: 0.02, answer: { types: [image/png] } }
`,
  )
  service = await startTestService({ env: { OFFERS_FILE: file } })
  account = await service.wallet('5')
})
afterAll(async () => {
  await service?.close()
  await new Promise((resolve) => void upstream.close(resolve))
  rmSync(folder, { recursive: true, force: true })
})

const paid = () => usdcOf(service.chain(), service.sandbox.payTo)

test('@x402/fetch, unmodified, pays an API of others and gets its bytes', async () => {
  const before = await paid()
  const client = new x402Client()
  registerExactEvmScheme(client, { signer: account })
  const response = await wrapFetchWithPayment(fetch, client)(`${service.url}/tides/brest`)
  expect([response.status, await response.text()]).toEqual([200, json])
  expect((await receiptOf(response)).state).toBe('settled')
  expect((await paid()) - before).toBe(10_000n)
})

test('mppx, unmodified, pays for a picture and gets its bytes', async () => {
  const before = await paid()
  const client = Mppx.create({ methods: [evm.charge({ account, currencies: [evm.assets.base.USDC] })], polyfill: false })
  const response = await client.fetch(`${service.url}/maps/brest.png`)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(Buffer.from(await response.arrayBuffer()).equals(picture)).toBe(true)
  expect((await paid()) - before).toBe(20_000n)
})

test('a client of MCP buys the same as a tool, the picture as a picture', async () => {
  const client = await connectMcp(service.url)
  const { tools } = await client.listTools()
  const [tide, map] = ['get-tides-port', 'get-maps-name'].map((name) => tools.find((tool) => tool.name === name)?.name)
  const result = await callPayingX402(client, account, { name: tide!, arguments: { port: 'brest' } })
  expect(result.content).toContainEqual(expect.objectContaining({ type: 'text', text: json }))
  const drawn = await callPayingX402(client, account, { name: map!, arguments: { name: 'brest.png' } })
  expect(drawn.content).toContainEqual(expect.objectContaining({ type: 'image', mimeType: 'image/png', data: picture.toString('base64') }))
  await client.close()
})

test('two payers are two purchases, and neither gets what the other bought', async () => {
  const before = asked
  const buy = async (payer: Account) => {
    const client = new x402Client()
    registerExactEvmScheme(client, { signer: payer })
    const response = await wrapFetchWithPayment(fetch, client)(`${service.url}/tides/dover`)
    return (await receiptOf(response)).id
  }
  const receipts = [await buy(account), await buy(await service.wallet('1'))]
  expect([new Set(receipts).size, asked - before]).toEqual([2, 2])
})
