import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/server'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach } from 'vitest'
import { systemRandom, systemTimers } from '../../ops/system.ts'
import { usd } from '../../shared/money.ts'
import { openSharedFile } from '../../store/sqlite/open-shared-file.ts'
import { createSender } from '../send-request.ts'
import { createBridge, type BridgeSettings } from './create-bridge.ts'
import { createSpendingBook, spendingSchema } from './spending-book.ts'
import { createToolServer } from './tool-server.ts'
import { openToolService, type ToolServiceOptions } from './tool-service.fixture.ts'

export const account = privateKeyToAccount(generatePrivateKey())
export const noon = Date.parse('2026-11-21T12:00:00Z')

let directory: string
/** The clock of the bridges; set to noon before each test. */
export const time = { now: noon }
const closing: (() => Promise<unknown> | void)[] = []
/** To be called in each test file: gives every test a directory, and closes all that it opened. */
export function openAndClose(): void {
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'farthing-test-'))
    time.now = noon
  })
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close()
    rmSync(directory, { recursive: true, force: true })
  })
}

export async function service(options: ToolServiceOptions = {}) {
  const opened = await openToolService(options)
  closing.push(opened.close)
  return opened
}

/** A bridge with its host. A second one over the same directory is the bridge after a restart. */
export async function bridgeTo(url: string, changes: Partial<BridgeSettings> = {}) {
  const sender = createSender(systemTimers)
  const server = createToolServer(new URL(`${url}/mcp`), '0')
  const file = openSharedFile(join(directory, 'spending.db'), spendingSchema)
  const book = createSpendingBook(file)
  const told: string[] = []
  const bridge = await createBridge(
    {
      service: new URL(url),
      account,
      limits: { perCall: usd('0.10'), perDay: usd('1') },
      network: null,
      insecure: false,
      rpcUrls: new Map(),
      pays: true,
      version: '0',
      ...changes,
    },
    {
      server,
      book,
      send: sender.send,
      clock: { now: () => time.now },
      timers: { ...systemTimers, sleep: () => systemTimers.sleep(5) },
      random: systemRandom,
      tell: (line) => void told.push(line),
    },
  )
  const [here, there] = InMemoryTransport.createLinkedPair()
  const client = new Client({ name: 'host', version: '1' })
  bridge.serve(there)
  await client.connect(here)
  const close = async () => {
    await client.close()
    await server.close()
    await sender.close()
    file.close()
  }
  closing.push(close)
  return {
    client,
    book,
    told,
    close,
    serve: bridge.serve,
    call: async (values: Record<string, unknown> = {}) => (await client.callTool({ name: 'quote', arguments: values })) as CallToolResult,
    spent: () => book.spending('live', time.now).spent,
  }
}

export const text = ({ content }: CallToolResult) => content.map((item) => (item.type === 'text' ? item.text : '')).join('\n')
