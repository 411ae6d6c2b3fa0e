import { watchPrice } from '../service/watch-offer.ts'
import { topics } from '../world/watch-feed.ts'
import { newWallet } from '../world/wallet.ts'
import type { Payer } from '../world/payers-and-chains.ts'
import type { SeededRandom } from '../world/seeded-random.ts'
import { addPayer, type World } from '../world/world.ts'
import { pause } from './buy.ts'
import type { PayerBehaviour } from './choose-payers.ts'
import { addHostilePayer } from './hostile.ts'
import { addWatch, catchUp, follow, heard, signPoll } from './poll.ts'
import type { Purchase } from './purchase-record.ts'
import { byX402, insist, insistOnAll, present } from './purchase.ts'
import type { Watch } from './watch-record.ts'

/** Shorter than the validity of a payment, so that a consumer which waits for a pace signs anew. */
const pollPatienceMs = 25_000
const limits = ['2', '4', '50'] as const

const newWatcher = (world: World, name: string, usdc = watchPrice * 60n): Payer =>
  addPayer(world, name, { wallet: newWallet(world.random.fork(`wallet-${world.payers.length}`)), usdc })

const newWatch = (world: World, me: Payer, name: string | null = null): Watch =>
  addWatch(world, me, { topic: me.random.pick(topics), name, from: me.random.between(-29, -8) })

/** A payment that is signed later and refused might not be archived when everybody catches up. */
const pollsForMs = 60_000

function mayPoll(world: World, startedAt: number): boolean {
  return !world.closing && world.time.clock.now() < startedAt + pollsForMs
}

/** Goes on with `next_since`, or with `cursor` while there is more. */
async function keepPolling(world: World, watch: Watch, startedAt: number): Promise<void> {
  const { random } = watch.payer
  const [limit, byCursor] = [random.pick(limits), random.chance(0.4)]
  while (mayPoll(world, startedAt)) {
    const purchase = signPoll(world, watch, { limit, by: random.pick(['any authorization', 'any authorization', 'memo']) })
    if (purchase) await insist(world, purchase, pollPatienceMs)
    const answer = purchase && heard(purchase)
    if (answer) follow(watch, answer, byCursor)
    if (!answer?.has_more) await world.time.timers.sleep(random.between(1_000, 9_000))
  }
}

/** Polls one topic. */
async function follower(world: World): Promise<void> {
  const startedAt = world.time.clock.now()
  const me = newWatcher(world, 'follower')
  const watch = newWatch(world, me)
  await pause(world, me, 15_000)
  await keepPolling(world, watch, startedAt)
  await catchUp(world, watch, startedAt)
}

/** Two consumers pay from one wallet, each under a name of its own. */
async function housemates(world: World): Promise<void> {
  const startedAt = world.time.clock.now()
  const me = newWatcher(world, 'housemates')
  const watches = ['first', 'second'].map((name) => newWatch(world, me, name))
  await pause(world, me, 15_000)
  await Promise.all(watches.map((watch) => keepPolling(world, watch, startedAt)))
  for (const watch of watches) await catchUp(world, watch, startedAt)
}

/** Polls two or three times at once, at any instance, and goes on with one of the answers. */
async function hasty(world: World): Promise<void> {
  const startedAt = world.time.clock.now()
  const me = newWatcher(world, 'hasty')
  const watch = newWatch(world, me)
  await pause(world, me, 15_000)
  while (mayPoll(world, startedAt)) {
    const limit = me.random.pick(limits)
    const polls = Array.from({ length: me.random.between(2, 3) }, () => signPoll(world, watch, { limit }))
    await insistOnAll(world, polls, pollPatienceMs)
    const answers = polls.flatMap((purchase) => (purchase && heard(purchase)) ?? [])
    if (answers.length > 0) follow(watch, me.random.pick(answers))
    await pause(world, me, 6_000)
  }
  await catchUp(world, watch, startedAt)
}

/** Loses answers, and then pays anew, or sends the same payment again, or both. */
async function absentMinded(world: World): Promise<void> {
  const startedAt = world.time.clock.now()
  const me = newWatcher(world, 'absent-minded')
  const watch = newWatch(world, me)
  await pause(world, me, 15_000)
  const lost: Purchase[] = []
  while (mayPoll(world, startedAt)) {
    const purchase = signPoll(world, watch, { limit: me.random.pick(limits) })
    if (purchase && me.random.chance(0.6)) {
      void present(world, purchase)
      lost.push(purchase)
      await pause(world, me, 2_500)
    } else if (purchase) {
      await insist(world, purchase, pollPatienceMs)
      const answer = heard(purchase)
      if (answer) follow(watch, answer)
    }
    const again = lost.length > 0 && me.random.chance(0.5) ? lost.shift()! : null
    if (again) await insist(world, again, pollPatienceMs)
    await pause(world, me, 5_000)
  }
  await insistOnAll(world, lost, pollPatienceMs)
  await catchUp(world, watch, startedAt)
}

/** Polls twice at once, moves its money away or cancels before the block, and then polls by transfers, since it is barred. */
async function emptyHanded(world: World): Promise<void> {
  const startedAt = world.time.clock.now()
  const me = addHostilePayer(world, 'empty-handed', watchPrice * 30n)
  const watch = addWatch(world, me, { topic: 'lively', from: me.random.between(-29, -8) })
  const limit = me.random.pick(['4', '50', '50'])
  await pause(world, me, 25_000)
  // A wallet that has paid gets no free call, so its first poll is settled.
  if (me.random.chance(0.8))
    await insist(world, byX402(world, me, { offerId: 'expensive', chain: me.random.pick(world.chains) }), pollPatienceMs)
  const purchases = Array.from({ length: me.random.between(2, 3) }, () => signPoll(world, watch, { limit, by: 'x402' })).filter(
    (purchase) => purchase !== null,
  )
  const calls = purchases.map((purchase) => present(world, purchase))
  await world.time.timers.sleep(me.random.between(50, 900))
  spoil(world, me, purchases)
  await Promise.all(calls)
  for (const { simulated } of world.chains) simulated.fund(me.wallet.address, watchPrice * 40n)
  while (mayPoll(world, startedAt)) {
    await pollByTransfer(world, watch, limit)
    await pause(world, me, 9_000)
  }
  await catchUp(world, watch, startedAt, 'memo')
}

function spoil(world: World, me: Payer, purchases: readonly Purchase[]): void {
  const { address } = me.wallet
  const cancels = me.random.chance(0.5)
  world.scenario.record(me.name, cancels ? 'cancels its polls' : 'moves all its money away')
  for (const { simulated } of world.chains) {
    if (cancels) continue
    const value = simulated.balanceOf(address)
    simulated.act({ kind: 'transfer', from: address, to: newWallet(me.random).address, value }, { first: me.random.chance(0.8) })
  }
  for (const purchase of purchases) {
    if (!cancels || purchase.by.kind !== 'authorization') continue
    const { nonce } = purchase.by.authorization
    purchase.chain.simulated.act({ kind: 'cancelAuthorization', authorizer: address, nonce }, { first: me.random.chance(0.8) })
  }
}

async function pollByTransfer(world: World, watch: Watch, limit: string): Promise<void> {
  const purchase = signPoll(world, watch, { limit, by: 'memo' })
  if (purchase) await insist(world, purchase, pollPatienceMs)
  const answer = purchase && heard(purchase)
  if (answer) follow(watch, answer)
}

/** Polls with the hashes of its transfers, which anybody may present, and with authorizations: only those move its position. */
async function halfOpen(world: World): Promise<void> {
  const startedAt = world.time.clock.now()
  const me = newWatcher(world, 'half-open')
  const watch = newWatch(world, me)
  await pause(world, me, 20_000)
  for (let left = me.random.between(2, 4); left > 0 && mayPoll(world, startedAt); left -= 1) {
    const bare = signPoll(world, watch, { limit: '3', by: me.random.pick(['bare', 'legacy'] as const) })
    if (bare) await insist(world, bare, pollPatienceMs)
    const purchase = signPoll(world, watch, { limit: '3' })
    if (purchase) await insist(world, purchase, pollPatienceMs)
    const answer = purchase && heard(purchase)
    if (answer) follow(watch, answer)
    await pause(world, me, 5_000)
  }
  await catchUp(world, watch, startedAt)
}

const kinds: readonly PayerBehaviour[] = [follower, housemates, hasty, hasty, absentMinded, emptyHanded, halfOpen]

/** Who polls watchlists in this run. Most runs have no such payers, so that they stay short. */
export function chooseWatchers(random: SeededRandom): PayerBehaviour[] {
  if (!random.chance(0.4)) return []
  return Array.from({ length: random.between(2, 5) }, () => random.pick(kinds))
}
