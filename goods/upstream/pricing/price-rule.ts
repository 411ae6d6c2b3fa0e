import { computedPrice, usd, type Access } from '../door.ts'
import { bodySent } from '../calls/body-sent.ts'
import type { OfferRow } from '../file/offers-file.ts'
import type { Pricing } from '../file/pricing-schema.ts'
import { countRule } from './count-rule.ts'
import type { PriceOf } from './price-of.ts'
import { tableRule } from './table-rule.ts'
import { tokenRule } from './token-rule.ts'

/** How the prices of a row are computed; null where they are not. */
export function priceOfRow(row: Pick<OfferRow, 'pricing' | 'body'>): PriceOf | null {
  if (row.pricing === undefined) return null
  const rule = ruleOf(row.pricing)
  return { ...rule, of: (call) => rule.of({ ...call, body: call.body === undefined ? undefined : bodySent(call.body, row) }) }
}

/** The same as the access of an offer. */
export function computedAccess({ words, least, most, of }: PriceOf): Access {
  return computedPrice({ words, least, most, priceOf: of })
}

function ruleOf(pricing: Pricing): PriceOf {
  const { items, characters, table, tokens } = pricing
  if (items) return withBounds(pricing, countRule({ ...items, per: 1, counts: 'items' }))
  if (characters) return withBounds(pricing, countRule({ ...characters, counts: 'characters' }))
  if (table) return withBounds(pricing, tableRule(table))
  if (tokens) return withBounds(pricing, tokenRule(tokens))
  throw new Error('the file was not checked')
}

function withBounds({ least, most }: Pricing, rule: PriceOf): PriceOf {
  const lowest = least === undefined ? rule.least : String(least)
  const highest = most === undefined ? rule.most : String(most)
  // Where one unit costs more than a call may, nothing costs less than the most.
  return { ...rule, most: highest, least: usd(lowest) > usd(highest) ? highest : lowest }
}
