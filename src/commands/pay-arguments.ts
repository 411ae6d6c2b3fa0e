import { parseArgs } from 'node:util'
import { methods, type Method } from '../shared/http-methods.ts'
import { AmountError, usd } from '../shared/money.ts'
import { payingProtocols, type PayingProtocol } from '../wallet/pay.ts'
import { findPayingNetwork, payingNetworks, type PayingNetwork } from '../wallet/paying-networks.ts'
import { UsageError } from './usage-error.ts'

export interface PayArguments {
  readonly url: string
  readonly method: Method | 'HEAD' | null
  readonly data: string | null
  readonly headers: Readonly<Record<string, string>>
  readonly protocol: PayingProtocol
  readonly network: PayingNetwork['id'] | null
  /** Node to which a transaction goes. */
  readonly rpcUrl: string | null
  /** USDC base units, null for the default. */
  readonly maximum: bigint | null
  readonly json: boolean
  readonly keyFile: string | null
  readonly sandboxKey: string | null
  readonly insecure: boolean
  /** Print the value of the payment header instead of sending it. */
  readonly signOnly: boolean
}

const methodNames = `HEAD, ${methods.slice(0, -1).join(', ')} or ${methods.at(-1)}`

export const payHelp = `farthing pay <url> [options]: calls a URL, pays for it if it asks, and prints the answer

  --method <method>     ${methodNames}; POST where there is data, GET otherwise
  --data <text>         the body, sent as JSON unless a header says otherwise
  --header <name:value> a request header; may be given several times
  --protocol <protocol> x402 unless given; mpp: the same authorization over MPP; hash: a transfer that this wallet sends
                        itself, and its hash over MPP (the wallet also pays the gas)
  --network <network>   pay on this network: ${payingNetworks.map(({ slug }) => slug).join(', ')}, or an id such as eip155:8453
  --max <usd>           the most that the call may cost; 0.10 unless given
  --rpc <url>           JSON-RPC node for --protocol hash; a sandbox has its own
  --key-file <file>     file with the private key to pay with
  --sandbox-key <key>   key of a wallet that was made for this sandbox
  --insecure            pay even if the service is on another machine and does not use https
  --sign-only           print the value of PAYMENT-SIGNATURE (of Authorization for mpp) and send nothing; anyone who has it can
                        spend it
  --json                print answer and payment as one JSON object
  --env-file <file>     a file of settings, one NAME=value a line; the environment overrides it
  --help                this text

The key comes from WALLET_KEY or WALLET_KEY_FILE. It never pays in a sandbox: there the sandbox's own wallet pays, or
--sandbox-key. The answer goes to stdout, the receipt to stderr. With --protocol hash the transaction and its credential
are printed to stderr before the transaction is sent: keep them until you have the answer.

Exit code: 0 answered; 1 the service answered with an error; 2 wrong usage or settings; 3 not paid, nothing was signed (over
the maximum, no key, no known network, ...); 4 the service refused the payment; 5 the service did not answer, cannot answer
now, or the outcome of the payment is still open.
`

const options = {
  method: { type: 'string' },
  data: { type: 'string' },
  header: { type: 'string', multiple: true },
  protocol: { type: 'string' },
  network: { type: 'string' },
  rpc: { type: 'string' },
  max: { type: 'string' },
  'key-file': { type: 'string' },
  'sandbox-key': { type: 'string' },
  insecure: { type: 'boolean' },
  'sign-only': { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

/** @throws UsageError */
export function readPayArguments(args: readonly string[]): PayArguments | 'help' {
  const { values, positionals } = parse(args)
  if (values.help) return 'help'
  const [url, ...more] = positionals
  if (url === undefined || more.length > 0) throw new UsageError('give one URL')
  const protocol = readProtocol(values.protocol)
  if (protocol === 'hash' && values['sign-only'] === true)
    throw new UsageError("--sign-only can't be used with --protocol hash: a hash pays for nothing before its transaction is sent")
  if (protocol !== 'hash' && values.rpc !== undefined) throw new UsageError('--rpc is for --protocol hash only')
  return {
    url: readUrl(url),
    method: readMethod(values.method),
    data: values.data ?? null,
    headers: Object.fromEntries((values.header ?? []).map(readHeader)),
    protocol,
    network: readNetwork(values.network),
    rpcUrl: values.rpc === undefined ? null : readUrl(values.rpc, '--rpc'),
    maximum: readMaximum(values.max),
    json: values.json ?? false,
    keyFile: values['key-file'] ?? null,
    sandboxKey: values['sandbox-key'] ?? null,
    insecure: values.insecure ?? false,
    signOnly: values['sign-only'] ?? false,
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'unknown option')
  }
}

function readUrl(text: string, name = 'the URL'): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') throw new UsageError(`${name} must begin with http:// or https://`)
  return url.href
}

function readMethod(text: string | undefined): PayArguments['method'] {
  const method = text?.toUpperCase()
  if (method === undefined) return null
  const known = method === 'HEAD' ? method : methods.find((one) => one === method)
  if (known === undefined) throw new UsageError(`--method must be ${methodNames}`)
  return known
}

function readHeader(text: string): [string, string] {
  const [, name = '', value = ''] = /^([A-Za-z0-9!#$%&'*+.^_`|~-]+):[ \t]*([\x20-\x7e]*)$/.exec(text) ?? []
  if (name === '') throw new UsageError('--header must be written as name:value')
  if (/^(?:payment-signature|payment-authorization|x-payment)$/i.test(name) || (/^authorization$/i.test(name) && /^payment\b/i.test(value)))
    throw new UsageError("--header can't carry a payment: this command makes it")
  return [name.toLowerCase(), value]
}

function readProtocol(text: string | undefined): PayingProtocol {
  const protocol = payingProtocols.find((one) => one === (text ?? 'x402').toLowerCase())
  if (protocol === undefined) throw new UsageError(`--protocol must be one of ${payingProtocols.join(', ')}`)
  return protocol
}

function readNetwork(text: string | undefined): PayingNetwork['id'] | null {
  if (text === undefined) return null
  const network = findPayingNetwork(text)
  if (network === undefined)
    throw new UsageError(`--network must be one of ${payingNetworks.map(({ slug, id }) => `${slug} (${id})`).join(', ')}`)
  return network.id
}

function readMaximum(text: string | undefined): bigint | null {
  if (text === undefined) return null
  try {
    return usd(text)
  } catch (error) {
    if (error instanceof AmountError) throw new UsageError('--max must be dollars as a decimal number with at most 6 decimal places')
    throw error
  }
}
