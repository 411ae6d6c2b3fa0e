import type { Quantity } from './quantity.ts'

type Judgement = 'same' | 'other' | 'unit' | 'incomparable'

/** Whether the source's quantity says what the claim's says. */
export function judge(claim: Quantity, source: Quantity): Judgement {
  // "Pounds" behind a number are money as often as mass.
  if (claim.unit === 'pound' && source.unit === 'pound' && claim.kind !== source.kind)
    return isClose(claim.value, source.value, 0) ? 'same' : 'other'
  if (claim.kind !== source.kind || (claim.kind === 'money' && claim.unit !== source.unit)) {
    if (claim.kind === 'ordinal' || source.kind === 'ordinal') return 'incomparable'
    if (isClose(claim.value, source.value, 0)) return 'unit'
    return claim.kind === source.kind ? 'other' : 'incomparable'
  }
  const tolerance = toleranceOf(claim, source)
  const near = isClose(claim.base, source.base, tolerance)
  if (near) return boundsExclude(claim, source) ? 'other' : 'same'
  if (isWithin(claim, source)) return 'same'
  return isClose(claim.value, source.value, 0) && claim.unit !== source.unit ? 'unit' : 'other'
}

/** A claim may round, and converted units are never round. */
function toleranceOf(claim: Quantity, source: Quantity): number {
  const about = claim.bound === 'about' || source.bound === 'about' ? 0.1 : 0
  const converted = claim.unit === source.unit ? 0 : 0.03
  const size = Math.max(Math.abs(source.base), 1e-12)
  const rounded = Math.min(Math.max(claim.slack, 0) / size, 0.03)
  return Math.max(about, converted, rounded)
}

const isClose = (one: number, other: number, tolerance: number) =>
  Math.abs(one - other) <= Math.max(tolerance, 1e-9) * Math.max(Math.abs(one), Math.abs(other))

/** `more than 5` and `less than 5` name one number and exclude each other. */
function boundsExclude(claim: Quantity, source: Quantity): boolean {
  const up = (bound: Quantity['bound']) => bound === 'more than' || bound === 'at least'
  const down = (bound: Quantity['bound']) => bound === 'less than' || bound === 'at most'
  return (up(claim.bound) && down(source.bound)) || (down(claim.bound) && up(source.bound))
}

/** Whether the source's figure is within the claim's bound. */
function isWithin(claim: Quantity, source: Quantity): boolean {
  // Two bounds are two rules or two figures: "under 40" does not mean "under 80".
  if (source.bound !== 'exact' && source.bound !== 'about') return false
  if (claim.bound === 'more than' || claim.bound === 'at least') return source.base > claim.base
  return (claim.bound === 'less than' || claim.bound === 'at most') && source.base < claim.base
}
