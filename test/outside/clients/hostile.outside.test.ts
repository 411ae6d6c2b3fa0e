import { serve, type ServerType } from '@hono/node-server'
import { HTTPFacilitatorClient } from '@x402/core/server'
import { ExactEvmScheme } from '@x402/evm/exact/server'
import { paymentMiddleware, x402ResourceServer } from '@x402/hono'
import { Hono } from 'hono'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { test } from 'vitest'
import { buyerMs, buyInAllModes, hostilePackages, hostileTitle } from './hostile-modes.ts'
import { describeInstalled } from './packages.ts'

await describeInstalled(hostileTitle, hostilePackages, (folder) => {
  test('farthing pay pays an official seller once, whatever the facilitator of the seller says', async () => {
    const how = 'where the seller answers 402 or 5xx after the settlement'
    await buyInAllModes(folder, '`farthing pay` and a seller by @x402/hono', how, async (facilitator) => {
      const seller = officialSeller(facilitator)
      await once(seller, 'listening')
      const { port } = seller.address() as AddressInfo
      const env = { ...process.env, WALLET_KEY: generatePrivateKey() }
      const args = ['src/main.ts', 'pay', `http://127.0.0.1:${port}/tides`, '--json']
      // However it ends.
      await new Promise((done) => execFile(process.execPath, args, { env, timeout: buyerMs }, done))
      seller.close()
    })
  })
})

/** The official middleware, whose facilitator times out after three seconds. */
function officialSeller(facilitator: string): ServerType {
  const network = 'eip155:8453'
  const client = new HTTPFacilitatorClient({ url: facilitator, timeoutMs: 3_000 })
  const server = new x402ResourceServer(client).register(network, new ExactEvmScheme())
  const accepts = { scheme: 'exact', price: '$0.01', network, payTo: privateKeyToAccount(generatePrivateKey()).address } as const
  const app = new Hono()
  app.use(paymentMiddleware({ 'GET /tides': { accepts, description: 'Tides' } }, server))
  app.get('/tides', (context) => context.json({ tide: 'high' }))
  return serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
}
