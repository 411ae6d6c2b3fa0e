import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { execFile } from 'node:child_process'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { World } from '../sandbox/world.ts'
import { systemTimers } from '../src/ops/system.ts'
import { callPayingX402, connectMcp } from './mcp-clients.ts'
import { startProcess, type ServiceProcess } from './service-process.ts'
import { pay, priceOfBitcoin, receiptOf, termsOf } from './signed-payments.ts'
import { codeOf } from './support/page-code.ts'

const project = resolve(import.meta.dirname, '..')
const [avalanche, sepolia] = ['eip155:43114', 'eip155:84532']

let directory: string
let file: string
let service: ServiceProcess
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'farthing-adding-a-network-'))
  const [block] = await codeOf('docs/adding-a-network.md')
  file = join(directory, block!.file)
  await writeFile(file, block!.code)
  service = await startProcess({ DATA_DIR: join(directory, 'data'), SANDBOX_NETWORKS: `base-sepolia,${file}` })
})
afterAll(async () => {
  await service?.stop()
  await rm(directory, { recursive: true, force: true })
})

/** The world.json of the sandbox of the service. */
async function world(): Promise<Pick<World, 'networks'>> {
  return JSON.parse(await readFile(join(directory, 'data/sandbox/world.json'), 'utf8')) as World
}

interface Ended {
  readonly code: number
  readonly text: string
}

/** Runs a command of the program to its end. */
function farthing(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> {
  return new Promise((done) => {
    const options = { cwd: project, env: { PATH: process.env['PATH'], ...env }, timeout: 120_000 }
    execFile(process.execPath, ['src/main.ts', ...args], options, (error, out, err) =>
      done({ code: error === null ? 0 : Number(error.code), text: out + err }),
    )
  })
}

describe('the networks of docs/adding-a-network.md in a sandbox', () => {
  test('replace the others in the terms, with the domain of their file', async () => {
    const { accepts } = await termsOf(service.url, priceOfBitcoin)
    expect(accepts.map(({ network, extra: { name, version } }) => [network, name, version])).toEqual([
      [sepolia, 'USDC', '2'],
      [avalanche, 'USD Coin', '2'],
    ])
  })

  test('are in every document', async () => {
    for (const path of ['/openapi.json', '/llms.txt', '/v1/agent/discovery', '/status', '/sandbox']) {
      const text = await (await fetch(service.url + path)).text()
      for (const named of ['eip155:43114', 'eip155:84532']) expect(text, path).toContain(named)
      expect(text, path).not.toContain('eip155:137')
    }
  })

  test('are paid on by x402, over HTTP and MCP, and by the commands', async () => {
    const account = privateKeyToAccount(generatePrivateKey())
    const funded = await fetch(`${service.url}/sandbox/faucet`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ address: account.address, usdc: '1' }),
    })
    expect(funded.status).toBe(200)
    for (const network of [sepolia, sepolia, avalanche]) {
      const paid = await pay(service.url, account, { path: priceOfBitcoin, network })
      expect(paid.status).toBe(200)
      expect(await receiptOf(paid)).toMatchObject({ network })
    }
    const client = await connectMcp(service.url)
    const called = await callPayingX402(client, account, { name: 'market-price', arguments: { symbol: 'BTC' } })
    expect(called).toMatchObject({ _meta: { 'farthing/receipt': { state: 'settled', network: sepolia } } })
    await client.close()
    const args = ['pay', service.url + priceOfBitcoin, '--network', 'avalanche']
    expect(await farthing(args, { EXTRA_NETWORKS: file })).toMatchObject({
      code: 0,
      text: expect.stringContaining('Avalanche (eip155:43114)'),
    })
    expect(await farthing(args, {})).toMatchObject({ code: 2, text: expect.stringContaining('--network must name one of') })
  })
})

describe('the same networks on nodes of their own', () => {
  const live = async (networks: string, nodes: Readonly<Record<string, string>>) => ({
    MODE: 'live',
    DATA_DIR: join(directory, 'live'),
    PAY_TO: '0x00000000000000000000000000000000000a11ce',
    SIGNER_KEY: generatePrivateKey(),
    PUBLIC_URL: 'https://api.example.com',
    GAS_COIN_CEILINGS: 'AVAX=0.01',
    EXTRA_NETWORKS: networks,
    ...nodes,
  })
  const nodeOf = async (id: string) => (await world()).networks.find((network) => network.id === id)?.rpcUrl ?? ''

  test('are sold on with MODE=live', async () => {
    const env = await live(file, { RPC_URL_AVALANCHE: await nodeOf(avalanche) })
    const lines: string[] = []
    const own = await startProcess(env, project, 'src/main.ts', process.execPath, (line) => void lines.push(line))
    try {
      const discovery = (await (await fetch(`${own.url}/v1/agent/discovery`)).json()) as Record<string, any>
      expect(JSON.stringify(discovery)).toContain(avalanche)
      expect(JSON.stringify(discovery)).not.toContain('eip155:8453')
    } finally {
      await own.stop()
    }
  })

  test('are refused by doctor and left out at the start where the file has a wrong domain, with the right one', async () => {
    const wrong = join(directory, 'wrong.json')
    await writeFile(wrong, (await readFile(file, 'utf8')).replace('"USD Coin"', '"USDC"'))
    const env = await live(wrong, { RPC_URL_AVALANCHE: await nodeOf(avalanche) })
    const words = 'is USDC / 2, and that of the token is another: write "domain": {"name":"USD Coin","version":"2"}'
    expect((await farthing(['doctor'], env)).text).toContain(words)
    const started = await Promise.race([farthing(['start'], { ...env, PORT: '0' }), systemTimers.sleep(100_000)])
    expect(started).toMatchObject({ code: 1, text: expect.stringContaining(words.replaceAll('"', '\\"')) })
  })
})
