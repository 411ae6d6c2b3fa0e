import type { Account } from '../stage.ts'
import type { Dice } from './dice.ts'
import type { FaultyChain } from './faulty-world.ts'
import type { Market } from './market.ts'
import { note, type Purchase, type Way } from './purchase.ts'
import { readyPayment } from './ways-to-pay.ts'

export interface Buyer {
  readonly account: Account
  /** The address that it calls from. */
  readonly client: string
  readonly dice: Dice
}

/** Asks for the terms and makes the payment, which is presented by whoever asked for it. Null when that could not be. */
export async function beginPurchase(
  market: Market,
  { account, client, dice }: Buyer,
  { path, chain, way }: { readonly path: string; readonly chain: FaultyChain; readonly way: Way },
): Promise<Purchase | null> {
  const payment = await readyPayment({ door: market.door, path, way, chain, account, client, dice, goesOn: market.open })
  if (payment === null) return null
  const purchase: Purchase = {
    ...payment,
    number: market.purchases.length + 1,
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
  market.purchases.push(purchase)
  return purchase
}
