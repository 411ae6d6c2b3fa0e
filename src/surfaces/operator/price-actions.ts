import { z } from 'zod'
import type { PriceChanges } from '../../operate/prices/change-prices.ts'
import { operatorAction, type OperatorAction } from './operator-action.ts'

const order = z.strictObject({
  offer: z.string().regex(/^[a-z0-9-]{1,64}$/, 'must be the id of an offer'),
  /** Base units as text; null for the declared price. */
  price: z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .nullable(),
  /** Milliseconds; null for now. */
  from: z.number().int().nonnegative().nullable(),
})

/** What `farthing price` asks of the running service. */
export function priceActions(prices: PriceChanges): readonly OperatorAction[] {
  return [
    operatorAction('price/list', z.strictObject({}), async () => prices.list()),
    operatorAction('price/set', order, async ({ offer, price, from }) =>
      prices.order({ offer, price: price === null ? null : BigInt(price), from }),
    ),
  ]
}
