import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { ConfigError, loadWalletConfig } from '../config/config.ts'
import type { Environment } from '../ops/setting.ts'
import { systemClock, systemRandom, systemTimers } from '../ops/system.ts'
import { formatUsd } from '../shared/money.ts'
import { openSpendingFile } from '../service/open-spending-file.ts'
import { version } from '../version.ts'
import { accountOf, type PayingAccount } from '../wallet/account.ts'
import { createBridge } from '../wallet/bridge/create-bridge.ts'
import { createSpendingBook, spendingSchema } from '../wallet/bridge/spending-book.ts'
import { createToolServer } from '../wallet/bridge/tool-server.ts'
import { createSender } from '../wallet/send-request.ts'
import { mcpHelp, readMcpArguments, type McpArguments } from './mcp-arguments.ts'
import { UsageError } from './usage-error.ts'

export interface McpIo {
  readonly stdin: Readable
  readonly stdout: Writable
  readonly err: (text: string) => void
  /** The process's own unless given. */
  readonly env?: Environment
}

const processIo = (): McpIo => ({ stdin: process.stdin, stdout: process.stdout, err: (text) => void process.stderr.write(text) })

/** Calls that are under way when the host ends have so long to finish. The spending book records them either way. */
const lastCallsMs = 20_000

/** `farthing mcp`: serves until its host closes stdin. Gives 0; 2 for wrong usage or settings. */
export async function mcpCommand(args: readonly string[], io: McpIo = processIo()): Promise<number> {
  try {
    const given = readMcpArguments(args)
    if (given === 'help') {
      io.err(mcpHelp)
      return 0
    }
    await serve(given, given.wallet ? realAccount(given, io.env) : null, io)
    return 0
  } catch (error) {
    if (error instanceof UsageError) io.err(`farthing mcp: ${error.message}\n\n${mcpHelp}`)
    else if (error instanceof ConfigError) io.err(`farthing mcp: ${error.message}\n`)
    else throw error
    return 2
  }
}

/** @throws UsageError for a user who has none, such as a bare number in a container */
function homeOf(): string {
  let home = ''
  try {
    home = homedir()
  } catch {
    // Neither HOME nor an account names one.
  }
  if (!isAbsolute(home))
    throw new UsageError('this user has no home directory for the record of what was spent: name a directory with --data-dir')
  return home
}

async function serve(given: McpArguments, account: PayingAccount | null, io: McpIo): Promise<void> {
  const service = new URL(given.url)
  const tell = (line: string) => io.err(`farthing mcp: ${line}\n`)
  const server = createToolServer(endpointOf(given), version)
  const sender = createSender(systemTimers)
  const file = openSpendingFile(given.dataDir ?? join(homeOf(), '.farthing', 'wallet'), spendingSchema)
  const book = createSpendingBook(file)
  if (given.forgetPayee) book.forgetPayees(service.origin)
  const limits = { perCall: given.perCall, perDay: given.perDay }
  const { network, insecure, rpcUrls, wallet } = given
  const parts = { server, book, send: sender.send, clock: systemClock, timers: systemTimers, random: systemRandom, tell }
  const hostEnded = untilHostEnds(io.stdin)
  const bridge = await createBridge({ service, account, limits, network, insecure, rpcUrls, version, pays: wallet }, parts)
  const served = bridge.serve(new StdioServerTransport(io.stdin, io.stdout))
  const key = account === null ? 'no key, so sandboxes only' : `real USDC of ${account.address}`
  tell(
    wallet
      ? `tools of ${given.url}, paid up to $${formatUsd(given.perCall)} a call and $${formatUsd(given.perDay)} a UTC day (${key})`
      : `tools of ${given.url}, without a wallet`,
  )
  await hostEnded
  await withinTime(bridge.idle())
  await served.close()
  await server.close()
  await sender.close()
  file.close()
}

/** Waits for the last calls, at most `lastCallsMs`. */
function withinTime(calls: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const cancel = systemTimers.after(lastCallsMs, resolve)
    void calls.then(() => {
      cancel()
      resolve()
    })
  })
}

function endpointOf({ url, tools }: McpArguments): URL {
  const endpoint = new URL(`${url}/mcp`)
  if (tools !== null) endpoint.searchParams.set('tools', tools)
  return endpoint
}

function realAccount({ keyFile }: McpArguments, env: Environment | undefined): PayingAccount | null {
  const { walletKey } = keyFile === null ? loadWalletConfig(env) : loadWalletConfig({ WALLET_KEY_FILE: keyFile })
  return walletKey === null ? null : accountOf(walletKey)
}

function untilHostEnds(stdin: Readable): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      for (const signal of signals) process.off(signal, end)
      resolve()
    }
    for (const event of ['end', 'close', 'error']) stdin.once(event, end)
    for (const signal of signals) process.once(signal, end)
  })
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
