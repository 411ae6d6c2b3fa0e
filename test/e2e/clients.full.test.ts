import { wrapAxiosWithPayment } from '@x402/axios'
import { registerExactEvmScheme } from '@x402/evm/exact/client'
import { x402Client, wrapFetchWithPayment } from '@x402/fetch'
import axios from 'axios'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settlementOf, stockClient } from '../../sandbox/demo/stock-client.ts'
import type { NetworkId } from '../../src/chain/chain.ts'
import { startTestService, type TestService } from '../start-test-service.ts'
import { priceOfBitcoin, receiptOf, usdcOf, type Account } from '../signed-payments.ts'

/** Networks whose USDC the official client knows. */
const known: NetworkId[] = ['eip155:8453', 'eip155:1', 'eip155:137', 'eip155:42161']
const all: NetworkId[] = [...known, 'eip155:10', 'eip155:1187947933']

let service: TestService
let account: Account
beforeAll(async () => {
  service = await startTestService()
  account = await service.payingWallet('5')
})
afterAll(() => service?.close())

async function expectPaid(response: { status: number; headers: Headers }, network: NetworkId, before: bigint): Promise<void> {
  expect(response.status).toBe(200)
  const settlement = settlementOf(response as Response)
  expect(settlement).toMatchObject({ success: true, network, amount: '7500' })
  expect(settlement?.transaction).toMatch(/^0x[0-9a-f]{64}$/)
  expect((await receiptOf(response as Response)).state).toBe('settled')
  expect((await usdcOf(service.chain(network), service.sandbox.payTo)) - before).toBe(7500n)
}

describe('@x402/fetch, unmodified', () => {
  test.each(known)('pays on %s with its defaults', async (network) => {
    const before = await usdcOf(service.chain(network), service.sandbox.payTo)
    const client = new x402Client((_version, accepts) => accepts.find((one) => one.network === network)!)
    registerExactEvmScheme(client, { signer: account })
    const response = await wrapFetchWithPayment(fetch, client)(service.url + priceOfBitcoin)
    await expectPaid(response, network, before)
    expect(await response.json()).toMatchObject({ success: true, data: { symbol: 'BTC' } })
  })

  test('pays with no settings at all, on the first network', async () => {
    const client = new x402Client()
    registerExactEvmScheme(client, { signer: account })
    const response = await wrapFetchWithPayment(fetch, client)(service.url + priceOfBitcoin)
    expect(settlementOf(response)?.network).toBe('eip155:8453')
  })

  test.each(all)('pays on %s when the asset is named to it', async (network) => {
    const before = await usdcOf(service.chain(network), service.sandbox.payTo)
    const assets = all.map((id) => ({ network: id, usdc: service.chain(id).network.asset }))
    await expectPaid(await stockClient(account, assets, network)(service.url + priceOfBitcoin), network, before)
  })
})

describe('@x402/axios, unmodified', () => {
  test.each(all)('pays on %s', async (network) => {
    const before = await usdcOf(service.chain(network), service.sandbox.payTo)
    const client = new x402Client((_version, accepts) => accepts.find((one) => one.network === network)!)
    registerExactEvmScheme(client, { signer: account })
    client.setSpendControls({ allowedAssets: true })
    const http = wrapAxiosWithPayment(axios.create(), client as unknown as Parameters<typeof wrapAxiosWithPayment>[1])
    const response = await http.get(service.url + priceOfBitcoin)
    await expectPaid({ status: response.status, headers: new Headers(response.headers as Record<string, string>) }, network, before)
    expect(response.data).toMatchObject({ success: true })
  })
})
