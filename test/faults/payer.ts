import { setTimeout as sleep } from 'node:timers/promises'
import { beginPurchase, type Buyer } from './begin-purchase.ts'
import { firstCallsAtOnce, useUpQuota } from './counted-calls.ts'
import type { Dice } from './dice.ts'
import type { Market } from './market.ts'
import { smallPrice } from './payer-wallets.ts'
import { present, presentUntilEnded, take } from './present.ts'
import { note, ways, type Purchase } from './purchase.ts'

/** Purchases with one wallet, before the payer takes another one. */
const perWallet = 25

/** One payer: buys one thing after the other, each in a way of its own, until the market closes. */
export async function runPayer(market: Market, number: number, dice: Dice): Promise<void> {
  const client = `198.51.${Math.floor(number / 250)}.${1 + (number % 250)}`
  let account = market.wallets.rich()
  await sleep(dice.whole(0, 1_000))
  for (let bought = 1; market.open(); bought += 1) {
    if (bought % perWallet === 0) account = market.wallets.rich()
    if (market.counted && dice.chance(0.04)) await useUpQuota(market.door, market.counted, dice)
    if (market.counted && dice.chance(0.04)) await firstCallsAtOnce(market, market.counted, dice)
    const habit = dice.unit()
    if (habit < 0.03) await spendTenfold(market, client, dice)
    else await buyOne(market, { account, client, dice }, habit)
    await sleep(dice.whole(0, 300))
  }
}

async function buyOne(market: Market, buyer: Buyer, habit: number): Promise<void> {
  const { dice } = buyer
  const { small, large, failing } = market.offers
  const fails = habit < 0.08 && failing.length > 0
  const path = dice.pick(fails ? failing : dice.chance(0.7) && small.length > 0 ? small : large)
  const chain = dice.pick(market.world.chains)
  const purchase = await beginPurchase(market, buyer, { path, chain, way: dice.pick(ways) })
  if (purchase === null) return
  if (habit >= 0.08 && habit < 0.25) await impatiently(market, purchase, dice)
  if (habit >= 0.25 && habit < 0.3) await Promise.all([1, 2, 3].map(() => once(market, purchase)))
  await presentUntilEnded(market.door, purchase, chain, market.goesOn)
  if (fails && purchase.state === 'refused') {
    // It was not to be had: the same payment buys something else.
    Object.assign(purchase, { state: 'open', path: dice.pick(small) })
    note(purchase, `wants ${purchase.path} instead`)
    await presentUntilEnded(market.door, purchase, chain, market.goesOn)
  }
  if (purchase.state === 'answered' && dice.chance(0.12)) await replay(market, purchase, dice)
}

async function once(market: Market, purchase: Purchase, leaveAfterMs?: number): Promise<void> {
  purchase.tries += 1
  purchase.firstTriedAt ??= Date.now()
  take(purchase, await present(market.door, purchase, leaveAfterMs === undefined ? {} : { leaveAfterMs }))
}

/** Leaves before the answer is there, and comes back with the same payment. */
async function impatiently(market: Market, purchase: Purchase, dice: Dice): Promise<void> {
  for (let times = dice.whole(1, 3); times > 0 && purchase.state === 'open'; times -= 1) {
    await once(market, purchase, dice.whole(5, 1_500))
    await sleep(dice.whole(0, 400))
  }
}

/** Tries to get more for a payment that was answered: for another request, or from another address. */
async function replay(market: Market, purchase: Purchase, dice: Dice): Promise<void> {
  const others = [...market.offers.small, ...market.offers.large].filter((path) => path !== purchase.path)
  const elsewhere = { client: `203.0.113.${dice.whole(1, 250)}` }
  const as = dice.pick([elsewhere, { path: dice.pick(others) }, { ...elsewhere, path: dice.pick(others) }])
  const reply = await present(market.door, purchase, as)
  const what = `replay ${JSON.stringify(as)}`
  if (reply.kind === 'answer') purchase.replays.push(reply.answer)
  note(purchase, `${what}: ${reply.kind === 'answer' ? `200 ${reply.answer.body}` : reply.kind === 'lost' ? 'lost' : reply.code}`)
}

/** A fresh wallet with money for two calls sends ten at once, all of them valid by themselves. */
async function spendTenfold(market: Market, client: string, dice: Dice): Promise<void> {
  const account = market.wallets.poor()
  if (account === null || market.offers.small.length === 0) return
  const chain = dice.pick(market.world.chains)
  const way = dice.pick(['x402 authorization', 'MPP authorization'] as const)
  const path = dice.pick(market.offers.small)
  const begun = await Promise.all(Array.from({ length: 10 }, () => beginPurchase(market, { account, client, dice }, { path, chain, way })))
  const purchases = begun.filter((purchase) => purchase !== null)
  for (const purchase of purchases) note(purchase, `wallet holds ${2n * smallPrice} only`)
  await Promise.all(purchases.map((purchase) => presentUntilEnded(market.door, purchase, chain, market.goesOn)))
}
