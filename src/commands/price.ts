import type { ListedPrice, OrderedNow } from '../operate/prices/change-prices.ts'
import { priceHistoryOf, type PastPriceListed } from '../operate/prices/price-history.ts'
import { askService } from '../service/ask-service.ts'
import { openReading } from '../service/open-reading.ts'
import { OperatorError } from '../shared/operator-error.ts'
import { operatorCommand, type CommandContext, type CommandIo } from './operator-command.ts'
import { priceHelp, readPriceArguments } from './price-arguments.ts'

/** `farthing price`; gives the exit code that its help documents. */
export function priceCommand(args: readonly string[], own?: CommandIo): Promise<number> {
  return operatorCommand({ name: 'price', help: priceHelp, io: own }, async (context) => {
    const given = readPriceArguments(args)
    if (given === 'help') {
      await context.io.out(priceHelp)
      return 0
    }
    if (given.what === 'history') {
      const history = await readHistory(context, given.offer)
      await print(context, given.json, { history }, () => history.map(pastLine).join('') || 'no price is on record\n')
      return 0
    }
    if (given.what === 'list') {
      const prices = (await ask(context, 'price/list', {})) as readonly ListedPrice[]
      await print(context, given.json, { prices }, () => prices.map(listLine).join(''))
      return 0
    }
    const { offer, price, from } = given
    const ordered = (await ask(context, 'price/set', { offer, price: price === null ? null : String(price), from })) as OrderedNow
    await print(context, given.json, ordered, () => orderedText(ordered))
    return 0
  })
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
