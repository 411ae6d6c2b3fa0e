import { findNamed, listLedger, listText, readName, type Named } from '../operate/ledger/look-up.ts'
import type { Mended } from '../operate/ledger/mend-payment.ts'
import { joinViews, explainPayer, payerText, type ServiceView } from '../operate/ledger/explain-payer.ts'
import { paymentTimeline, timelineText } from '../operate/ledger/payment-timeline.ts'
import { paymentStates } from '../operate/report/report-lines.ts'
import { askEveryWorker, askService } from '../service/ask-service.ts'
import { openReading } from '../service/open-reading.ts'
import { isReceiptId } from '../shared/ids.ts'
import { OperatorError } from '../shared/operator-error.ts'
import { defineCommand, json, value, type GivenTo } from './define/define-command.ts'
import { operatorCommand, type CommandContext, type CommandIo } from './define/operator-command.ts'
import { UsageError } from './define/usage-error.ts'

const command = defineCommand({
  name: 'ledger',
  forms: [['<what> [options]', 'payments, one by one']],
  words: {
    'show <receipt|transaction|wallet>': 'where the money is, what the payer got, and what to do',
    'why <wallet>': 'why a wallet is refused, and what ends that',
    list: 'payments, the newest first',
    'retry <receipt>': 'settles what is stuck, or books what the chain shows to be paid',
    'credit <receipt>': 'makes a credit of a payment that was paid on chain and not answered',
  },
  options: {
    state: value('state', paymentStates.join(', '), 'list'),
    payer: value('wallet', 'of one wallet', 'list'),
    offer: value('id', 'of one offer', 'list'),
    since: value('time', 'called for since then: 2026-03-01 or 2026-03-01T12:00:00Z', 'list'),
    limit: value('number', '50 unless given, 1000 at most', 'list'),
    cursor: value('text', 'the next page, as the page before named it', 'list'),
    json,
  },
  notes: `show, why and list read the ledger in a process of their own, beside the service or without it; a transaction or a wallet is looked for
    in all payments. retry and credit ask the running service on the socket in its DATA_DIR; with WORKERS give that of the parent. Exit code:
    0, 1 if nothing was found, or it could not be done or known, 2 for wrong usage.`,
})

type Options = GivenTo<typeof command>['options']

/** `farthing ledger`; gives the exit code that its help documents. */
export function ledgerCommand(args: readonly string[], own?: CommandIo): Promise<number> {
  return operatorCommand(command, args, own, async (context, asked) => {
    const given = read(asked.options, asked.words)
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

type Asked = { readonly json: boolean } & (
  | { readonly what: 'show'; readonly named: Named }
  | { readonly what: 'why'; readonly payer: string }
  | {
      readonly what: 'list'
      readonly payer: string | null
      readonly state: string | null
      readonly offer: string | null
      readonly since: number
      readonly before: string | null
      readonly limit: number
    }
  | { readonly what: 'retry' | 'credit'; readonly receipt: string }
)

/** @throws UsageError */
function read(options: Options, [what, name, ...more]: readonly string[]): Asked {
  const { json: asJson } = options
  if (what === 'list') {
    if (name !== undefined) throw new UsageError('list takes options only')
    return { what, json: asJson, ...filter(options) }
  }
  const { json: _, ...ofList } = options
  if (Object.values(ofList).some((given) => given !== undefined))
    throw new UsageError('only list takes --state, --payer, --offer, --since, --limit and --cursor')
  if (name === undefined || more.length > 0) throw new UsageError('name what to do and one receipt, transaction or wallet')
  const named = readName(name)
  if (named === null) throw new UsageError('a receipt has 32 hexadecimal digits, a transaction is 0x and 64 of them, a wallet 0x and 40')
  switch (what) {
    case 'show':
      return named.kind === 'wallet' ? { what: 'why', json: asJson, payer: named.address } : { what, json: asJson, named }
    case 'why':
      if (named.kind !== 'wallet') throw new UsageError('why takes the address of a wallet')
      return { what, json: asJson, payer: named.address }
    case 'retry':
    case 'credit':
      if (named.kind !== 'receipt') throw new UsageError(`${what} takes a receipt; farthing ledger show finds it by its transaction`)
      return { what, json: asJson, receipt: named.id }
    default:
      throw new UsageError('say show, why, list, retry or credit')
  }
}

function filter(given: Options) {
  const { state = null, offer = null, cursor = null } = given
  if (state !== null && !paymentStates.some((one) => one === state))
    throw new UsageError(`--state must be one of ${paymentStates.join(', ')}`)
  if (cursor !== null && !isReceiptId(cursor)) throw new UsageError('--cursor must be what the page before named')
  const payer = given.payer === undefined ? null : readName(given.payer)
  if (given.payer !== undefined && payer?.kind !== 'wallet') throw new UsageError('--payer must be the address of a wallet')
  const limit = Number(given.limit ?? '50')
  if (!(Number.isInteger(limit) && limit >= 1 && limit <= 1_000)) throw new UsageError('--limit must be a number from 1 to 1000')
  const since = given.since === undefined ? 0 : Date.parse(given.since)
  if (Number.isNaN(since) || since < 0) throw new UsageError('--since must be a time such as 2026-03-01 or 2026-03-01T12:00:00Z')
  return { state, offer, before: cursor, payer: payer?.kind === 'wallet' ? payer.address : null, limit, since }
}

async function print({ io }: CommandContext, json: boolean, value: unknown, text: () => string): Promise<void> {
  await io.out(json ? `${JSON.stringify(value, null, 2)}\n` : text())
}

async function show(context: CommandContext, named: Exclude<Named, { kind: 'wallet' }> | Named, json: boolean): Promise<number> {
  if (named.kind === 'wallet') return why(context, named.address, json)
  const reading = await openReading(context.place, context.system)
  try {
    const payments = await findNamed(reading, named)
    const stories = await Promise.all(payments.map((payment) => paymentTimeline(reading, payment, context.system.clock.now())))
    const nothing =
      named.kind === 'receipt' ? 'there is no such receipt in this ledger\n' : 'no payment in this ledger has this transaction\n'
    await print(context, json, { payments: stories }, () => (stories.length === 0 ? nothing : stories.map(timelineText).join('\n')))
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
    const story = await explainPayer(reading, payer, { now: context.system.clock.now(), service })
    await print(context, json, story, () => payerText(story))
    return 0
  } finally {
    await reading.close()
  }
}

async function list(context: CommandContext, given: Extract<Asked, { what: 'list' }>): Promise<number> {
  const reading = await openReading(context.place, context.system)
  try {
    const found = await listLedger(reading, given)
    await print(context, given.json, found, () => listText(found))
    return 0
  } finally {
    await reading.close()
  }
}

async function mend(context: CommandContext, { what, receipt, json }: Extract<Asked, { receipt: string }>): Promise<number> {
  const answer = await askService({ dataDir: context.place.dataDir, action: `ledger/${what}`, input: { receipt } })
  if (answer === undefined)
    throw new OperatorError(
      `no service runs on ${context.place.dataDir}: ${what} needs its networks and its signers. Start it, or set DATA_DIR to its data directory`,
    )
  const mended = answer.result as Mended
  await print(context, json, mended, () => `${mended.receipt}: ${mended.said}\n`)
  return mended.done ? 0 : 1
}
