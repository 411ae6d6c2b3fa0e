import { isCollected, readBooks } from '../invariants/read-books.ts'
import { addPayer, type World } from '../world/world.ts'
import { byX402, insist } from '../payers/purchase.ts'
import { newWallet } from '../world/wallet.ts'

/** After this time its lease has run out and other instances have finished its work: a few blocks, and a payer who asks again. */
const goneWithinMs = 30_000
/** After this time all living instances have been steady for long enough to notice that one dies. */
const steadyMs = 12_000

const unfinished: ReadonlySet<string> = new Set(['claimed', 'ordered', 'served', 'settling', 'running'])

/**
 * After all faults have ended, one instance dies with payments in progress and stays down for a while. The other instances answer
 * every payer who asks again, and no payment still belongs to the dead one.
 */
export async function killOneInstance(world: World): Promise<void> {
  const { service, time, random } = world
  await time.timers.sleep(steadyMs)
  const choices = random.fork('lose-one')
  const victim = service.any(choices)
  const newcomers = Array.from({ length: choices.between(2, 5) }, () =>
    addPayer(world, 'newcomer', { wallet: newWallet(world.random.fork(`wallet-${world.payers.length}`)), usdc: 200_000n }),
  )
  const purchases = newcomers.map((me) => byX402(world, me, { offerId: 'expensive', chain: choices.pick(world.chains), validSeconds: 240 }))
  const buying = Promise.all(purchases.map((purchase) => insist(world, purchase, 4 * goneWithinMs)))
  await time.timers.sleep(choices.between(0, 2_500))
  victim.powerLoss()
  await time.timers.sleep(goneWithinMs)
  const within = `${goneWithinMs / 1000} s after an instance died`
  const { payments, identities } = await readBooks(service.store)
  const rows = new Map(payments.map((row) => [row.id, row]))
  for (const { number, end, by, problems } of purchases) {
    // A payer whose answer is already in the books may have asked only the dead instance.
    const row = rows.get(identities.get(by.identity) ?? '')
    const settled = row !== undefined && isCollected(row)
    if (end !== 'answered' && !settled)
      world.breaches.push(`purchase ${number} has no answer ${within}: ${problems.at(-1) ?? 'no problem was returned'}`)
  }
  const left = payments.filter(({ state, instance }) => unfinished.has(state) && victim.names.includes(instance))
  for (const { id } of left) world.breaches.push(`receipt ${id.slice(0, 8)} still belongs to it ${within}`)
  victim.start()
  await buying
}

/** Stops one instance after the other in an orderly way. The last one finishes all payments. */
export async function stopAllButOne({ service, time }: World): Promise<void> {
  for (const instance of service.instances.slice(1)) {
    await time.timers.sleep(10_000)
    await instance.stop()
  }
}
