import { prices } from '../service/test-offers.ts'
import { insist, insistOnAll } from './purchase.ts'
import { newWallet } from '../world/wallet.ts'
import { addPayer, type World } from '../world/world.ts'
import { buyByAuthorization, patienceMs, pause } from './buy.ts'

/** Signs several payments at once, for more than it has. */
export async function poor(world: World): Promise<void> {
  const affordable = BigInt(world.random.between(1, 3))
  const wallet = newWallet(world.random.fork(`wallet-${world.payers.length}`))
  const me = addPayer(world, 'poor', { wallet, usdc: prices.expensive * affordable + 1_000n })
  await pause(world, me, 20_000)
  const chain = me.random.pick(world.chains)
  const purchases = Array.from({ length: Number(affordable) + me.random.between(1, 5) }, () =>
    buyByAuthorization(world, me, { offerId: 'expensive', chain }),
  )
  await insistOnAll(world, purchases, patienceMs)
}

/** Spends all its money, and signs for more as soon as it has its answer: some node may not know yet that the money is gone. */
export async function spender(world: World): Promise<void> {
  const wallet = newWallet(world.random.fork(`wallet-${world.payers.length}`))
  const me = addPayer(world, 'spender', { wallet, usdc: prices.expensive * 2n - 1n })
  const chain = me.random.pick(world.chains)
  await pause(world, me, 40_000)
  for (let tries = me.random.between(2, 4); tries > 0 && !world.closing; tries -= 1) {
    const purchase = buyByAuthorization(world, me, { offerId: 'expensive', chain })
    if (purchase) await insist(world, purchase, patienceMs)
  }
}

/** Tries to get every first call free: many calls at once with one wallet, and many wallets from one address. */
export async function firstCallCollector(world: World): Promise<void> {
  const client = `10.9.9.${world.random.between(1, 2)}`
  for (let wallets = world.random.between(1, 4); wallets > 0; wallets -= 1) {
    const wallet = newWallet(world.random.fork(`wallet-${world.payers.length}`))
    const me = addPayer(world, 'first-call-collector', { wallet, client, usdc: prices.cheap * 3n })
    await pause(world, me, 5_000)
    const calls = Array.from({ length: me.random.between(1, 3) }, () => buyByAuthorization(world, me, { offerId: 'cheap' }))
    await insistOnAll(world, calls, patienceMs)
  }
}

/** Uses up the free calls of a day, many at once, and asks for more. */
export async function quotaExhauster(world: World): Promise<void> {
  const client = `10.8.8.${world.random.between(1, 3)}`
  const { time, service, faultProfile } = world
  const diskFails = () => faultProfile.storeFails > 0 || faultProfile.storeFailsMidway > 0
  await time.timers.sleep(world.random.between(0, 20_000))
  const count = (map: Map<string, number>) => map.set(client, (map.get(client) ?? 0) + 1)
  const call = async () => {
    const before = service.faults
    const inDoubt = () => diskFails() || service.faults > before
    try {
      const outcome = await service.call({
        offerId: 'daily',
        request: `free-${world.random.next()}`,
        headers: {},
        client,
        idempotencyKey: null,
      })
      if (outcome.kind === 'answer') count(world.quotaAnswers)
      // If the disk fails, the unit of the quota can't be returned.
      else if (outcome.kind === 'refused' && (outcome.refusal.code === 'ledger_unavailable' || inDoubt())) count(world.quotaUnknown)
    } catch {
      count(world.quotaUnknown)
    }
  }
  const rounds = world.random.between(1, 3)
  for (let round = 0; round < rounds; round += 1) {
    await Promise.all(Array.from({ length: world.random.between(1, 5) }, call))
    await time.timers.sleep(world.random.between(0, 5_000))
  }
}
