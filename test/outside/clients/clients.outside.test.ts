import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadConfig } from '../../../src/config/config.ts'
import { clientInput, clientWallet, expectPaidEverywhere, printedCalls } from '../../interop/paying-clients.ts'
import { startTestService, type TestService } from '../../start-test-service.ts'
import { keepOutcome } from '../conformance.ts'
import { startProxy, type ReverseProxy } from '../machine/stock-proxies.ts'
import { describeWith } from '../needs.ts'
import { buyingClients, type BuyingClient } from './buying-clients.ts'
import { describeInstalled } from './packages.ts'

interface CallOptions {
  readonly address?: string
  readonly networks?: readonly string[]
}

/** Calls on each network that the client knows; gives how many it knows and how many of the calls were answered. */
async function callEverywhere(
  client: BuyingClient,
  folder: string,
  service: TestService,
  { address = service.url, networks = client.knows ?? service.sandbox.world.networks.map(({ id }) => id) }: CallOptions = {},
) {
  const calls = { address, networks }
  const wallet = await clientWallet(service)
  const [program, ...args] = client.command(folder)
  const printed = await printedCalls(program, args, clientInput(service, wallet, calls))
  const known = calls.networks.length
  return {
    known,
    passed: printed.filter(({ status }) => status === 200).length,
    check: () => expectPaidEverywhere(service, wallet, printed, calls),
  }
}

// All of them at once, since each waits for a server of its packages.
const installed = await Promise.allSettled(buyingClients.map(({ packages }) => packages.install()))

for (const client of buyingClients)
  await describeInstalled(`${client.title}, ${client.version}`, client.packages, (folder) => {
    let service: TestService
    beforeAll(async () => void (service = await startTestService()))
    afterAll(() => service?.close())

    test('pays unmodified on each network that it knows, and gets its answers', async () => {
      const { known, passed, check } = await callEverywhere(client, folder, service)
      const { title: what, version, before } = client
      keepOutcome({ what, with: version, before, passed, failed: known - passed, why: `a call on each of ${known} networks` })
      expect(passed).toBe(known)
      await check()
    })
  })

const behindNginx = buyingClients.filter(({ comparesAddress }, index) => !comparesAddress && installed[index]!.status === 'fulfilled')

await describeWith(['nginx'], 'behind nginx with stock settings', () => {
  let service: TestService
  let proxy: ReverseProxy
  beforeAll(async () => {
    service = await startTestService({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
    proxy = await startProxy('nginx', join(service.directory, 'nginx'), service.url, 'http')
  })
  afterAll(async () => {
    await proxy?.close()
    await service?.close()
  })

  test.each(['x402', 'mpp'] as const)('clients of %s pay', async (protocol) => {
    const clients = behindNginx.filter((client) => client.protocol === protocol)
    const paid: string[] = []
    for (const client of clients) {
      const { known, passed, check } = await callEverywhere(client, await client.packages.install(), service, { address: proxy.url })
      if (passed === known) paid.push(client.version)
      await check()
    }
    keepOutcome({
      what: `clients of ${protocol} behind nginx with stock settings`,
      with: clients.map(({ version }) => version).join('; '),
      before: 'not tried',
      passed: paid.length,
      failed: clients.length - paid.length,
      why: 'a call of each on each network that it knows',
    })
    expect(paid.length).toBeGreaterThanOrEqual(2)
  })
})

test('on Base Sepolia, the test network, those pay that know it', async () => {
  const clients = buyingClients.filter(({ knowsSepolia }, index) => knowsSepolia !== false && installed[index]!.status === 'fulfilled')
  const env = { SANDBOX_NETWORKS: 'base-sepolia' }
  const service = await startTestService({ env, ownSandbox: { blockMs: 500, networks: loadConfig(env).sandboxNetworks } })
  const paid: string[] = []
  try {
    for (const client of clients) {
      const networks = ['eip155:84532']
      const { passed, check } = await callEverywhere(client, await client.packages.install(), service, { networks })
      if (passed === 1) paid.push(client.version)
      await check()
    }
  } finally {
    await service.close()
  }
  keepOutcome({
    what: 'clients on Base Sepolia, of a sandbox with that network alone',
    with: clients.map(({ version }) => version).join('; '),
    before: 'the service did not know the network',
    passed: paid.length,
    failed: clients.length - paid.length,
    why: 'a call of each',
  })
  expect(paid).toEqual(clients.map(({ version }) => version))
})
