import { ConfigError, loadWalletConfig } from '../config/config.ts'
import { systemClock, systemRandom, systemTimers } from '../ops/system.ts'
import { SettingError, type Environment } from '../ops/setting.ts'
import { isLoopback, privateKey } from '../ops/setting-formats.ts'
import { accountOf, type PayingAccount } from '../wallet/account.ts'
import { payCall, signCall, type PayResult, type SignedCall } from '../wallet/pay.ts'
import { PaymentDeclined } from '../wallet/payment-declined.ts'
import { readReceipt } from '../wallet/receipt-link.ts'
import type { PaidCall } from '../wallet/send-paid.ts'
import { createSender, isUnanswered } from '../wallet/send-request.ts'
import { payHelp, readPayArguments, type PayArguments } from './pay-arguments.ts'
import { showProgress } from './pay-progress.ts'
import { payReport, payReportJson, payReportText, type PayReport } from './pay-report.ts'
import { reportLine } from './report-line.ts'
import { UsageError } from './usage-error.ts'

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

/** `farthing pay`; gives the exit code that its help documents. */
export async function payCommand(args: readonly string[], io: PayIo = processIo()): Promise<number> {
  const sender = createSender(systemTimers)
  const progress = showProgress(io.watched ? io.err : () => {}, systemTimers)
  let asked: PayArguments | null = null
  try {
    const call = readPayArguments(args)
    if (call !== 'help') asked = call
    if (call === 'help') {
      io.out(payHelp)
      return 0
    }
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
    return explain(error, asked, io)
  } finally {
    progress.end()
    await sender.close()
  }
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

function request({ url, method, data, headers, network, rpcUrl, maximum, insecure }: PayArguments) {
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
  { keyFile, sandboxKey }: PayArguments,
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

function explain(error: unknown, asked: PayArguments | null, io: PayIo): number {
  if (error instanceof UsageError) {
    io.err(`farthing pay: ${error.message}\n\n${payHelp}`)
    return 2
  }
  if (error instanceof ConfigError || error instanceof SettingError) {
    io.err(`farthing pay: ${error instanceof SettingError ? `--sandbox-key ${error.message}` : error.message}\n`)
    return 2
  }
  if (error instanceof PaymentDeclined) {
    io.err(`farthing pay: not paid: ${error.message}${hints[error.code] ?? ''}\n`)
    return 3
  }
  if (isUnanswered(error)) {
    io.err(`farthing pay: no answer, nothing was signed: ${error.message.replace(/^upstream /, 'the service is ')}${startHint(asked)}\n`)
    return 5
  }
  throw error
}

/** What to do where the service would be on this machine, and does not run. */
function startHint(asked: PayArguments | null): string {
  if (asked === null || !isLoopback(new URL(asked.url).hostname)) return ''
  return '. Start it in another terminal: `farthing start` (in a checkout `npm start`), and pay when it says that it is ready'
}

const hints: Readonly<Record<string, string>> = {
  too_dear: '. Raise it with --max',
  no_chain: '. Name one with --rpc',
  no_key: '. Set WALLET_KEY or WALLET_KEY_FILE, or give --key-file',
  wrong_world: '. For a sandbox give no key, or give one of its own with --sandbox-key',
  insecure: '. Use https, or --insecure if you trust the network',
}
