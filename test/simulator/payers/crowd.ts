import { insist, present } from './purchase.ts'
import { newWallet } from '../world/wallet.ts'
import type { Payer, WorldChain } from '../world/payers-and-chains.ts'
import { addPayer, type World } from '../world/world.ts'
import { buyByAuthorization, patienceMs } from './buy.ts'

/** Many payers pay at the same moment on one chain, so that they share a transaction. One of them may make it fail. */
export async function crowd(world: World): Promise<void> {
  const chain = world.random.pick(world.chains)
  const member = (steady: boolean) =>
    addPayer(world, steady ? 'crowd' : 'spoiler', {
      wallet: newWallet(world.random.fork(`wallet-${world.payers.length}`)),
      usdc: 200_000n,
      steady,
      honest: steady,
    })
  await world.time.timers.sleep(world.random.between(0, 50_000))
  const size = world.random.chance(0.15) ? world.random.between(16, 24) : world.random.between(2, 8)
  const members = Array.from({ length: size }, () => member(true))
  const spoiler = world.random.chance(0.6) ? member(false) : null
  await Promise.all([...members.map((me) => buy(world, me, chain)), spoiler && spoil(world, spoiler, chain)])
}

async function buy(world: World, me: Payer, chain: WorldChain): Promise<void> {
  const purchase = buyByAuthorization(world, me, { offerId: 'expensive', chain })
  if (purchase) await insist(world, purchase, patienceMs)
}

/** Passes verification like the others, and then changes something before the block. */
async function spoil(world: World, me: Payer, chain: WorldChain): Promise<void> {
  const purchase = buyByAuthorization(world, me, { offerId: 'expensive', chain })
  if (purchase?.by.kind !== 'authorization') return
  void present(world, purchase)
  await world.time.timers.sleep(me.random.between(100, 1_500))
  const { address } = me.wallet
  const { authorization } = purchase.by
  const ways = [
    () => chain.simulated.act({ kind: 'transfer', from: address, to: newWallet(me.random).address, value: 199_999n }, { first: true }),
    () => chain.simulated.act({ kind: 'cancelAuthorization', authorizer: address, nonce: authorization.nonce }, { first: true }),
    () => chain.simulated.act({ kind: 'setCode', account: address, contract: 'burns-gas-in-blocks' }, { first: true }),
    () => chain.simulated.act({ kind: 'transferWithAuthorization', from: address, authorization }, { first: true }),
  ]
  me.random.pick(ways)()
  world.scenario.record(me.name, `spoils purchase ${purchase.number}`)
  await insist(world, purchase, patienceMs)
}
