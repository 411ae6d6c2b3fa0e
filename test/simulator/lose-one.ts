import { readBooks } from './invariants/rows.ts'
import { addPayer, type World } from './world.ts'
import { byX402, insist } from './purchase.ts'
import { newWallet } from './wallet.ts'

/** Its lease has run out by then, and others have brought to an end what it left: a few blocks, and a payer who asks again. */
const goneWithinMs = 30_000
/** All instances that live have been steady for so long that they would see when another one dies. */
const steadyMs = 12_000

const unfinished: ReadonlySet<string> = new Set(['claimed', 'served', 'settling'])

/**
 * In fair weather one instance dies with payments in its hands, and does not come back for a while: the others answer all who
 * ask again, and nothing is left of it.
 */
export async function loseOne(world: World): Promise<void> {
  const { service, time, random } = world
  await time.timers.sleep(steadyMs)
  const dice = random.fork('lose-one')
  const victim = service.any(dice)
  const newcomers = Array.from({ length: dice.between(2, 5) }, () =>
    addPayer(world, 'bereaved', { wallet: newWallet(world.random.fork(`wallet-${world.payers.length}`)), usdc: 200_000n }),
  )
  const purchases = newcomers.map((me) => byX402(world, me, { good: 'dear', chain: dice.pick(world.chains), validSeconds: 240 }))
  const buying = Promise.all(purchases.map((purchase) => insist(world, purchase, 4 * goneWithinMs)))
  await time.timers.sleep(dice.between(0, 2_500))
  victim.powerLoss()
  await time.timers.sleep(goneWithinMs)
  const within = `${goneWithinMs / 1000} s after an instance died`
  const { payments, identities } = await readBooks(service.store)
  const rows = new Map(payments.map((row) => [row.id, row]))
  for (const { number, end, by, problems } of purchases) {
    // Whose answer waits in the books may have asked the dead one again and again.
    const settled = rows.get(identities.get(by.identity) ?? '')?.state === 'settled'
    if (end !== 'answered' && !settled)
      world.breaches.push(`purchase ${number} has no answer ${within}: ${problems.at(-1) ?? 'nothing was said'}`)
  }
  const left = payments.filter(({ state, instance }) => unfinished.has(state) && victim.names.includes(instance))
  for (const { id } of left) world.breaches.push(`receipt ${id.slice(0, 8)} is still its own ${within}`)
  victim.start()
  await buying
}

/** One instance after the other ends in order, until one is left to bring everything to its end. */
export async function leaveToOne({ service, time }: World): Promise<void> {
  for (const instance of service.instances.slice(1)) {
    await time.timers.sleep(10_000)
    await instance.stop()
  }
}
