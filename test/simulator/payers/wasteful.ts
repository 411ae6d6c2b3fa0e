import { prices, unknownName } from '../service/test-offers.ts'
import { newWallet } from '../world/wallet.ts'
import type { World } from '../world/world.ts'
import { buyByAuthorization, patienceMs, pause } from './buy.ts'
import { addHostilePayer } from './hostile.ts'
import { byX402, insist, present } from './purchase.ts'

/** More than the limit of an hour. */
const failingRuns = 40
const drainedPurchases = 12
/** A reorganisation and a node that lags take back fewer blocks than this. */
const blocksUntilSure = 12
const oneBlockMs = 1_000

/** A fresh wallet that buys many things at once and moves its money away before the block. */
export async function drainer(world: World): Promise<void> {
  const me = addHostilePayer(world, 'drainer', prices.expensive * BigInt(drainedPurchases))
  const chain = me.random.pick(world.chains)
  await pause(world, me, 40_000)
  const purchases = Array.from({ length: drainedPurchases }, () => byX402(world, me, { offerId: 'expensive', chain }))
  const calls = purchases.map((purchase) => present(world, purchase))
  await world.time.timers.sleep(me.random.between(50, 1_500))
  const value = chain.simulated.balanceOf(me.wallet.address)
  chain.simulated.act({ kind: 'transfer', from: me.wallet.address, to: newWallet(me.random).address, value }, { first: true })
  world.scenario.record(me.name, 'moves all its money away')
  await Promise.all(calls)
  await Promise.all(purchases.slice(0, me.random.between(1, 4)).map((purchase) => insist(world, purchase, 60_000)))
}

/** Asks for names that do not exist, many at once: the work is done, and nothing can be charged. Then it drains its wallet too. */
export async function failingRunner(world: World): Promise<void> {
  const me = addHostilePayer(world, 'failing-runner', prices.expensive * 10n)
  const chain = me.random.pick(world.chains)
  await world.time.timers.sleep(me.random.between(2_000, 40_000))
  const wishes = Array.from({ length: failingRuns }, (_, index) => `${unknownName}-${me.name}-${index}`)
  await Promise.all(wishes.map((request) => present(world, byX402(world, me, { offerId: 'expensive', chain, request }))))
}

/**
 * Pays for work that fails whatever happens, at once or in the end: its payments are credits, which it uses up, presents once more
 * after they were given back, or leaves.
 */
export async function unlucky(world: World): Promise<void> {
  const me = addHostilePayer(world, 'unlucky', prices.costly * 10n)
  for (let left = me.random.between(2, 4); left > 0 && !world.closing; left -= 1) {
    await pause(world, me, 8_000)
    const request = `${unknownName}-${me.name}-${left}`
    const purchase = byX402(world, me, { offerId: 'costly', chain: me.random.pick(world.chains), request })
    for (let tries = me.random.between(1, 5); purchase && tries > 0; tries -= 1) {
      await present(world, purchase)
      await pause(world, me, me.random.pick([200, 3_000, 40_000]))
    }
    if (purchase) await present(world, purchase, { request: `another-${me.name}-${left}` })
  }
}

/** A contract whose check takes much gas. */
export async function dearContract(world: World): Promise<void> {
  const me = addHostilePayer(world, 'dear-contract')
  const chain = me.random.pick(world.chains)
  chain.simulated.act({ kind: 'setCode', account: me.wallet.address, contract: 'dear' }, { first: true })
  await world.time.timers.sleep(me.random.between(4_000, 20_000))
  for (let left = me.random.between(1, 3); left > 0 && !world.closing; left -= 1) {
    const purchase = buyByAuthorization(world, me, { chain })
    if (purchase) await insist(world, purchase, patienceMs)
  }
}

/** A contract that accepts in simulations without fees only. Real fees unmask it, so none of its payments may buy a run. */
export async function twoFaced(world: World): Promise<void> {
  const me = addHostilePayer(world, 'two-faced')
  const chain = me.random.pick(world.chains)
  const { simulated, view } = chain
  simulated.act({ kind: 'setCode', account: me.wallet.address, contract: 'two-faced' }, { first: true })
  const hasCode = async () => (await view.codes([me.wallet.address]))[0] !== '0x'
  for (let since = simulated.head().number; simulated.head().number < since + BigInt(blocksUntilSure);) {
    await world.time.timers.sleep(oneBlockMs)
    if (world.closing) return
    if (!(await hasCode())) since = simulated.head().number
  }
  for (let left = me.random.between(1, 3); left > 0 && !world.closing; left -= 1) {
    const purchase = buyByAuthorization(world, me, { offerId: 'expensive', chain })
    if (!purchase) return
    world.unsettleable.add(purchase.by.identity)
    await insist(world, purchase, 30_000)
  }
}
