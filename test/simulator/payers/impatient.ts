import { byX402, insist, present } from './purchase.ts'
import { newWallet } from '../world/wallet.ts'
import type { Payer } from '../world/payers-and-chains.ts'
import { addPayer, type World } from '../world/world.ts'
import { anyOfferId, buyAnyhow, buyByAuthorization, patienceMs, pause } from './buy.ts'

const newPayer = (world: World, name: string): Payer =>
  addPayer(world, name, { wallet: newWallet(world.random.fork(`wallet-${world.payers.length}`)), usdc: 1_000_000n })

/** Sends the same payment many times at once, without waiting for answers. */
export async function impatient(world: World): Promise<void> {
  const me = newPayer(world, 'impatient')
  await pause(world, me, 20_000)
  const purchase = buyAnyhow(world, me)
  if (!purchase) return
  for (let duplicates = me.random.between(1, 4); duplicates > 0; duplicates -= 1) {
    void present(world, purchase)
    if (me.random.chance(0.5)) await pause(world, me, 1_500)
  }
  await insist(world, purchase, patienceMs)
}

/** Signs again under the same key when an answer takes too long: still one purchase. */
export async function reSigner(world: World): Promise<void> {
  const me = newPayer(world, 'resigner')
  await pause(world, me, 20_000)
  const wish = { offerId: anyOfferId(me), chain: me.random.pick(world.chains), idempotencyKey: `order-${me.name}` }
  const first = byX402(world, me, wish)
  const second = byX402(world, me, { ...wish, request: first.request })
  void present(world, first)
  await pause(world, me, 2_500)
  void present(world, second)
  await insist(world, first, patienceMs)
  await insist(world, second, patienceMs)
}

/** Uses a payment for other requests, while it is in progress and afterwards. */
export async function reuser(world: World): Promise<void> {
  const me = newPayer(world, 'reuser')
  await pause(world, me, 20_000)
  const purchase = buyAnyhow(world, me)
  if (!purchase) return
  const first = insist(world, purchase, patienceMs)
  const others = Array.from({ length: me.random.between(1, 3) }, (_, index) => `${purchase.request}-again-${index}`)
  for (const request of others) {
    await pause(world, me, 3_000)
    await present(world, purchase, { request })
  }
  await first
  // One of the other requests may have been first, and its answer was lost.
  if (purchase.answers.length === 0) for (const request of others) await insist(world, purchase, patienceMs, { request })
}

/** Leaves right after sending, and comes back much later. */
export async function forgetful(world: World): Promise<void> {
  const me = newPayer(world, 'forgetful')
  await pause(world, me, 20_000)
  const purchase = buyByAuthorization(world, me)
  if (!purchase) return
  void present(world, purchase)
  await world.time.timers.sleep(me.random.between(5_000, 90_000))
  await insist(world, purchase, patienceMs)
}

/** Pays and never comes back. */
export async function vanished(world: World): Promise<void> {
  const me = newPayer(world, 'vanished')
  await pause(world, me, 50_000)
  const purchase = buyByAuthorization(world, me)
  if (!purchase) return
  purchase.gone = true
  void present(world, purchase)
}
