import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { evm, Mppx } from 'mppx/client'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answer, type AnyOffer, type OfferContext } from '../../src/offers/offer.ts'
import { callMcp, callPayingX402, connectMcp, mppCredential, type ToolResult } from '../mcp-clients.ts'
import { callWith, pay, priceOfBitcoin, receiptOf, signPayment, termsOf, usdcOf, type Account } from '../signed-payments.ts'
import { startTestService, type TestService } from '../start-test-service.ts'

let service: TestService
let account: Account
let client: Client
let upstream: Server
let status = 500
/** An offer whose run hands on what its upstream sends, whatever the status, as an own offer may do by mistake. */
let sold: { run: AnyOffer['run'] }
let whole: AnyOffer['run']

beforeAll(async () => {
  service = await startTestService()
  account = await service.payingWallet('5')
  client = await connectMcp(service.url)
  upstream = createServer((_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error: 'boom' })),
  )
  await new Promise<void>((resolve) => void upstream.listen(0, '127.0.0.1', resolve))
  const { port } = upstream.address() as AddressInfo
  sold = service.parts.catalog.byId('market-price') as unknown as typeof sold
  whole = sold.run
  sold.run = async (_input, { signal }: OfferContext) => answer(await (await fetch(`http://127.0.0.1:${port}/`, { signal })).json())
})
afterAll(async () => {
  if (whole) sold.run = whole
  await client?.close()
  upstream?.close()
  await service?.close()
})

const paidTo = () => usdcOf(service.chain(), service.sandbox.payTo)
const tool = { name: 'market-price', arguments: { symbol: 'BTC' } }
const misfit = { code: 'invalid_answer', status: 500, retryable: true }
const released = { state: 'released', charged: { usd: '0' } }

const calls = {
  'x402 over HTTP': async () => ofResponse(await pay(service.url, account, { path: priceOfBitcoin })),
  'MPP over HTTP': async () => {
    const mppx = Mppx.create({ methods: [evm.charge({ account, currencies: [evm.assets.base.USDC] })], polyfill: false })
    return ofResponse(await mppx.fetch(service.url + priceOfBitcoin))
  },
  'x402 over MCP': async () => ofResult(await callPayingX402(client, account, tool)),
  'MPP over MCP': async () => {
    const credential = await mppCredential(client, account, tool)
    return ofResult(await callMcp(client, { ...tool, _meta: { 'org.paymentauth/credential': credential } }))
  },
}

/** What a caller is told: the problem, and the receipt of the payment that came with the call. */
async function ofResponse(response: Response) {
  const receipt = await receiptOf(response)
  return { problem: await response.json(), receipt }
}

function ofResult(result: ToolResult) {
  return { problem: result['_meta']?.['farthing/problem'], receipt: result['_meta']?.['farthing/receipt'] }
}

describe.each([500, 404])('an upstream that answers %i costs nothing', (said) => {
  test.each(Object.entries(calls))('with %s', async (_, call) => {
    status = said
    const before = await paidTo()
    const { problem, receipt } = await call()
    expect(problem).toMatchObject(misfit)
    expect(receipt).toMatchObject(released)
    expect(JSON.stringify(problem)).not.toContain('boom')
    expect(await paidTo()).toBe(before)
  })
})

/** Calls of the offer that ended so, as /metrics counts them. */
async function misfitsCounted(): Promise<number> {
  const metrics = await (await fetch(`${service.url}/metrics`)).text()
  return Number(/^farthing_calls_total\{offer="market-price",outcome="invalid_answer"\} (\d+)$/m.exec(metrics)?.[1] ?? 0)
}

test('the same payment buys the answer once the offer has one, and the call that failed is counted by offer', async () => {
  const before = await misfitsCounted()
  const payment = await signPayment(await termsOf(service.url, priceOfBitcoin), account)
  const failed = await callWith(service.url + priceOfBitcoin, payment)
  expect(await failed.json()).toMatchObject(misfit)
  const failing = sold.run
  sold.run = whole
  const answered = await callWith(service.url + priceOfBitcoin, payment)
  sold.run = failing
  expect(await answered.json()).toMatchObject({ success: true, data: { symbol: 'BTC' } })
  expect(await receiptOf(answered)).toMatchObject({ state: 'settled', charged: { usd: '0.0075' } })
  expect(await misfitsCounted()).toBe(before + 1)
})
