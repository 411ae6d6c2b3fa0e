import { setTimeout as sleep } from 'node:timers/promises'
import { beginPurchase, type Buyer } from './begin-purchase.ts'
import { firstCallsAtOnce, useUpQuota } from './make-free-calls.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { LoadContext } from './load.ts'
import { smallPrice } from './payer-wallets.ts'
import { present, presentUntilEnded, recordReply } from './present.ts'
import { note, ways, type Purchase } from './purchase.ts'

/** Number of purchases with one wallet before the payer takes another one. */
const perWallet = 25

/** One payer: buys one thing after the other, each by a random payment method, until the load ends. */
export async function runPayer(load: LoadContext, number: number, random: SeededRandom): Promise<void> {
  const client = `198.51.${Math.floor(number / 250)}.${1 + (number % 250)}`
  let account = load.wallets.rich()
  await sleep(random.whole(0, 1_000))
  for (let bought = 1; load.open(); bought += 1) {
    if (bought % perWallet === 0) account = load.wallets.rich()
    if (load.counted && random.chance(0.04)) await useUpQuota(load.entryPoint, load.counted, random)
    if (load.counted && random.chance(0.04)) await firstCallsAtOnce(load, load.counted, random)
    const habit = random.unit()
    if (habit < 0.03) await overspend(load, client, random)
    else await buyOne(load, { account, client, random }, habit)
    await sleep(random.whole(0, 300))
  }
}

async function buyOne(load: LoadContext, buyer: Buyer, habit: number): Promise<void> {
  const { random } = buyer
  const { small, large, failing } = load.offers
  const fails = habit < 0.08 && failing.length > 0
  const path = random.pick(fails ? failing : random.chance(0.7) && small.length > 0 ? small : large)
  const chain = random.pick(load.world.chains)
  const purchase = await beginPurchase(load, buyer, { path, chain, way: random.pick(ways) })
  if (purchase === null) return
  if (habit >= 0.08 && habit < 0.25) await retryImpatiently(load, purchase, random)
  if (habit >= 0.25 && habit < 0.3) await Promise.all([1, 2, 3].map(() => once(load, purchase)))
  await presentUntilEnded(load.entryPoint, purchase, chain, load.mayContinue)
  if (fails && purchase.state === 'refused') {
    // The offer always fails: the same payment buys something else.
    Object.assign(purchase, { state: 'open', path: random.pick(small) })
    note(purchase, `wants ${purchase.path} instead`)
    await presentUntilEnded(load.entryPoint, purchase, chain, load.mayContinue)
  }
  if (purchase.state === 'answered' && random.chance(0.12)) await replay(load, purchase, random)
}

async function once(load: LoadContext, purchase: Purchase, leaveAfterMs?: number): Promise<void> {
  purchase.tries += 1
  purchase.firstTriedAt ??= Date.now()
  recordReply(purchase, await present(load.entryPoint, purchase, leaveAfterMs === undefined ? {} : { leaveAfterMs }))
}

/** Leaves before the answer arrives, and comes back with the same payment. */
async function retryImpatiently(load: LoadContext, purchase: Purchase, random: SeededRandom): Promise<void> {
  for (let times = random.whole(1, 3); times > 0 && purchase.state === 'open'; times -= 1) {
    await once(load, purchase, random.whole(5, 1_500))
    await sleep(random.whole(0, 400))
  }
}

/** Tries to use an answered payment again: for another request, or from another address. */
async function replay(load: LoadContext, purchase: Purchase, random: SeededRandom): Promise<void> {
  const others = [...load.offers.small, ...load.offers.large].filter((path) => path !== purchase.path)
  const elsewhere = { client: `203.0.113.${random.whole(1, 250)}` }
  const as = random.pick([elsewhere, { path: random.pick(others) }, { ...elsewhere, path: random.pick(others) }])
  const reply = await present(load.entryPoint, purchase, as)
  const what = `replay ${JSON.stringify(as)}`
  if (reply.kind === 'answer') purchase.replays.push(reply.answer)
  note(purchase, `${what}: ${reply.kind === 'answer' ? `200 ${reply.answer.body}` : reply.kind === 'lost' ? 'lost' : reply.code}`)
}

/** A wallet with money for two calls sends ten payments at once, each of them valid alone. */
async function overspend(load: LoadContext, client: string, random: SeededRandom): Promise<void> {
  const account = load.wallets.poor()
  if (account === null || load.offers.small.length === 0) return
  const chain = random.pick(load.world.chains)
  const way = random.pick(['x402 authorization', 'MPP authorization'] as const)
  const path = random.pick(load.offers.small)
  const begun = await Promise.all(Array.from({ length: 10 }, () => beginPurchase(load, { account, client, random }, { path, chain, way })))
  const purchases = begun.filter((purchase) => purchase !== null)
  for (const purchase of purchases) note(purchase, `wallet holds ${2n * smallPrice} only`)
  await Promise.all(purchases.map((purchase) => presentUntilEnded(load.entryPoint, purchase, chain, load.mayContinue)))
}
