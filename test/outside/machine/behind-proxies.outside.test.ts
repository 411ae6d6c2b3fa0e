import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { Receipt } from 'mppx'
import { evm, Mppx } from 'mppx/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stockClient } from '../../../sandbox/demo/stock-client.ts'
import { loadConfig } from '../../../src/config/config.ts'
import { exampleRequest, exampleUrl } from '../../example-calls.ts'
import { pay, priceOfBitcoin, receiptOf, signPayment, termsOf, callWith } from '../../signed-payments.ts'
import { startTestService, untilTextToolsAnswer, type TestService } from '../../start-test-service.ts'
import { untilDataIsLoaded } from '../../e2e/until-data-is-loaded.ts'
import { describeWith } from '../needs.ts'
import type { ProxyName } from './proxy-programs.ts'
import { startProxy, type ReverseProxy } from './stock-proxies.ts'

const proxies: readonly ProxyName[] = ['nginx', 'caddy']
/** Their certificate is self-signed. */
const checked = process.env['NODE_TLS_REJECT_UNAUTHORIZED']
beforeAll(() => void (process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'))
afterAll(() => {
  if (checked === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
  else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = checked
})

for (const name of proxies)
  await describeWith([name], `behind ${name} with stock settings, over TLS`, () => {
    let service: TestService
    let proxy: ReverseProxy
    beforeAll(async () => {
      service = await startTestService({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
      proxy = await startProxy(name, join(service.directory, name), service.url)
      await untilDataIsLoaded(service)
      await untilTextToolsAnswer(service)
    })
    afterAll(async () => {
      await proxy?.close()
      await service?.close()
    })

    test('every offer asks for its price with six networks, or answers', async () => {
      for (const offer of service.parts.catalog.offers) {
        const response = await fetch(proxy.url + exampleUrl(offer), exampleRequest(offer))
        expect({ id: offer.id, status: response.status }).toEqual({ id: offer.id, status: offer.access.kind === 'fixed' ? 402 : 200 })
        await response.body?.cancel()
        if (offer.access.kind !== 'fixed') continue
        const terms = await termsOf(proxy.url, exampleUrl(offer), exampleRequest(offer))
        expect(terms.accepts, offer.id).toHaveLength(6)
      }
    })

    test('the stock client of x402 pays', async () => {
      const assets = [...service.parts.chains.values()].map(({ network: { id, asset } }) => ({ network: id, usdc: asset }))
      const buy = stockClient(await service.payingWallet(), assets)
      const paid = await buy(proxy.url + priceOfBitcoin, {})
      expect([paid.status, (await receiptOf(paid)).state]).toEqual([200, 'settled'])
    })

    test('the stock client of MPP pays', async () => {
      const account = await service.payingWallet()
      const { fetch: buy } = Mppx.create({ methods: [evm.charge({ account, currencies: [evm.assets.base.USDC] })], polyfill: false })
      const paid = await buy(proxy.url + priceOfBitcoin)
      const receipt = await receiptOf(paid)
      expect([paid.status, receipt.state, receipt.protocol]).toEqual([200, 'settled', 'mpp'])
      expect(Receipt.fromResponse(paid)).toMatchObject({ method: 'evm', reference: receipt.transaction })
    })

    test('200 payments at once are 200 answers with a receipt each', async () => {
      const wallets = await Promise.all(Array.from({ length: 20 }, () => service.payingWallet('5')))
      const terms = await termsOf(proxy.url, priceOfBitcoin)
      const payments = await Promise.all(wallets.flatMap((wallet) => Array.from({ length: 10 }, () => signPayment(terms, wallet))))
      const answers = await Promise.all(payments.map((payment) => callWith(proxy.url + priceOfBitcoin, payment)))
      expect(answers.map(({ status }) => status)).toEqual(payments.map(() => 200))
      expect(new Set(answers.map(({ headers }) => headers.get('link'))).size).toBe(200)
    })

    test('MCP lists its tools and answers a free one', async () => {
      const client = new Client({ name: 'test', version: '1' })
      await client.connect(new StreamableHTTPClientTransport(new URL(`${proxy.url}/mcp`)))
      expect((await client.listTools()).tools.length).toBe(service.parts.catalog.offers.length)
      expect((await client.callTool({ name: 'discovery', arguments: {} })).isError).not.toBe(true)
      await client.close()
    })
  })

await describeWith(proxies, 'a settlement that waits', () => {
  test('is a 503 with the receipt before nginx or Caddy gives up', async () => {
    // Half of the minute for which nginx waits is left to a busy machine; here, more of it.
    expect(loadConfig({}).answerWithinSeconds).toBeLessThanOrEqual(30)
    const env = { TRUSTED_PROXIES: '127.0.0.1', ANSWER_WITHIN_SECONDS: '5' }
    const service = await startTestService({ ownSandbox: { blockMs: 3_600_000 }, env })
    const started = await Promise.all(proxies.map((name) => startProxy(name, join(service.directory, name), service.url)))
    try {
      const path = `/v1/crypto/token-analysis/${service.chain().network.asset}`
      const accounts = await Promise.all(started.map(() => service.wallet()))
      const answers = await Promise.all(started.map(({ url }, index) => pay(url, accounts[index]!, { path })))
      for (const response of answers) {
        expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([503, 'settlement_pending'])
        expect(response.headers.get('link')).toContain('/v1/receipts/')
      }
    } finally {
      for (const proxy of started) await proxy.close()
      await service.close()
    }
  })
})
