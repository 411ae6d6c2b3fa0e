import { parseArgs } from 'node:util'
import { AmountError, usd } from '../shared/money.ts'
import { findPayingNetwork, payingNetworks, type PayingNetwork } from '../wallet/paying-networks.ts'
import { UsageError } from './usage-error.ts'

export interface McpArguments {
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

export const mcpHelp = `farthing mcp [options]: an MCP server on stdin and stdout that forwards the tools of a Farthing service

  --wallet             pay for calls that have a price; without it they are answered with their terms
  --url <url>          the service; http://127.0.0.1:4020 unless given
  --max-per-call <usd> the most that one call may cost; ${defaultPerCall} unless given
  --max-per-day <usd>  the most that may be signed for in a UTC day; ${defaultPerDay} unless given
  --tools <words>      show only these tools: ids, or words of their ids and routes, such as market,companies
  --network <network>  pay on this network only: ${payingNetworks.map(({ slug }) => slug).join(', ')}, or an id such as eip155:8453
  --key-file <file>    file with the private key to pay with; only its owner may be able to read it (chmod 600)
  --data-dir <dir>     directory for the record of what was spent; .farthing/wallet in the home directory unless given
  --rpc <network=url>  JSON-RPC node that knows whether a signed payment was spent; may be given several times
  --insecure           pay even if the service is on another machine and does not use https
  --forget-payee       accept that the service is now paid at another address
  --env-file <file>    a file of settings, one NAME=value a line; the environment overrides it
  --help               this text

The key comes from WALLET_KEY, WALLET_KEY_FILE or --key-file, never from the command line. In a sandbox its own wallet pays,
never this key. A signed payment counts until a node says that it can no longer be spent. All bridges with the same data
directory share the limits. The log goes to stderr.
`

const options = {
  wallet: { type: 'boolean' },
  url: { type: 'string' },
  'max-per-call': { type: 'string' },
  'max-per-day': { type: 'string' },
  tools: { type: 'string' },
  network: { type: 'string' },
  'key-file': { type: 'string' },
  'data-dir': { type: 'string' },
  rpc: { type: 'string', multiple: true },
  insecure: { type: 'boolean' },
  'forget-payee': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

/** @throws UsageError */
export function readMcpArguments(args: readonly string[]): McpArguments | 'help' {
  const values = parse(args)
  if (values.help) return 'help'
  return {
    url: readUrl(values.url ?? 'http://127.0.0.1:4020', '--url').replace(/\/$/, ''),
    wallet: values.wallet ?? false,
    perCall: readUsd(values['max-per-call'] ?? defaultPerCall, '--max-per-call'),
    perDay: readUsd(values['max-per-day'] ?? defaultPerDay, '--max-per-day'),
    network: values.network === undefined ? null : readNetwork(values.network, '--network'),
    keyFile: values['key-file'] ?? null,
    dataDir: values['data-dir'] ?? null,
    rpcUrls: new Map((values.rpc ?? []).map(readRpc)),
    insecure: values.insecure ?? false,
    forgetPayee: values['forget-payee'] ?? false,
    tools: values.tools ?? null,
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'unknown option')
  }
}

function readUrl(text: string, name: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') throw new UsageError(`${name} must begin with http:// or https://`)
  return url.href
}

function readUsd(text: string, name: string): bigint {
  try {
    return usd(text)
  } catch (error) {
    if (error instanceof AmountError) throw new UsageError(`${name} must be dollars as a decimal number with at most 6 decimal places`)
    throw error
  }
}

function readNetwork(text: string, name: string): PayingNetwork['id'] {
  const network = findPayingNetwork(text)
  if (network === undefined)
    throw new UsageError(`${name} must name one of ${payingNetworks.map(({ slug, id }) => `${slug} (${id})`).join(', ')}`)
  return network.id
}

function readRpc(text: string): [PayingNetwork['id'], string] {
  const [name = '', ...rest] = text.split('=')
  return [readNetwork(name, '--rpc'), readUrl(rest.join('='), '--rpc <network>=')]
}
