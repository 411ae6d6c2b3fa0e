import type { Purchase } from './purchase-record.ts'
import { insist, legacyHeader, present, x402Headers } from './purchase.ts'
import type { Hex } from '../../../src/shared/bytes.ts'
import { newWallet } from '../world/wallet.ts'
import type { Payer } from '../world/payers-and-chains.ts'
import { addPayer, type World } from '../world/world.ts'
import { prices } from '../service/test-offers.ts'
import { buyByAuthorization, patienceMs, pause } from './buy.ts'

export const addHostilePayer = (world: World, name: string, usdc = 1_000_000n): Payer =>
  addPayer(world, name, {
    wallet: newWallet(world.random.fork(`wallet-${world.payers.length}`)),
    usdc,
    steady: false,
    honest: false,
  })

/** Has the money at verification, and not at settlement. Some of these pay later, after they were refused. */
export async function fundsMover(world: World): Promise<void> {
  const me = addHostilePayer(world, 'mover', prices.expensive)
  await pause(world, me, 20_000)
  const purchase = buyByAuthorization(world, me, { offerId: 'expensive' })
  if (!purchase) return
  void present(world, purchase)
  await pause(world, me, 2_500)
  const elsewhere = newWallet(me.random).address
  purchase.chain.simulated.act(
    { kind: 'transfer', from: me.wallet.address, to: elsewhere, value: prices.expensive - 1n },
    { first: me.random.chance(0.7) },
  )
  world.scenario.record(me.name, 'moves its money away')
  await insist(world, purchase, patienceMs)
  if (purchase.end !== 'refused' || purchase.by.kind !== 'authorization' || me.random.chance(0.4)) return
  purchase.chain.simulated.fund(me.wallet.address, prices.expensive)
  purchase.chain.simulated.act({ kind: 'transferWithAuthorization', from: me.wallet.address, authorization: purchase.by.authorization })
  world.scenario.record(me.name, `pays the refused purchase ${purchase.number} later`)
}

/** Cancels its authorization before it is collected. */
export async function canceller(world: World): Promise<void> {
  const me = addHostilePayer(world, 'canceller')
  await pause(world, me, 20_000)
  const purchase = buyByAuthorization(world, me)
  if (purchase?.by.kind !== 'authorization') return
  void present(world, purchase)
  await pause(world, me, 2_500)
  const { nonce } = purchase.by.authorization
  purchase.chain.simulated.act({ kind: 'cancelAuthorization', authorizer: me.wallet.address, nonce }, { first: me.random.chance(0.8) })
  world.scenario.record(me.name, `cancels purchase ${purchase.number}`)
  await insist(world, purchase, patienceMs)
}

/** Sends its own authorization to the chain, before us or after us, and then presents the transaction as a second payment. */
export async function doubleClaimer(world: World): Promise<void> {
  const me = addHostilePayer(world, 'double-claimer')
  await pause(world, me, 20_000)
  const purchase = buyByAuthorization(world, me)
  if (purchase?.by.kind !== 'authorization') return
  const { authorization } = purchase.by
  const { simulated, network, view } = purchase.chain
  if (me.random.chance(0.8)) void present(world, purchase)
  await pause(world, me, 2_000)
  simulated.act({ kind: 'transferWithAuthorization', from: me.wallet.address, authorization }, { first: me.random.chance(0.7) })
  world.scenario.record(me.name, `sends in the authorization of purchase ${purchase.number} itself`)
  await world.time.timers.sleep(me.random.between(1_000, 30_000))
  const fate = await view.authorizationFate(me.wallet.address, authorization.nonce, 0n)
  if (fate.kind === 'used') {
    const timestamp = Math.floor(world.time.clock.now() / 1000)
    const headers = { 'X-PAYMENT': legacyHeader(network.id, fate.transaction, purchase.amount, timestamp) }
    world.scenario.record(me.name, `shows ${fate.transaction.slice(0, 10)} as a payment of its own`)
    await present(world, purchase, { request: `second-${purchase.number}`, headers })
  }
  await insist(world, purchase, patienceMs)
}

/** Claims what others paid: with their signatures from our calldata, and their transactions from the chain. */
export async function thief(world: World): Promise<void> {
  const me = addHostilePayer(world, 'thief', 0n)
  const until = world.time.clock.now() + 60_000
  while (world.time.clock.now() < until && !world.closing) {
    await pause(world, me, 4_000)
    const chain = me.random.pick(world.chains)
    const [prey] = chain.simulated.pool().flatMap(({ sender, authorizations }) => (isOurs(world, sender) ? authorizations : []))
    if (prey) {
      const victim = world.purchases.find(({ by }) => by.kind === 'authorization' && by.authorization.signature === prey.signature)
      if (victim) {
        const outcome = await steal(world, me, victim, x402Headers(world, { chain, offerId: victim.offerId }, prey))
        // A signature in our calldata is public and gives no access.
        if (outcome?.kind === 'answer') world.breaches.push(`a stranger got an answer by the signature of purchase ${victim.number}`)
      }
    }
    const transfers = chain.simulated.transfersTo(world.payTo)
    const taken = transfers.length > 0 ? me.random.pick(transfers) : undefined
    if (taken) {
      const victim = world.purchases.find(({ by }) =>
        by.kind === 'transfer' ? by.transaction === taken.transaction : by.authorization.nonce === taken.nonce,
      )
      const header = legacyHeader(chain.network.id, taken.transaction, taken.value, Math.floor(world.time.clock.now() / 1000))
      if (victim) await steal(world, me, victim, { 'X-PAYMENT': header })
    }
  }
}

function isOurs(world: World, sender: Hex): boolean {
  return world.signers.some(({ address }) => address === sender)
}

function steal(world: World, me: Payer, victim: Purchase, headers: Readonly<Record<string, string>>) {
  world.scenario.record(me.name, `tries to use purchase ${victim.number}`)
  const request = me.random.chance(0.5) ? victim.request : `stolen-${me.random.next()}`
  return present(world, victim, { headers, client: me.client, request, idempotencyKey: null })
}

/** Signs as a contract: one that accepts, and several that harm the sender of their transfers. */
export async function contractPayer(world: World): Promise<void> {
  const me = addHostilePayer(world, 'contract')
  const chain = me.random.pick(world.chains)
  const kind = me.random.pick(['accepts', 'refuses', 'burns-gas', 'two-faced', 'burns-gas-in-blocks'] as const)
  chain.simulated.act({ kind: 'setCode', account: me.wallet.address, contract: kind }, { first: true })
  await world.time.timers.sleep(me.random.between(4_000, 20_000))
  const purchase = buyByAuthorization(world, me, { chain })
  if (purchase) await insist(world, purchase, patienceMs)
}

/** Is a plain account at verification, and a contract that burns all gas at settlement. */
export async function codeChanger(world: World): Promise<void> {
  const me = addHostilePayer(world, 'code-changer')
  await pause(world, me, 20_000)
  const purchase = buyByAuthorization(world, me)
  if (!purchase) return
  void present(world, purchase)
  await pause(world, me, 1_500)
  const contract = me.random.pick(['burns-gas', 'two-faced', 'burns-gas-in-blocks', 'refuses'] as const)
  purchase.chain.simulated.act({ kind: 'setCode', account: me.wallet.address, contract }, { first: true })
  world.scenario.record(me.name, `takes code that ${contract}`)
  await insist(world, purchase, patienceMs)
}

/** The token blacklists it between verification and settlement. */
export async function blacklisted(world: World): Promise<void> {
  const me = addHostilePayer(world, 'blacklisted')
  await pause(world, me, 20_000)
  const purchase = buyByAuthorization(world, me)
  if (!purchase) return
  void present(world, purchase)
  await pause(world, me, 2_000)
  purchase.chain.simulated.act({ kind: 'blacklist', account: me.wallet.address }, { first: true })
  await insist(world, purchase, patienceMs)
}
