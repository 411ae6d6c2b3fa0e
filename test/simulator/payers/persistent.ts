import { prices } from '../service/test-offers.ts'
import { insist, legacyHeader, present } from './purchase.ts'
import { newWallet } from '../world/wallet.ts'
import type { World } from '../world/world.ts'
import { buyByAuthorization, patienceMs, pause } from './buy.ts'
import { addHostilePayer } from './hostile.ts'

/** Moves its money away each time after signing, and tries again after each refusal. */
export async function repeatDefaulter(world: World): Promise<void> {
  const me = addHostilePayer(world, 'repeat-defaulter', prices.expensive)
  const chain = me.random.pick(world.chains)
  await pause(world, me, 15_000)
  for (let tries = 3; tries > 0 && !world.closing; tries -= 1) {
    const purchase = buyByAuthorization(world, me, { offerId: 'expensive', chain })
    if (!purchase) return
    void present(world, purchase)
    await pause(world, me, 1_500)
    const elsewhere = newWallet(me.random).address
    chain.simulated.act({ kind: 'transfer', from: me.wallet.address, to: elsewhere, value: prices.expensive }, { first: true })
    world.scenario.record(me.name, 'moves its money away')
    await insist(world, purchase, patienceMs)
    await world.time.timers.sleep(10_000)
    if (chain.simulated.balanceOf(me.wallet.address) < prices.expensive) chain.simulated.fund(me.wallet.address, prices.expensive)
  }
}

/** Waits until its payment has left the hot tables, and then presents the transaction that collected it as a new payment. */
export async function lateClaimer(world: World): Promise<void> {
  const me = addHostilePayer(world, 'late-claimer')
  await pause(world, me, 20_000)
  const purchase = buyByAuthorization(world, me, { validSeconds: 45 })
  if (purchase?.by.kind !== 'authorization') return
  const { nonce } = purchase.by.authorization
  const { network, view } = purchase.chain
  await insist(world, purchase, patienceMs)
  const fate = await view.authorizationFate(me.wallet.address, nonce, 0n)
  if (fate.kind !== 'used') return
  // A little less than the time for which a bare hash is accepted.
  await world.time.timers.sleep(me.random.between(240_000, 285_000))
  const headers = { 'X-PAYMENT': legacyHeader(network.id, fate.transaction, purchase.amount, Math.floor(world.time.clock.now() / 1000)) }
  world.scenario.record(me.name, `shows ${fate.transaction.slice(0, 10)} as a payment of its own`)
  await present(world, purchase, { request: `late-${purchase.number}`, headers })
}
