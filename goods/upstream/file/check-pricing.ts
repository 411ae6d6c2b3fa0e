import { formatUsd, parametersOf, Problem, takesBody, usd } from '../door.ts'
import { priceOfRow } from '../pricing/price-rule.ts'
import { exampleOf } from './example-of.ts'
import type { Path } from './file-fault.ts'
import type { Found } from './found.ts'
import type { OfferRow } from './offers-file.ts'
import type { RouteText } from './route-text.ts'

/** What a rule of prices shows only beside its route and the example: a part of the call that is not there, an example without a price. */
export function checkPricing(row: OfferRow, route: RouteText, path: Path): Found[] {
  const rule = priceOfRow(row)
  if (rule === null) return []
  const faults = partFaults(row, route).map(({ member, message }) => ({ path: [...path, 'pricing', ...member], message }))
  if (faults.length > 0) return faults
  const { path: given = {}, query = {}, body } = exampleOf(row, route)
  try {
    const { price } = rule.of({ path: given, query, body })
    const isTooDear = price > usd(rule.most)
    const message = `the example would cost $${formatUsd(price)}, and most is $${rule.most}`
    return isTooDear ? [{ path: [...path, 'pricing', 'most'], message }] : []
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const message = `the price of the example can't be computed: give an example for which it can. ${error.message}`
    return [{ path: [...path, Object.keys(row.example).length > 0 ? 'example' : 'pricing'], message }]
  }
}

/** Parts of the call that calls of this route do not have. */
function partFaults({ pricing = {} }: OfferRow, { method, template }: RouteText): { readonly member: Path; readonly message: string }[] {
  if (pricing.tokens) return takesBody(method) ? [] : [{ member: ['tokens'], message: `calls by ${method} have no body` }]
  return (['items', 'characters', 'table'] as const).flatMap((kind) => {
    const pointer = pricing[kind]?.of
    if (pointer === undefined) return []
    const [, part, name] = pointer.split('/')
    const at = { member: [kind, 'of'] }
    if (part === 'body') return takesBody(method) ? [] : [{ ...at, message: `calls by ${method} have no body` }]
    if (name === undefined) return [{ ...at, message: `it names no parameter: write ${pointer}/name` }]
    return part === 'path' && !parametersOf(template).includes(name) ? [{ ...at, message: `the route has no parameter {${name}}` }] : []
  })
}
