import { formatUsd, usd } from '../door.ts'
import { valueAt } from '../file/json-schema.ts'
import type { Pricing } from '../file/pricing-schema.ts'
import { fieldOf, notPriced } from './not-priced.ts'
import type { PriceOf } from './price-of.ts'

/** Values that a message names. */
const maxNamed = 10

/** A price for each value of a parameter. */
export function tableRule({ of: pointer, prices, otherwise }: NonNullable<Pricing['table']>): PriceOf {
  const units = new Map(Object.entries(prices).map(([value, price]) => [value, usd(String(price))]))
  const other = otherwise === undefined ? null : usd(String(otherwise))
  const all = [...units.values(), ...(other === null ? [] : [other])].sort((one, next) => (one < next ? -1 : 1))
  const field = fieldOf(pointer)
  const named = [...units.keys()].slice(0, maxNamed).join(', ')
  return {
    words: `by ${field}: ${[...units]
      .slice(0, maxNamed)
      .map(([value, price]) => `${value} $${formatUsd(price)}`)
      .join(', ')}${other === null ? '' : `, others $${formatUsd(other)}`}`,
    least: formatUsd(all[0] as bigint),
    most: formatUsd(all.at(-1) as bigint),
    of(call) {
      const value = valueAt(call, pointer)
      const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
      const price = typeof text === 'string' ? units.get(text) : undefined
      if (price !== undefined) return { price, words: `${field} ${String(text).slice(0, 60)}` }
      if (other === null) throw notPriced(field, `one of ${named}, since the price depends on it`)
      return { price: other, words: `${field} of another value` }
    },
  }
}
