import { setTimeout as sleep } from 'node:timers/promises'
import { beginPurchase } from './begin-purchase.ts'
import type { Counted, QuotaClient } from './counted.ts'
import type { Dice } from './dice.ts'
import type { Door } from './door.ts'
import type { Market } from './market.ts'
import { presentUntilEnded } from './present.ts'
import type { Purchase } from './purchase.ts'

const quotaOffer = '/v1/settlement/estimate?amount=100'
/** More than one address has first calls free for. */
const debutsPerClient = 8

/** From an address that nobody used: more calls at once than it has a day, at whatever instances there are, and some later. */
export async function useUpQuota(door: Door, { quotaClients, limits }: Counted, dice: Dice): Promise<void> {
  const number = quotaClients.length
  const client: QuotaClient = {
    client: `198.18.${Math.floor(number / 250)}.${1 + (number % 250)}`,
    calls: 0,
    given: 0,
    refused: 0,
    unclear: 0,
    strange: [],
  }
  quotaClients.push(client)
  const atOnce = (count: number) => Promise.all(Array.from({ length: count }, () => askOnce(door, client)))
  await atOnce(limits.quota + dice.whole(-2, 4))
  await sleep(dice.whole(0, 2_000))
  await atOnce(dice.whole(1, 4))
}

async function askOnce(door: Door, client: QuotaClient): Promise<void> {
  client.calls += 1
  const exchange = await door.ask(quotaOffer, { 'X-Forwarded-For': client.client })
  if (exchange.kind === 'lost' || exchange.status >= 500) client.unclear += 1
  else if (exchange.status === 200) client.given += 1
  else if (exchange.status === 402) client.refused += 1
  else client.strange.push(`${exchange.status} ${exchange.text.slice(0, 200)}`)
}

/** A wallet that never paid sends a payment on each chain at the same moment; one of them is its first call, which is free. */
export async function firstCallsAtOnce(market: Market, { debuts }: Counted, dice: Dice): Promise<void> {
  const account = market.wallets.fresh()
  if (account === null) return
  const number = Math.floor(debuts.length / debutsPerClient)
  const client = `198.19.${Math.floor(number / 250)}.${1 + (number % 250)}`
  const debut: { client: string; purchases: Purchase[] } = { client, purchases: [] }
  debuts.push(debut)
  const begun = await Promise.all(
    market.world.chains.map((chain) => {
      const path = dice.pick(market.offers.small)
      const way = dice.pick(['x402 authorization', 'MPP authorization'] as const)
      return beginPurchase(market, { account, client, dice }, { path, chain, way })
    }),
  )
  debut.purchases.push(...begun.filter((purchase) => purchase !== null))
  await Promise.all(
    debut.purchases.map((purchase) => presentUntilEnded(market.door, purchase, market.world.chain(purchase.network), market.goesOn)),
  )
}
