import { newWallet } from '../world/wallet.ts'
import { addPayer, type World } from '../world/world.ts'
import { byX402, insist, insistOnAll } from './purchase.ts'
import { buyAnyhow, patienceMs, pause } from './buy.ts'

/** Buys one thing after another, and does what our answers say. */
export async function honest(world: World): Promise<void> {
  const me = addPayer(world, 'honest', { wallet: newWallet(world.random.fork(`wallet-${world.payers.length}`)), usdc: 1_000_000n })
  for (let left = me.random.between(1, 3); left > 0 && !world.closing; left -= 1) {
    await pause(world, me, 12_000)
    const purchase = buyAnyhow(world, me)
    if (purchase) await insist(world, purchase, patienceMs)
  }
}

/** Buys a little, comes back when that has left the hot tables, and then buys much at once. */
export async function returning(world: World): Promise<void> {
  const me = addPayer(world, 'returning', { wallet: newWallet(world.random.fork(`wallet-${world.payers.length}`)), usdc: 2_000_000n })
  await pause(world, me, 10_000)
  const chain = me.random.pick(world.chains)
  const few = Array.from({ length: 3 }, () => byX402(world, me, { offerId: 'expensive', chain, validSeconds: 60 }))
  await insistOnAll(world, few, 80_000)
  await world.time.timers.sleep(me.random.between(255_000, 275_000))
  const many = Array.from({ length: 12 }, () => byX402(world, me, { offerId: 'expensive', chain, validSeconds: 90 }))
  await insistOnAll(world, many, 80_000)
}

/** Makes several purchases at once, so that they share batches. */
export async function busy(world: World): Promise<void> {
  const me = addPayer(world, 'busy', { wallet: newWallet(world.random.fork(`wallet-${world.payers.length}`)), usdc: 2_000_000n })
  await pause(world, me, 20_000)
  const chain = me.random.pick(world.chains)
  const purchases = Array.from({ length: me.random.between(2, 6) }, () => buyAnyhow(world, me, { chain }))
  await insistOnAll(world, purchases, patienceMs)
}
