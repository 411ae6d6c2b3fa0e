import { watchPrice, readWatchAnswer, type WatchAnswer } from '../service/watch-offer.ts'
import type { Payer } from '../world/payers-and-chains.ts'
import type { World } from '../world/world.ts'
import { buyByAuthorization } from './buy.ts'
import type { Purchase } from './purchase-record.ts'
import { byTransfer, byX402, insist, type PurchaseWish } from './purchase.ts'
import type { Watch } from './watch-record.ts'

/** By then every payment that was refused while faults lasted has left the hot tables, so its items may be sold again. */
const catchUpAfterMs = 345_000
const catchUpTries = 60
const pageOfCatchUp = '40'

export type PaidBy = 'any authorization' | 'x402' | 'memo' | 'bare' | 'legacy'

/** A new consumer, which wants what is published from so many days before or after the start of the run. */
export function addWatch(
  world: World,
  payer: Payer,
  { topic, name = null, from }: Pick<Watch, 'topic'> & { name?: string | null; from: number },
): Watch {
  const firstDay = world.feed.day(from)
  const watch: Watch = { payer, topic, name, firstDay, polls: [], since: firstDay, cursor: null, caughtUp: false }
  world.watches.push(watch)
  return watch
}

/** Signs for one poll from where this consumer stands; null while the service can't give a challenge. */
export function signPoll(world: World, watch: Watch, { limit, by = 'any authorization' }: { limit: string; by?: PaidBy }): Purchase | null {
  const { payer, topic, name, since, cursor } = watch
  const wish: PurchaseWish = {
    offerId: 'watch',
    chain: payer.random.pick(world.chains),
    // So short that it may end uncollected while nodes are down, and is archived before everybody catches up.
    validSeconds: payer.random.between(45, 60),
    request: topic,
    query: { limit, ...(cursor === null ? { since } : { cursor }), ...(name === null ? {} : { watch: name }) },
  }
  const purchase = sign(world, payer, wish, by)
  // Anybody may have sent a bare hash, so it is no poll of this consumer.
  if (purchase && by !== 'bare' && by !== 'legacy') watch.polls.push(purchase)
  return purchase
}

function sign(world: World, payer: Payer, wish: PurchaseWish, by: PaidBy): Purchase | null {
  switch (by) {
    case 'any authorization':
      return buyByAuthorization(world, payer, wish)
    case 'x402':
      return byX402(world, payer, wish)
    default:
      return byTransfer(world, payer, wish, by)
  }
}

/** What a payment brought, as its payer saw it last. */
export function heard({ answers }: Purchase): WatchAnswer | null {
  const last = answers.at(-1)
  return last ? readWatchAnswer(last.body) : null
}

/** Goes on where an answer says. */
export function follow(watch: Watch, { next_since: since, cursor }: WatchAnswer, byCursor = false): void {
  watch.since = since
  watch.cursor = byCursor ? cursor : null
}

/**
 * When nothing is withheld any longer: polls until there is no more.
 * @param by a transfer where the payer may be barred from authorizations
 */
export async function catchUp(world: World, watch: Watch, startedAt: number, by: PaidBy = 'x402'): Promise<void> {
  const { time } = world
  const { payer } = watch
  await time.timers.sleep(Math.max(0, startedAt + catchUpAfterMs - time.clock.now()))
  for (const { simulated } of world.chains) simulated.fund(payer.wallet.address, watchPrice * BigInt(catchUpTries))
  watch.cursor = null
  for (let tries = catchUpTries; tries > 0 && !watch.caughtUp; tries -= 1) {
    const purchase = signPoll(world, watch, { limit: pageOfCatchUp, by })
    if (purchase) await insist(world, purchase, 60_000)
    const answer = purchase && heard(purchase)
    if (!answer) {
      await time.timers.sleep(2_000)
      continue
    }
    follow(watch, answer)
    watch.caughtUp = !answer.has_more
  }
}
