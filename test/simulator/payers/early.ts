import { readCredential } from '../../../src/payments/read-credential.ts'
import { toHex } from '../../../src/shared/bytes.ts'
import { prices } from '../service/test-offers.ts'
import { signTransfer, newWallet } from '../world/wallet.ts'
import type { Payer } from '../world/payers-and-chains.ts'
import type { SeededRandom } from '../world/seeded-random.ts'
import { addPayer, type World } from '../world/world.ts'
import { patienceMs, pause } from './buy.ts'
import type { PayerBehaviour } from './choose-payers.ts'
import { addHostilePayer } from './hostile.ts'
import type { Purchase } from './purchase-record.ts'
import { byX402, insist, present, x402Headers } from './purchase.ts'

/** Buys one thing after the other: the first waits for its settlement, the later ones need not. */
async function regular(world: World): Promise<void> {
  const me = addPayer(world, 'regular', { wallet: newWallet(world.random.fork(`wallet-${world.payers.length}`)), usdc: 2_000_000n })
  const chain = me.random.pick(world.chains)
  await pause(world, me, 5_000)
  for (let left = me.random.between(4, 10); left > 0 && !world.closing; left -= 1) {
    await insist(world, byX402(world, me, { offerId: 'expensive', chain }), patienceMs)
    await pause(world, me, 3_000)
  }
}

/** Settles a few payments, buys as much as it can before the next settlement, and makes that impossible. Some of these pay later. */
async function earlyDrainer(world: World): Promise<void> {
  const me = addHostilePayer(world, 'early-drainer', prices.expensive * 10n)
  const chain = me.random.pick(world.chains)
  await pause(world, me, 8_000)
  const buy = () => byX402(world, me, { offerId: 'expensive', chain, validSeconds: me.random.between(60, 90) })
  for (let left = me.random.between(2, 4); left > 0; left -= 1) await insist(world, buy(), 30_000)
  await world.time.timers.sleep(me.random.between(4_000, 10_000))
  const drained = Array.from({ length: 5 }, buy)
  const calls = drained.map((purchase) => present(world, purchase))
  await world.time.timers.sleep(me.random.between(300, 1_800))
  spoil(world, me, drained)
  await Promise.all(calls)
  for (let tries = 3; tries > 0; tries -= 1) {
    await pause(world, me, 30_000)
    chain.simulated.fund(me.wallet.address, prices.expensive)
    await insist(world, buy(), 10_000)
  }
  if (me.random.chance(0.6)) await payDebts(world, me, drained)
}

function spoil(world: World, me: Payer, purchases: readonly Purchase[]): void {
  const { simulated } = purchases[0]!.chain
  const { address } = me.wallet
  if (me.random.chance(0.5)) {
    const value = simulated.balanceOf(address)
    simulated.act({ kind: 'transfer', from: address, to: newWallet(me.random).address, value }, { first: true })
    world.scenario.record(me.name, 'moves all its money away')
    return
  }
  for (const { by } of purchases)
    if (by.kind === 'authorization')
      simulated.act({ kind: 'cancelAuthorization', authorizer: address, nonce: by.authorization.nonce }, { first: me.random.chance(0.8) })
  world.scenario.record(me.name, 'cancels all its payments')
}

/** Pays what it owes, with another authorization for each receipt, and buys again. */
async function payDebts(world: World, me: Payer, purchases: readonly Purchase[]): Promise<void> {
  const { chain } = purchases[0]!
  chain.simulated.fund(me.wallet.address, prices.expensive * 6n)
  for (const { answers, chain: of } of purchases) {
    const receipt = answers[0]?.receipt
    if (receipt === undefined) continue
    for (let tries = 20; tries > 0; tries -= 1) {
      const outcome = await payOnce(world, me, receipt, of).catch(() => 'no answer')
      world.scenario.record(me.name, `pays receipt ${receipt.slice(0, 8)}: ${outcome}`)
      if (outcome === 'paid' || outcome === 'nothing_owed') break
      await world.time.timers.sleep(6_000)
    }
  }
  if (!world.closing) await insist(world, byX402(world, me, { offerId: 'expensive', chain }), 30_000)
}

async function payOnce(world: World, me: Payer, receipt: string, chain: Purchase['chain']): Promise<string> {
  const serviceProcess = world.service.serviceProcess
  const owed = await serviceProcess?.ledger.find(receipt)
  if (!serviceProcess || !owed) return 'no answer'
  const authorization = signTransfer(me.wallet, chain.network, {
    to: world.payTo,
    value: owed.amount,
    validAfter: 0n,
    validBefore: BigInt(Math.floor(world.time.clock.now() / 1000) + 90),
    nonce: toHex(me.random.bytes(32)),
  })
  const headers = x402Headers(world, { chain, offerId: 'expensive' }, authorization)
  // A process that ends gives no answer.
  const ended = new Promise<never>((_, reject) => serviceProcess.processRun.onEnd(() => reject(new Error('reset'))))
  const outcome = await Promise.race([serviceProcess.owedPayments.pay(owed, readCredential(new Headers(headers))), ended])
  if (outcome.kind === 'refused') return outcome.refusal.code
  return outcome.kind === 'terms' ? (outcome.refusal?.code ?? 'terms') : outcome.kind
}

/** Those of runs in which payers with history are answered before their settlement. */
export function chooseEarlyPayers(random: SeededRandom): PayerBehaviour[] {
  return [
    ...Array.from({ length: random.between(1, 4) }, () => regular),
    ...Array.from({ length: random.between(1, 3) }, () => earlyDrainer),
  ]
}
