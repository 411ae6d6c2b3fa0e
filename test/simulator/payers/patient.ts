import { prices } from '../goods.ts'
import { insist, legacyHeader, present } from '../purchase.ts'
import { newWallet } from '../wallet.ts'
import type { World } from '../world.ts'
import { buyByAuthorization, patienceMs, pause } from './buy.ts'
import { shaky } from './hostile.ts'

/** Moves its money away each time it has signed, and comes back for more however often it is told no. */
export async function stubborn(world: World): Promise<void> {
  const me = shaky(world, 'stubborn', prices.dear)
  const chain = me.random.pick(world.chains)
  await pause(world, me, 15_000)
  for (let tries = 3; tries > 0 && !world.closing; tries -= 1) {
    const purchase = buyByAuthorization(world, me, { good: 'dear', chain })
    if (!purchase) return
    void present(world, purchase)
    await pause(world, me, 1_500)
    const elsewhere = newWallet(me.random).address
    chain.simulated.act({ kind: 'transfer', from: me.wallet.address, to: elsewhere, value: prices.dear }, { first: true })
    world.story.tell(me.name, 'moves its money away')
    await insist(world, purchase, patienceMs)
    await world.time.timers.sleep(10_000)
    if (chain.simulated.balanceOf(me.wallet.address) < prices.dear) chain.simulated.fund(me.wallet.address, prices.dear)
  }
}

/** Once its payment has left the hot tables, shows the transaction that collected it as a payment of its own. */
export async function latecomer(world: World): Promise<void> {
  const me = shaky(world, 'latecomer')
  await pause(world, me, 20_000)
  const purchase = buyByAuthorization(world, me, { validSeconds: 45 })
  if (purchase?.by.kind !== 'authorization') return
  const { nonce } = purchase.by.authorization
  const { network, view } = purchase.chain
  await insist(world, purchase, patienceMs)
  const fate = await view.authorizationFate(me.wallet.address, nonce, 0n)
  if (fate.kind !== 'used') return
  // As long as a bare hash is taken at all, and a little less.
  await world.time.timers.sleep(me.random.between(240_000, 285_000))
  const headers = { 'X-PAYMENT': legacyHeader(network.id, fate.transaction, purchase.amount, Math.floor(world.time.clock.now() / 1000)) }
  world.story.tell(me.name, `shows ${fate.transaction.slice(0, 10)} as a payment of its own`)
  await present(world, purchase, { request: `late-${purchase.number}`, headers })
}
