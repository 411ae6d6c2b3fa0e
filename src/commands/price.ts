import type { ListedPrice, OrderedNow } from '../operate/prices/change-prices.ts'
import { priceHistoryOf, type PastPriceListed } from '../operate/prices/price-history.ts'
import { askService } from '../service/ask-service.ts'
import { openReading } from '../service/open-reading.ts'
import { AmountError, usd } from '../shared/money.ts'
import { OperatorError } from '../shared/operator-error.ts'
import { defineCommand, flag, json, value, type GivenTo } from './define/define-command.ts'
import { operatorCommand, type CommandContext, type CommandIo } from './define/operator-command.ts'
import { UsageError } from './define/usage-error.ts'

const command = defineCommand({
  name: 'price',
  forms: [['<what> [options]', 'the prices of offers']],
  words: {
    list: 'what each offer costs, since when, and what is ordered',
    'set <offer> <dollars>': 'another price, now or from a time on',
    'history [offer]': 'every price that offers had, and from when on',
  },
  options: {
    from: value('time', 'such as 2026-04-01T00:00:00Z; now unless given', 'set'),
    declared: flag('the price that the program declares, instead of one in dollars', 'set'),
    json,
  },
  notes: `A change needs no restart: every instance on the ledger has it within about three seconds, in its 402s and in all documents. Who saw the
    price before may still pay it for PRICE_GRACE_SECONDS. An offer of a language model is never sold below what a call may cost.

    list and set ask the running service on the socket in its DATA_DIR; with WORKERS give that of the parent. history reads the ledger. Exit
    code: 0, 1 if it could not be done, 2 for wrong usage.`,
})

/** `farthing price`; gives the exit code that its help documents. */
export function priceCommand(args: readonly string[], own?: CommandIo): Promise<number> {
  return operatorCommand(command, args, own, async (context, asked) => {
    const given = read(asked)
    const { json: asJson } = asked.options
    if (given.what === 'history') {
      const history = await readHistory(context, given.offer)
      await print(context, asJson, { history }, () => history.map(pastLine).join('') || 'no price is on record\n')
      return 0
    }
    if (given.what === 'list') {
      const prices = (await ask(context, 'price/list', {})) as readonly ListedPrice[]
      await print(context, asJson, { prices }, () => prices.map(listLine).join(''))
      return 0
    }
    const { offer, price, from } = given
    const ordered = (await ask(context, 'price/set', { offer, price: price === null ? null : String(price), from })) as OrderedNow
    await print(context, asJson, ordered, () => orderedText(ordered))
    return 0
  })
}

type Asked =
  | { readonly what: 'list' }
  | { readonly what: 'history'; readonly offer: string | null }
  /** `price` in base units, null for the declared one; `from` in milliseconds, null for now. */
  | { readonly what: 'set'; readonly offer: string; readonly price: bigint | null; readonly from: number | null }

/** @throws UsageError */
function read({ options, words }: GivenTo<typeof command>): Asked {
  const [what, offer, price, ...more] = words
  if (more.length > 0) throw new UsageError('too many words')
  if (what !== 'set' && (options.from !== undefined || options.declared)) throw new UsageError('only set takes --from and --declared')
  if (what === 'list' && offer === undefined) return { what }
  if (what === 'history' && price === undefined) return { what, offer: offer ?? null }
  if (what !== 'set' || offer === undefined) throw new UsageError('say list, set <offer> <dollars>, or history [offer]')
  if ((price === undefined) !== options.declared) throw new UsageError('set takes either a price in dollars or --declared')
  const from = options.from === undefined ? null : Date.parse(options.from)
  if (from !== null && Number.isNaN(from)) throw new UsageError('--from must be a time such as 2026-04-01T00:00:00Z')
  return { what, offer, price: price === undefined ? null : dollars(price), from }
}

function dollars(text: string): bigint {
  try {
    const price = usd(text)
    if (price > 0n) return price
  } catch (error) {
    if (!(error instanceof AmountError)) throw error
    throw new UsageError(`the price is ${error.message}`)
  }
  throw new UsageError('the price must be above zero')
}

async function ask({ place }: CommandContext, action: string, input: object): Promise<unknown> {
  const answer = await askService({ dataDir: place.dataDir, action, input })
  if (answer) return answer.result
  throw new OperatorError(
    `no service runs on ${place.dataDir}, and it has the list of offers: start it, or set DATA_DIR to its data directory`,
  )
}

async function readHistory({ place, system }: CommandContext, offer: string | null): Promise<readonly PastPriceListed[]> {
  const reading = await openReading(place, system)
  try {
    return await priceHistoryOf(reading, offer, system.clock.now())
  } finally {
    await reading.close()
  }
}

async function print({ io }: CommandContext, json: boolean, value: unknown, text: () => string): Promise<void> {
  await io.out(json ? `${JSON.stringify(value, null, 2)}\n` : text())
}

function listLine({ offer, usd, mostUsd, access, declaredUsd, since, next }: ListedPrice): string {
  const price = access === 'free' ? 'free' : `$${usd}`
  const notes = [
    ...(mostUsd === null ? [] : [`to $${mostUsd}, computed from each call`]),
    ...(since === null ? [] : [`since ${since}`]),
    ...(declaredUsd === null ? [] : [`declared $${declaredUsd}`]),
    ...(next === null ? [] : [`$${next.usd} from ${next.from}`]),
  ]
  return `${offer.padEnd(32)} ${price.padStart(10)}${notes.length > 0 ? `  ${notes.join('; ')}` : ''}\n`
}

function orderedText({ offer, usd, from, notOffered }: OrderedNow): string {
  const warning =
    notOffered.length > 0
      ? `At this price it is not offered on ${notOffered.join(', ')} now: settling costs too large a share there (MAX_FEE_SHARE).\n`
      : ''
  return `${offer} costs $${usd} from ${from} on\n${warning}`
}

function pastLine({ offer, usd, from, state }: PastPriceListed): string {
  return `${from}  ${offer.padEnd(32)} ${usd === null ? 'declared' : `$${usd}`.padStart(10)}  ${state}\n`
}
