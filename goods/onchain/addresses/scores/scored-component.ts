import type { ScoredPart } from './scored-part.ts'

/** One component of a score, such as age or activity. */
export interface ScoredComponent<Name extends string = string> {
  readonly component: Name
  /** With two decimals. */
  readonly points: number
  readonly max: number
  /** Share of it that could be observed, from 0 to 1. */
  readonly observed: number
  readonly parts: readonly ScoredPart[]
}

export function scoredComponent<Name extends string>(component: Name, parts: readonly ScoredPart[]): ScoredComponent<Name> {
  const max = parts.reduce((sum, part) => sum + part.max, 0)
  return {
    component,
    points: Math.round(parts.reduce((sum, { points }) => sum + points, 0) * 100) / 100,
    max,
    observed: parts.reduce((sum, part) => sum + part.observed * part.max, 0) / max,
    parts,
  }
}

/** The points of all components as a whole number, rounded down. Added in hundredths, because binary fractions do not add up exactly. */
export function earnedPoints(components: readonly ScoredComponent[]): number {
  return Math.floor(components.reduce((sum, { points }) => sum + Math.round(points * 100), 0) / 100)
}

/** The mean share of the components that could be observed. Rounded down to two decimals, so that only everything gives 1. */
export function observedShareOf(components: readonly ScoredComponent[]): number {
  return roundedDown(components.reduce((sum, { observed }) => sum + observed, 0) / components.length)
}

/** To two decimals. */
export function roundedDown(share: number): number {
  return Math.floor(share * 100 + 1e-9) / 100
}
