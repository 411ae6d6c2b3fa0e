import { findNamed, listLedger, listText, type Named } from '../operate/ledger/look-up.ts'
import type { Mended } from '../operate/ledger/mend-payment.ts'
import { joinViews, payerStory, payerText, type ServiceView } from '../operate/ledger/payer-story.ts'
import { paymentStory, storyText } from '../operate/ledger/payment-story.ts'
import { askEveryWorker, askService } from '../service/ask-service.ts'
import { openReading } from '../service/open-reading.ts'
import { OperatorError } from '../shared/operator-error.ts'
import { ledgerHelp, readLedgerArguments, type LedgerArguments } from './ledger-arguments.ts'
import { operatorCommand, type CommandContext, type CommandIo } from './operator-command.ts'

/** `farthing ledger`; gives the exit code that its help documents. */
export function ledgerCommand(args: readonly string[], own?: CommandIo): Promise<number> {
  return operatorCommand({ name: 'ledger', help: ledgerHelp, io: own }, async (context) => {
    const given = readLedgerArguments(args)
    if (given === 'help') {
      await context.io.out(ledgerHelp)
      return 0
    }
    switch (given.what) {
      case 'show':
        return show(context, given.named, given.json)
      case 'why':
        return why(context, given.payer, given.json)
      case 'list':
        return list(context, given)
      case 'retry':
      case 'credit':
        return mend(context, given)
    }
  })
}

async function print({ io }: CommandContext, json: boolean, value: unknown, text: () => string): Promise<void> {
  await io.out(json ? `${JSON.stringify(value, null, 2)}\n` : text())
}

async function show(context: CommandContext, named: Exclude<Named, { kind: 'wallet' }> | Named, json: boolean): Promise<number> {
  if (named.kind === 'wallet') return why(context, named.address, json)
  const reading = await openReading(context.place, context.system)
  try {
    const payments = await findNamed(reading, named)
    const stories = await Promise.all(payments.map((payment) => paymentStory(reading, payment, context.system.clock.now())))
    const nothing =
      named.kind === 'receipt' ? 'there is no such receipt in this ledger\n' : 'no payment in this ledger has this transaction\n'
    await print(context, json, { payments: stories }, () => (stories.length === 0 ? nothing : stories.map(storyText).join('\n')))
    return stories.length === 0 ? 1 : 0
  } finally {
    await reading.close()
  }
}

async function why(context: CommandContext, payer: string, json: boolean): Promise<number> {
  // Its settings, and what lists and chains say, are the service's to know.
  const views = (await askEveryWorker({ dataDir: context.place.dataDir, action: 'ledger/payer', input: { payer } })) as ServiceView[]
  const service = joinViews(views)
  const reading = await openReading(context.place, context.system)
  try {
    const story = await payerStory(reading, payer, { now: context.system.clock.now(), service })
    await print(context, json, story, () => payerText(story))
    return 0
  } finally {
    await reading.close()
  }
}

async function list(context: CommandContext, given: Extract<LedgerArguments, { what: 'list' }>): Promise<number> {
  const reading = await openReading(context.place, context.system)
  try {
    const found = await listLedger(reading, given)
    await print(context, given.json, found, () => listText(found))
    return 0
  } finally {
    await reading.close()
  }
}

async function mend(context: CommandContext, { what, receipt, json }: Extract<LedgerArguments, { receipt: string }>): Promise<number> {
  const answer = await askService({ dataDir: context.place.dataDir, action: `ledger/${what}`, input: { receipt } })
  if (answer === undefined)
    throw new OperatorError(
      `no service runs on ${context.place.dataDir}: ${what} needs its networks and its signers. Start it, or set DATA_DIR to its data directory`,
    )
  const mended = answer.result as Mended
  await print(context, json, mended, () => `${mended.receipt}: ${mended.said}\n`)
  return mended.done ? 0 : 1
}
