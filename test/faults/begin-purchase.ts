import type { Account } from '../signed-payments.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { FaultyChain } from './faulty-world.ts'
import type { LoadContext } from './load.ts'
import { note, type Purchase, type Way } from './purchase.ts'
import { readyPayment } from './ways-to-pay.ts'

export interface Buyer {
  readonly account: Account
  /** Client address of its calls. */
  readonly client: string
  readonly random: SeededRandom
}

/** Asks for the terms and makes the payment; the caller presents it. Null when no payment could be made. */
export async function beginPurchase(
  load: LoadContext,
  { account, client, random }: Buyer,
  { path, chain, way }: { readonly path: string; readonly chain: FaultyChain; readonly way: Way },
): Promise<Purchase | null> {
  const payment = await readyPayment({ entryPoint: load.entryPoint, path, way, chain, account, client, random, mayContinue: load.open })
  if (payment === null) return null
  const purchase: Purchase = {
    ...payment,
    number: load.purchases.length + 1,
    way,
    network: chain.network.id,
    wallet: account.address.toLowerCase() as `0x${string}`,
    client,
    path,
    begunAt: Date.now(),
    tries: 0,
    firstTriedAt: null,
    answeredAt: null,
    cutOffAt: null,
    state: 'open',
    answers: [],
    replays: [],
    refusals: [],
    events: [],
  }
  note(purchase, `${way} on ${chain.network.slug} for ${path}`)
  load.purchases.push(purchase)
  return purchase
}
