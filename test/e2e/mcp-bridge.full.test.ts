import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { privateKeyToAccount } from 'viem/accounts'
import { mcpCommand } from '../../src/commands/mcp.ts'
import { startTestService, type TestService } from '../start-test-service.ts'
import { pay, priceOfBitcoin, usdcOf } from '../signed-payments.ts'

const launcher = resolve(import.meta.dirname, '../../bin/farthing')

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  // The first call of the wallet that the sandbox lends is free.
  const lent = privateKeyToAccount(service.sandbox.world.payer.privateKey)
  expect((await pay(service.url, lent, { path: priceOfBitcoin })).status).toBe(200)
})
afterAll(() => service?.close())

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function dataDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'farthing-test-'))
  closing.push(() => rm(directory, { recursive: true, force: true }))
  return directory
}

interface Host {
  readonly client: Client
  log(): string
  call(name: string, values?: Record<string, unknown>): Promise<CallToolResult>
}

/** A host with the official client and `farthing mcp --wallet` as its server, connected by streams as a process is. */
async function host(...options: string[]): Promise<Host> {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()]
  let log = ''
  const args = ['--wallet', '--url', service.url, ...options]
  const done = mcpCommand(args, { stdin, stdout, err: (text) => void (log += text), env: {} })
  // Both directions carry lines of JSON, so the server's transport works for the client too.
  const client = await connect(new StdioServerTransport(stdout, stdin))
  closing.unshift(async () => {
    await client.close()
    stdin.end()
    expect(await done).toBe(0)
  })
  return hostOf(client, () => log)
}

/** The same in a process of its own. */
async function hostOfProcess(...options: string[]): Promise<Host> {
  const args = [launcher, 'mcp', '--wallet', '--url', service.url, ...options]
  const transport = new StdioClientTransport({ command: process.execPath, args, stderr: 'pipe' })
  let log = ''
  transport.stderr?.on('data', (chunk: Buffer) => (log += chunk.toString()))
  const client = await connect(transport)
  closing.unshift(() => client.close())
  return hostOf(client, () => log)
}

async function connect(transport: Transport): Promise<Client> {
  const client = new Client({ name: 'host', version: '1.0.0' })
  await client.connect(transport)
  return client
}

function hostOf(client: Client, log: () => string): Host {
  return {
    client,
    log,
    call: async (name, values = {}) =>
      (await client.callTool({ name, arguments: values }, undefined, { timeout: 60_000 })) as CallToolResult,
  }
}

const textOf = (result: CallToolResult) => result.content.map((item) => (item.type === 'text' ? item.text : '')).join('\n')
const earned = () => usdcOf(service.chain(), service.sandbox.payTo)

describe('farthing mcp --wallet', () => {
  test('forwards every tool and resource of the service', async () => {
    const { client } = await host('--data-dir', await dataDirectory())
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([...service.parts.catalog.offers.map(({ id }) => id), 'wallet_limits'])
    expect(client.getInstructions()).toContain('wallet')
    const { contents } = await client.readResource({ uri: 'farthing://prices' })
    expect(contents[0]).toMatchObject({ mimeType: 'application/json' })
  })

  test('answers free tools, and pays for the others, with the same receipt as an HTTP call', async () => {
    const { call, log } = await hostOfProcess('--data-dir', await dataDirectory())
    expect((await call('discovery')).structuredContent).toMatchObject({ provider: 'Farthing' })
    const before = await earned()
    const result = await call('market-price', { symbol: 'BTC' })
    expect(result).toMatchObject({
      structuredContent: { success: true, data: { symbol: 'BTC' } },
      _meta: {
        'x402/payment-response': { success: true, amount: '7500' },
        'farthing/receipt': { state: 'settled', offer: 'market-price' },
      },
    })
    expect(textOf(result)).toContain('paid $0.0075 in play money on the Base chain of a sandbox')
    expect((await earned()) - before).toBe(7500n)
    expect((await call('wallet_limits')).structuredContent).toMatchObject({
      world: 'sandbox',
      spentTodayUsd: '0.0075',
      leftTodayUsd: '0.9925',
    })
    expect(log()).toMatch(/charged: 0\.0075 USDC \(sandbox\)/)
  })

  test('refuses a call above its limit before it signs anything, and says what to do', async () => {
    const { call } = await host('--data-dir', await dataDirectory(), '--max-per-call', '0.005')
    const before = await earned()
    const result = await call('market-price', { symbol: 'BTC' })
    expect(result.isError).toBe(true)
    expect(textOf(result)).toMatch(
      /^Not paid: the call costs 0\.0075 USDC, more than the limit of 0\.005 USDC\. .*Nothing was signed.*--max-per-call/,
    )
    expect((await call('wallet_limits')).structuredContent).toMatchObject({ spentTodayUsd: '0' })
    expect((await earned()) - before).toBe(0n)
  })

  test('keeps the daily limit with ten calls at once, and after a restart', async () => {
    const directory = await dataDirectory()
    const options = ['--data-dir', directory, '--max-per-day', '0.0375']
    const before = await earned()
    const first = await host(...options)
    const symbols = ['BTC', 'ETH', 'SOL', 'XRP', 'ADA', 'DOGE', 'LTC', 'DOT', 'LINK', 'USDC']
    const results = await Promise.all(symbols.map((symbol) => first.call('market-price', { symbol })))
    const refused = results.filter((result) => textOf(result).includes('Not paid'))
    expect(refused).toHaveLength(5)
    for (const result of refused) {
      expect(textOf(result)).toMatch(/\$0\.0375 of the \$0\.0375 for this UTC day .* \$0 is left until \d{4}-\d\d-\d\dT00:00:00\.000Z/)
    }
    await first.client.close()

    const second = await host(...options)
    expect(textOf(await second.call('market-price', { symbol: 'BTC' }))).toContain('Not paid')
    expect((await second.call('discovery')).isError).not.toBe(true)
    const paid = results.filter((result) => textOf(result).includes('Wallet: paid'))
    expect(paid.length).toBeGreaterThan(0)
    expect((await earned()) - before).toBe(BigInt(paid.length) * 7500n)
  })

  test('counts nothing twice when a failed call is followed by another', async () => {
    const { call } = await host('--data-dir', await dataDirectory(), '--max-per-day', '0.0075')
    const before = await earned()
    const failed = await call('market-price', { symbol: 'NOSUCHCOIN' })
    expect(textOf(failed)).toMatch(/unknown_symbol[^]*not charged; its \$0\.0075 stays reserved for the next payment/)
    expect((await call('market-price', { symbol: 'ETH' })).structuredContent).toMatchObject({ data: { symbol: 'ETH' } })
    expect((await earned()) - before).toBe(7500n)
    expect(textOf(await call('market-price', { symbol: 'SOL' }))).toContain('Not paid')
  })

  test('keeps the daily limit for two bridges that share a data directory', async () => {
    const directory = await dataDirectory()
    const options = ['--data-dir', directory, '--max-per-day', '0.03']
    const hosts = await Promise.all([host(...options), hostOfProcess(...options)])
    const before = await earned()
    const calls = ['BTC', 'ETH', 'SOL', 'XRP', 'ADA', 'DOGE'].map((symbol, index) => hosts[index % 2]!.call('market-price', { symbol }))
    const results = await Promise.all(calls)
    expect(results.filter((result) => textOf(result).includes('Not paid'))).toHaveLength(2)
    expect((await earned()) - before).toBeLessThanOrEqual(30_000n)
  })

  test('stops with its host', async () => {
    const args = [launcher, 'mcp', '--wallet', '--url', service.url, '--data-dir', await dataDirectory()]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'], timeout: 15_000 })
    let stdout = ''
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
    const [status, signal] = (await once(child, 'exit')) as [number | null, string | null]
    expect({ status, signal, stdout }).toEqual({ status: 0, signal: null, stdout: '' })
  })
})
