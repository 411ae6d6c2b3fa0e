import { cpvDivisions } from './cpv-divisions.ts'
import { cpvGroups } from './cpv-groups.ts'

/**
 * Codes of a caller as prefixes: without the zeros at their end, but at least the two digits of the division; each once, in order, and
 * without those that a shorter one contains. `72000000` and `72` are `72`; `72` and `722` together are `72`.
 */
export function cpvPrefixes(codes: readonly string[]): string[] {
  const all = [...new Set(codes.map((code) => code.slice(0, 2) + code.slice(2).replace(/0+$/, '')))].sort()
  return all.filter((code) => !all.some((other) => other !== code && code.startsWith(other)))
}

/** Whether the vocabulary has this division and, where the prefix says one, this group. It says nothing about further digits. */
export function isKnownCpv(prefix: string): boolean {
  return prefix.length < 3 || prefix[2] === '0' ? cpvDivisions.has(prefix.slice(0, 2)) : cpvGroups.has(prefix.slice(0, 3))
}

/** An English title, and the code that it is the title of. */
export interface CpvTitle {
  readonly title: string
  /** Eight digits. */
  readonly titleCode: string
}

/** The title of a code's group, else of its division; null for an unknown division. */
export function cpvTitleOf(code: string): CpvTitle | null {
  const [division, group] = [code.slice(0, 2), code.slice(0, 3)]
  const ofGroup = cpvGroups.get(group)
  if (ofGroup !== undefined) return { title: ofGroup, titleCode: group.padEnd(8, '0') }
  const ofDivision = cpvDivisions.get(division)
  return ofDivision === undefined ? null : { title: ofDivision, titleCode: division.padEnd(8, '0') }
}
