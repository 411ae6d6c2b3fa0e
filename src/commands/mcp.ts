import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { loadWalletConfig } from '../config/config.ts'
import type { Environment } from '../ops/setting.ts'
import { systemClock, systemRandom, systemTimers } from '../ops/system.ts'
import { formatUsd } from '../shared/money.ts'
import { openSpendingFile } from '../service/open-spending-file.ts'
import { version } from '../version.ts'
import { accountOf, type PayingAccount } from '../wallet/account.ts'
import { createBridge } from '../wallet/bridge/create-bridge.ts'
import { createSpendingBook, spendingSchema } from '../wallet/bridge/spending-book.ts'
import { createToolServer } from '../wallet/bridge/tool-server.ts'
import { payingNetworks, type PayingNetwork } from '../wallet/paying-networks.ts'
import { createSender } from '../wallet/send-request.ts'
import { defineCommand, flag, type GivenTo, value, values } from './define/define-command.ts'
import { readDollars, readNetwork, readUrl } from './define/read-values.ts'
import { UsageError } from './define/usage-error.ts'

export interface McpIo {
  readonly stdin: Readable
  readonly stdout: Writable
  readonly err: (text: string) => void
  /** The process's own unless given. */
  readonly env?: Environment
}

const processIo = (): McpIo => ({ stdin: process.stdin, stdout: process.stdout, err: (text) => void process.stderr.write(text) })

/** Milliseconds that calls have to finish when the host ends. The spending book records them either way. */
const lastCallsMs = 20_000

interface Asked {
  /** Base address of the service, without a slash at the end. */
  readonly url: string
  /** Whether calls are paid. */
  readonly wallet: boolean
  /** USDC base units. */
  readonly perCall: bigint
  readonly perDay: bigint
  readonly network: PayingNetwork['id'] | null
  readonly keyFile: string | null
  /** Null for the one in the home directory. */
  readonly dataDir: string | null
  readonly rpcUrls: ReadonlyMap<PayingNetwork['id'], string>
  readonly insecure: boolean
  /** Accept that the service is paid at another address than before. */
  readonly forgetPayee: boolean
  /** Words that name the tools to show; null for all. */
  readonly tools: string | null
}

const defaultPerCall = '0.10'
const defaultPerDay = '1.00'

const command = defineCommand({
  name: 'mcp',
  forms: [['[options]', 'an MCP server on stdin and stdout that forwards the tools of a Farthing service']],
  options: {
    wallet: flag('pay for calls that have a price; without it they are answered with their terms'),
    url: value('url', 'the service; http://127.0.0.1:4020 unless given'),
    'max-per-call': value('usd', `the most that one call may cost; ${defaultPerCall} unless given`),
    'max-per-day': value('usd', `the most that may be signed for in a UTC day; ${defaultPerDay} unless given`),
    tools: value('words', 'show only these tools: ids, or words of their ids and routes, such as market,companies'),
    network: value(
      'network',
      `pay on this network only: ${payingNetworks.map(({ slug }) => slug).join(', ')}, or an id such as eip155:8453`,
    ),
    'key-file': value('file', 'file with the private key to pay with; only its owner may be able to read it (chmod 600)'),
    'data-dir': value('dir', 'directory for the record of what was spent; .farthing/wallet in the home directory unless given'),
    rpc: values('network=url', 'JSON-RPC node that knows whether a signed payment was spent; may be given several times'),
    insecure: flag('pay even if the service is on another machine and does not use https'),
    'forget-payee': flag('accept that the service is now paid at another address'),
  },
  notes: `The key comes from WALLET_KEY, WALLET_KEY_FILE or --key-file, never from the command line. In a sandbox its own wallet pays, never this key.
    A signed payment counts until a node says that it can no longer be spent. All bridges with the same data directory share the limits. The log
    goes to stderr.`,
})

/** `farthing mcp`: serves until its host closes stdin. Returns 0; 2 for wrong usage or settings. */
export function mcpCommand(args: readonly string[], io: McpIo = processIo()): Promise<number> {
  // Standard output is for MCP only.
  return command.run(args, { out: io.err, err: io.err }, async (asked) => {
    const given = read(asked)
    await serve(given, given.wallet ? realAccount(given, io.env) : null, io)
    return 0
  })
}

/** @throws UsageError */
export function readMcpArguments(args: readonly string[]): Asked | 'help' {
  const given = command.read(args)
  return given === 'help' ? 'help' : read(given)
}

function read({ options }: GivenTo<typeof command>): Asked {
  return {
    url: readUrl(options.url ?? 'http://127.0.0.1:4020', '--url').replace(/\/$/, ''),
    wallet: options.wallet,
    perCall: readDollars(options['max-per-call'] ?? defaultPerCall, '--max-per-call'),
    perDay: readDollars(options['max-per-day'] ?? defaultPerDay, '--max-per-day'),
    network: options.network === undefined ? null : readNetwork(options.network, '--network'),
    keyFile: options['key-file'] ?? null,
    dataDir: options['data-dir'] ?? null,
    rpcUrls: new Map(options.rpc.map(readRpc)),
    insecure: options.insecure,
    forgetPayee: options['forget-payee'],
    tools: options.tools ?? null,
  }
}

function readRpc(text: string): [PayingNetwork['id'], string] {
  const [name = '', ...rest] = text.split('=')
  return [readNetwork(name, '--rpc'), readUrl(rest.join('='), '--rpc <network>=')]
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

async function serve(given: Asked, account: PayingAccount | null, io: McpIo): Promise<void> {
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

function endpointOf({ url, tools }: Asked): URL {
  const endpoint = new URL(`${url}/mcp`)
  if (tools !== null) endpoint.searchParams.set('tools', tools)
  return endpoint
}

function realAccount({ keyFile }: Asked, env: Environment | undefined): PayingAccount | null {
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
