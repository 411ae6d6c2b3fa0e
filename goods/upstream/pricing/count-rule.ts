import { countOf, divideUp, formatUsd, usd } from '../door.ts'
import { valueAt } from '../file/json-schema.ts'
import { fieldOf, notPriced } from './not-priced.ts'
import type { PriceOf } from './price-of.ts'

interface Counted {
  /** JSON Pointer into the call. */
  readonly of: string
  readonly counts: 'items' | 'characters'
  readonly each: string | number
  /** How many are paid for together. */
  readonly per: number
}

/** So much for each item of a list, or for each thousand characters of a text. A call without the list or text costs the least. */
export function countRule({ of: pointer, counts, each, per }: Counted): PriceOf {
  const unit = usd(String(each))
  const field = fieldOf(pointer)
  const price = `$${formatUsd(unit)}`
  const count = counts === 'items' ? itemsIn : charactersIn
  return {
    words:
      per === 1
        ? `${price} for each ${counts === 'items' ? 'item' : 'character'} of ${field}`
        : `${price} for each ${grouped(per)} characters of ${field}`,
    least: formatUsd(unit),
    most: formatUsd(unit),
    of(call) {
      const found = count(valueAt(call, pointer))
      if (found === null)
        throw notPriced(
          field,
          counts === 'items' ? 'a list, since the price depends on it' : 'text, or a list of texts, since the price depends on it',
        )
      const noun = counts === 'items' ? 'item' : 'character'
      const words = `${countOf(found, noun)} at ${price}${per === 1 ? '' : ` for each ${grouped(per)}`}`
      return { price: unit * divideUp(BigInt(found), BigInt(per)), words }
    },
  }
}

/** In a path and a query a list is text. Null for a value that is no list. */
function itemsIn(value: unknown): number | null {
  if (value === undefined) return 0
  if (typeof value === 'string') return value === '' ? 0 : value.split(',').length
  return Array.isArray(value) ? value.length : null
}

function charactersIn(value: unknown): number | null {
  if (value === undefined) return 0
  if (typeof value === 'string') return lengthOf(value)
  if (!Array.isArray(value) || !value.every((one) => typeof one === 'string')) return null
  return value.reduce((sum, one) => sum + lengthOf(one), 0)
}

/** Code points, so that an emoji is one. */
function lengthOf(text: string): number {
  let length = 0
  for (let index = 0; index < text.length; index += text.codePointAt(index)! > 0xffff ? 2 : 1) length += 1
  return length
}

function grouped(count: number): string {
  return count.toLocaleString('en-US')
}
