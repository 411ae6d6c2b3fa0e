import { existsSync } from 'node:fs'
import { loadMoveConfig } from '../config/config.ts'
import { systemClock, systemTimers } from '../ops/system.ts'
import { whyNotGivenBack } from '../operate/refunds/why-not-given-back.ts'
import { askService, ServiceRefused } from '../service/ask-service.ts'
import { isReceiptId } from '../shared/ids.ts'
import { formatUsd } from '../shared/money.ts'
import { processIo, type CommandIo } from './define/command-io.ts'
import { defineCommand, flag, value } from './define/define-command.ts'
import { UsageError } from './define/usage-error.ts'

interface Answered {
  readonly receipt: string
  readonly result: 'asked' | 'not_given_back' | 'no_answer'
  readonly refund?: string
  /** Base units of USDC, as text. */
  readonly net?: string
  readonly why?: string
}

const command = defineCommand({
  name: 'refund',
  forms: [['<receipt> ... [options]', 'gives payments back that were settled and could not be answered']],
  words: {},
  options: {
    wait: value('seconds', 'how long to wait for the service; 20 unless given'),
    json: flag('the answers as JSON'),
  },
  notes: `Only a credit is given back: a payment of an offer that is settled before its work, whose work failed. The service that runs on DATA_DIR
    does it, with the wallet of REFUND_KEY, within REFUND_USD_PER_DAY and net of what sending costs; the payer gets it at its own address.
    Credits that are used up or left unused for REFUND_AFTER_HOURS are given back without an order. Exit code: 0 if every payment is on its way
    back, 1 if one is not, 2 for wrong usage.`,
})

const pollMs = 100

/** `farthing refund`; gives the exit code that its help documents. */
export function refundCommand(args: readonly string[], io: CommandIo = processIo()): Promise<number> {
  return command.run(args, io, async ({ options, words: receipts }) => {
    if (receipts.length === 0) throw new UsageError('name at least one receipt')
    for (const receipt of receipts)
      if (!isReceiptId(receipt)) throw new UsageError('a receipt has 32 hexadecimal digits, as in the Link header of an answer')
    const waitSeconds = Number(options.wait ?? '20')
    if (!(waitSeconds >= 0 && waitSeconds <= 3_600)) throw new UsageError('--wait must be a number of seconds, 3600 at most')
    const answers = await order([...new Set(receipts)], waitSeconds, loadMoveConfig(io.env).dataDir)
    await io.out(options.json ? `${JSON.stringify({ refunds: answers }, null, 2)}\n` : answers.map(lineOf).join(''))
    return answers.every(({ result }) => result === 'asked') ? 0 : 1
  })
}

/** Asks the service for each, and waits for a service that starts. */
async function order(receipts: readonly string[], waitSeconds: number, dataDir: string): Promise<Answered[]> {
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
