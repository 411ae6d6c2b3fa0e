import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mcpCommand } from '../../src/commands/mcp.ts'
import { expensivePrice, openKillable, type KillableService } from '../killable-service.ts'
import { usdcOf } from '../signed-payments.ts'

let killable: KillableService
let walletDirectory: string
beforeAll(async () => {
  walletDirectory = await mkdtemp(join(tmpdir(), 'farthing-test-'))
  killable = await openKillable()
})
afterAll(async () => {
  await killable?.close()
  await rm(walletDirectory, { recursive: true, force: true })
})

const paidIn = () => usdcOf(killable.chain, killable.sandbox.payTo)

/** Above the price of the first call free. */
const expensiveCall = { name: 'token-analysis', arguments: { address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' } }

test('a call whose service is killed after it sent the settlement is paid once, and answered when the service is back', async () => {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()]
  const doomed = await killable.startNext('sent')
  const args = ['--wallet', '--url', doomed.url, '--data-dir', walletDirectory, '--max-per-call', '0.15', '--max-per-day', '0.15']
  const done = mcpCommand(args, { stdin, stdout, err: () => {}, env: {} })
  const client = new Client({ name: 'host', version: '1.0.0' })
  await client.connect(new StdioServerTransport(stdout, stdin))
  const before = await paidIn()

  const call = client.callTool(expensiveCall, undefined, { timeout: 120_000 }) as Promise<CallToolResult>
  expect(await doomed.ended).toBe('SIGKILL')
  const again = await killable.startNext(null, { PORT: new URL(doomed.url).port })
  // The bridge may have waited long enough. If not, the model calls again, as the answer tells it to.
  const first = await call
  const result =
    first.isError === true ? ((await client.callTool(expensiveCall, undefined, { timeout: 120_000 })) as CallToolResult) : first
  if (first.isError === true) expect(JSON.stringify(first.content)).toContain('Call the same tool with the same arguments again')
  expect(result).toMatchObject({ structuredContent: { known: { symbol: 'USDC' } }, _meta: { 'farthing/receipt': { state: 'settled' } } })
  expect((await paidIn()) - before).toBe(expensivePrice)
  expect(await client.callTool({ name: 'wallet_limits' })).toMatchObject({
    structuredContent: { spentTodayUsd: '0.15', leftTodayUsd: '0' },
  })

  await client.close()
  stdin.end()
  expect(await done).toBe(0)
  await again.stop()
})
