import { loadWalletConfig } from '../config/config.ts'
import { systemClock, systemRandom, systemTimers } from '../ops/system.ts'
import { SettingError, type Environment } from '../ops/setting.ts'
import { isLoopback, privateKey } from '../ops/setting-formats.ts'
import { accountOf, type PayingAccount } from '../wallet/account.ts'
import { methods, type Method } from '../shared/http-methods.ts'
import { payCall, payingProtocols, signCall, type PayingProtocol, type PayResult, type SignedCall } from '../wallet/pay.ts'
import { payingNetworks, type PayingNetwork } from '../wallet/paying-networks.ts'
import { PaymentDeclined } from '../wallet/payment-declined.ts'
import { readReceipt } from '../wallet/receipt-link.ts'
import type { PaidCall } from '../wallet/send-paid.ts'
import { createSender, isUnanswered } from '../wallet/send-request.ts'
import { defineCommand, flag, type GivenTo, value, values } from './define/define-command.ts'
import { showProgress } from './pay/pay-progress.ts'
import { payReport, payReportJson, payReportText, type PayReport } from './pay/pay-report.ts'
import { readDollars, readNetwork, readUrl } from './define/read-values.ts'
import { reportLine } from './pay/report-line.ts'
import { UsageError } from './define/usage-error.ts'

export interface PayIo {
  readonly out: (content: string | Uint8Array) => void
  readonly err: (text: string) => void
  /** The process's own unless given. */
  readonly env?: Environment
  /** Says while it waits what it waits for: where a person reads `err`. */
  readonly watched?: boolean
}

function processIo(): PayIo {
  // The reader of the answer may have closed the pipe (`| head`).
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
  return {
    out: (content) => void process.stdout.write(content),
    err: (text) => void process.stderr.write(text),
    watched: process.stderr.isTTY,
  }
}

const exitCodes = { paid: 0, refused: 4, open: 5 } as const

interface Asked {
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

const command = defineCommand({
  name: 'pay',
  forms: [['<url> [options]', 'calls a URL, pays for it if it asks, and prints the answer']],
  words: {},
  options: {
    method: value('method', `${methodNames}; POST where there is data, GET otherwise`),
    data: value('text', 'the body, sent as JSON unless a header says otherwise'),
    header: values('name:value', 'a request header; may be given several times'),
    protocol: value(
      'protocol',
      'x402 unless given; mpp: the same authorization over MPP; hash: a transfer that this wallet sends itself, and its hash over MPP (the wallet also pays the gas)',
    ),
    network: value('network', `pay on this network: ${payingNetworks.map(({ slug }) => slug).join(', ')}, or an id such as eip155:8453`),
    max: value('usd', 'the most that the call may cost; 0.10 unless given'),
    rpc: value('url', 'JSON-RPC node for --protocol hash; a sandbox has its own'),
    'key-file': value('file', 'file with the private key to pay with'),
    'sandbox-key': value('key', 'key of a wallet that was made for this sandbox'),
    insecure: flag('pay even if the service is on another machine and does not use https'),
    'sign-only': flag('print the value of PAYMENT-SIGNATURE (of Authorization for mpp) and send nothing; anyone who has it can spend it'),
    json: flag('print answer and payment as one JSON object'),
  },
  notes: `The key comes from WALLET_KEY or WALLET_KEY_FILE. It never pays in a sandbox: there the sandbox's own wallet pays, or --sandbox-key. The
    answer goes to stdout, the receipt to stderr. With --protocol hash the transaction and its credential are printed to stderr before the
    transaction is sent: keep them until you have the answer.

    Exit code: 0 answered; 1 the service answered with an error; 2 wrong usage or settings; 3 not paid, nothing was signed (over the maximum, no
    key, no known network, ...); 4 the service refused the payment; 5 the service did not answer, cannot answer now, or the outcome of the
    payment is still open.`,
  explain: (error) => {
    if (error instanceof SettingError) return { said: `--sandbox-key ${error.message}`, code: 2 }
    if (error instanceof PaymentDeclined) return { said: `not paid: ${error.message}${hints[error.code] ?? ''}`, code: 3 }
    return null
  },
})

/** `farthing pay`; gives the exit code that its help documents. */
export function payCommand(args: readonly string[], io: PayIo = processIo()): Promise<number> {
  return command.run(args, io, (given) => pay(read(given), io))
}

async function pay(call: Asked, io: PayIo): Promise<number> {
  const sender = createSender(systemTimers)
  const progress = showProgress(io.watched ? io.err : () => {}, systemTimers)
  try {
    const parts = { clock: systemClock, timers: systemTimers, random: systemRandom, send: sender.send }
    const payment = { ...request(call), ...accounts(call, io.env) }
    if (call.signOnly && call.protocol !== 'hash') return printSigned(await signCall({ ...payment, protocol: call.protocol }, parts), io)
    const result = await payCall(
      { ...payment, protocol: call.protocol, announce: (paid) => announce(paid, io), onProgress: progress.onProgress },
      parts,
    )
    const receipt =
      result.kind === 'unpaid' || result.payment.receipt === null
        ? null
        : await readReceipt(sender.send, result.payment.receipt, new URL(call.url))
    const report = payReport(result, receipt)
    print(report, call.json, io)
    return exitCode(report.result)
  } catch (error) {
    if (!isUnanswered(error)) throw error
    const why = error.message.replace(/^upstream /, 'the service is ')
    io.err(`farthing pay: no answer, nothing was signed: ${why}${startHint(call)}\n`)
    return 5
  } finally {
    progress.end()
    await sender.close()
  }
}

/** @throws UsageError */
export function readPayArguments(args: readonly string[]): Asked | 'help' {
  const given = command.read(args)
  return given === 'help' ? 'help' : read(given)
}

function read({ options, words: [url, ...more] }: GivenTo<typeof command>): Asked {
  if (url === undefined || more.length > 0) throw new UsageError('give one URL')
  const protocol = readProtocol(options.protocol)
  if (protocol === 'hash' && options['sign-only'])
    throw new UsageError("--sign-only can't be used with --protocol hash: a hash pays for nothing before its transaction is sent")
  if (protocol !== 'hash' && options.rpc !== undefined) throw new UsageError('--rpc is for --protocol hash only')
  return {
    url: readUrl(url, 'the URL'),
    method: readMethod(options.method),
    data: options.data ?? null,
    headers: Object.fromEntries(options.header.map(readHeader)),
    protocol,
    network: options.network === undefined ? null : readNetwork(options.network, '--network'),
    rpcUrl: options.rpc === undefined ? null : readUrl(options.rpc, '--rpc'),
    maximum: options.max === undefined ? null : readDollars(options.max, '--max'),
    json: options.json,
    keyFile: options['key-file'] ?? null,
    sandboxKey: options['sandbox-key'] ?? null,
    insecure: options.insecure,
    signOnly: options['sign-only'],
  }
}

function readMethod(text: string | undefined): Asked['method'] {
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

function printSigned(signed: SignedCall, io: PayIo): number {
  if (signed.kind === 'unpaid') {
    io.err(`farthing pay: the service answered ${signed.answer.status} without asking for a payment\n`)
    return 3
  }
  io.out(`${signed.paid.payment.credential.value}\n`)
  return 0
}

/** Printed before anything is sent: these two are needed to get the answer, and without them the money is lost. */
function announce({ transaction, credential }: PaidCall['payment'], io: PayIo): void {
  io.err(`${reportLine('transaction', transaction)}${reportLine('credential', `${credential.header}: ${credential.value}`)}`)
}

function request({ url, method, data, headers, network, rpcUrl, maximum, insecure }: Asked) {
  return {
    url,
    headers,
    network,
    rpcUrl,
    insecure,
    ...(method === null ? {} : { method }),
    ...(data === null ? {} : { body: data }),
    ...(maximum === null ? {} : { maximum }),
  }
}

/** The accounts to pay with: the key of the operator's wallet for real money, that of the option for a sandbox. */
function accounts(
  { keyFile, sandboxKey }: Asked,
  env: Environment | undefined,
): { account: PayingAccount | null; sandboxAccount: PayingAccount | null } {
  const { walletKey } = keyFile === null ? loadWalletConfig(env) : loadWalletConfig({ WALLET_KEY_FILE: keyFile })
  return {
    account: walletKey === null ? null : accountOf(walletKey),
    sandboxAccount: sandboxKey === null ? null : accountOf(privateKey(sandboxKey)),
  }
}

function print(report: PayReport, json: boolean, io: PayIo): void {
  if (json) return io.out(`${payReportJson(report)}\n`)
  const { answer } = report.result
  if (answer !== null) {
    io.out(answer.body)
    if (answer.body.length > 0 && answer.body.at(-1) !== 0x0a) io.out('\n')
  }
  io.err(payReportText(report))
}

function exitCode(result: PayResult): number {
  if (result.kind !== 'unpaid' && result.kind !== 'failed') return exitCodes[result.kind]
  const { status } = result.answer
  if (status === 429 || status === 502 || status === 503 || status === 504) return 5
  return status >= 200 && status < 300 ? 0 : 1
}

/** What to do where the service would be on this machine, and does not run. */
function startHint(asked: Asked): string {
  if (!isLoopback(new URL(asked.url).hostname)) return ''
  return '. Start it in another terminal: `farthing start` (in a checkout `npm start`), and pay when it says that it is ready'
}

const hints: Readonly<Record<string, string>> = {
  too_dear: '. Raise it with --max',
  no_chain: '. Name one with --rpc',
  no_key: '. Set WALLET_KEY or WALLET_KEY_FILE, or give --key-file',
  wrong_world: '. For a sandbox give no key, or give one of its own with --sandbox-key',
  insecure: '. Use https, or --insecure if you trust the network',
}
