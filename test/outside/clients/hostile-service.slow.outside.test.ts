import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pay, priceOfBitcoin } from '../../signed-payments.ts'
import { startTestService } from '../../start-test-service.ts'
import { buyerMs, buyInAllModes, hostilePackages, hostileTitle } from './hostile-modes.ts'
import { describeInstalled } from './packages.ts'

let directory: string
beforeAll(async () => void (directory = await mkdtemp(join(tmpdir(), 'farthing-hostile-'))))
afterAll(() => rm(directory, { recursive: true, force: true }))

const how = 'which looks for the settlement on the chain, where there is none'

await describeInstalled(hostileTitle, hostilePackages, (folder) => {
  test('farthing pay pays this service once, whatever its facilitator says', async () => {
    await buyInAllModes(folder, '`farthing pay` and this service', how, (facilitator) =>
      withService(facilitator, async (url) => {
        const args = ['src/main.ts', 'pay', url + priceOfBitcoin, '--json']
        // However it ends.
        await new Promise((done) => execFile(process.execPath, args, { timeout: buyerMs }, done))
      }),
    )
  })

  test('the bridge pays this service once, whatever its facilitator says', async () => {
    await buyInAllModes(folder, 'the bridge and this service', how, (facilitator) => withService(facilitator, buyByBridge))
  })
})

/** This service on that facilitator, for which the wallet of the sandbox has used its free first call. */
async function withService(facilitator: string, use: (url: string) => Promise<void>): Promise<void> {
  const service = await startTestService({ env: { FACILITATOR_URL: facilitator, ANSWER_WITHIN_SECONDS: '5' } })
  try {
    const lent = privateKeyToAccount(service.sandbox.world.payer.privateKey)
    expect((await pay(service.url, lent, { path: priceOfBitcoin })).status).toBe(200)
    await use(service.url)
  } finally {
    await service.close()
  }
}

async function buyByBridge(url: string): Promise<void> {
  const data = await mkdtemp(join(directory, 'bridge-'))
  const args = ['bin/farthing', 'mcp', '--wallet', '--url', url, '--data-dir', data]
  const client = new Client({ name: 'host', version: '1.0.0' })
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }))
  // However it ends.
  await client.callTool({ name: 'market-price', arguments: { symbol: 'BTC' } }, undefined, { timeout: buyerMs }).catch(() => {})
  await client.close()
}
