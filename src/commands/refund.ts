import { existsSync } from 'node:fs'
import { loadMoveConfig } from '../config/config.ts'
import type { Environment } from '../ops/setting.ts'
import { systemClock, systemTimers } from '../ops/system.ts'
import { whyNotGivenBack } from '../operate/refunds/why-not-given-back.ts'
import { askService, ServiceRefused } from '../service/ask-service.ts'
import { formatUsd } from '../shared/money.ts'
import { readRefundArguments, refundHelp, type RefundArguments } from './refund-arguments.ts'
import { UsageError } from './usage-error.ts'

export interface RefundIo {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  readonly env?: Environment
}

interface Answered {
  readonly receipt: string
  readonly result: 'asked' | 'not_given_back' | 'no_answer'
  readonly refund?: string
  /** Base units of USDC, as text. */
  readonly net?: string
  readonly why?: string
}

const processIo: RefundIo = { out: (text) => void process.stdout.write(text), err: (text) => void process.stderr.write(text) }
const pollMs = 100

/** `farthing refund`; gives the exit code that its help documents. */
export async function refundCommand(args: readonly string[], io: RefundIo = processIo): Promise<number> {
  try {
    const given = readRefundArguments(args)
    if (given === 'help') {
      io.out(refundHelp)
      return 0
    }
    const answers = await order(given, loadMoveConfig(io.env).dataDir)
    io.out(given.json ? `${JSON.stringify({ refunds: answers }, null, 2)}\n` : answers.map(lineOf).join(''))
    return answers.every(({ result }) => result === 'asked') ? 0 : 1
  } catch (error) {
    if (error instanceof UsageError) io.err(`farthing refund: ${error.message}\n\n${refundHelp}`)
    else io.err(`farthing refund: ${error instanceof Error ? error.message : 'failed'}\n`)
    return error instanceof UsageError ? 2 : 1
  }
}

/** Asks the service for each, and waits for a service that starts. */
async function order({ receipts, waitSeconds }: RefundArguments, dataDir: string): Promise<Answered[]> {
  if (!existsSync(dataDir)) throw new UsageError(`there is no data directory ${dataDir}: set DATA_DIR to that of the service`)
  const until = systemClock.now() + waitSeconds * 1000
  const answers: Answered[] = []
  for (const receipt of receipts) answers.push(await orderOne(receipt, dataDir, until))
  return answers
}

async function orderOne(receipt: string, dataDir: string, until: number): Promise<Answered> {
  for (;;) {
    try {
      const answer = await askService({ dataDir, action: 'refund', input: { receipt } })
      if (answer) return { receipt, ...(answer.result as Omit<Answered, 'receipt'>) }
    } catch (error) {
      if (error instanceof ServiceRefused) return { receipt, result: 'not_given_back', why: error.message }
      throw error
    }
    if (systemClock.now() >= until) return { receipt, result: 'no_answer' }
    await systemTimers.sleep(pollMs)
  }
}

function lineOf({ receipt, result, refund, net, why }: Answered): string {
  if (result === 'asked') return `${receipt}: ${formatUsd(BigInt(net ?? '0'))} USDC on its way back, receipt ${refund}\n`
  if (result === 'no_answer') return `${receipt}: no service runs on this DATA_DIR, so nothing was ordered\n`
  return `${receipt}: not given back: ${whyNotGivenBack[why ?? ''] ?? why}\n`
}
