import { setTimeout as sleep } from 'node:timers/promises'
import { beginPurchase } from './begin-purchase.ts'
import type { FreeCallCounts, QuotaClient } from './free-calls.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { EntryPoint } from './entry-point.ts'
import type { LoadContext } from './load.ts'
import { presentUntilEnded } from './present.ts'
import type { Purchase } from './purchase.ts'

const quotaOffer = '/v1/settlement/estimate?amount=100'
/** More than the number of first calls free per client address. */
const firstCallsPerClient = 8

/** From a new client address: more calls at once than its daily quota, spread over the instances, and some more later. */
export async function useUpQuota(entryPoint: EntryPoint, { quotaClients, limits }: FreeCallCounts, random: SeededRandom): Promise<void> {
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
  const atOnce = (count: number) => Promise.all(Array.from({ length: count }, () => askOnce(entryPoint, client)))
  await atOnce(limits.quota + random.whole(-2, 4))
  await sleep(random.whole(0, 2_000))
  await atOnce(random.whole(1, 4))
}

async function askOnce(entryPoint: EntryPoint, client: QuotaClient): Promise<void> {
  client.calls += 1
  const exchange = await entryPoint.ask(quotaOffer, { 'X-Forwarded-For': client.client })
  if (exchange.kind === 'lost' || exchange.status >= 500) client.unclear += 1
  else if (exchange.status === 200) client.given += 1
  else if (exchange.status === 402) client.refused += 1
  else client.strange.push(`${exchange.status} ${exchange.text.slice(0, 200)}`)
}

/** A new wallet sends a payment on each chain at the same moment. One of them is its first call, which is free. */
export async function firstCallsAtOnce(load: LoadContext, { firstCalls }: FreeCallCounts, random: SeededRandom): Promise<void> {
  const account = load.wallets.fresh()
  if (account === null) return
  const number = Math.floor(firstCalls.length / firstCallsPerClient)
  const client = `198.19.${Math.floor(number / 250)}.${1 + (number % 250)}`
  const firstCall: { client: string; purchases: Purchase[] } = { client, purchases: [] }
  firstCalls.push(firstCall)
  const begun = await Promise.all(
    load.world.chains.map((chain) => {
      const path = random.pick(load.offers.small)
      const way = random.pick(['x402 authorization', 'MPP authorization'] as const)
      return beginPurchase(load, { account, client, random }, { path, chain, way })
    }),
  )
  firstCall.purchases.push(...begun.filter((purchase) => purchase !== null))
  await Promise.all(
    firstCall.purchases.map((purchase) =>
      presentUntilEnded(load.entryPoint, purchase, load.world.chain(purchase.network), load.mayContinue),
    ),
  )
}
