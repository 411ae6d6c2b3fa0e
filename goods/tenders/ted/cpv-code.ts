import { cpvTitles } from './cpv-titles.ts'

/**
 * Codes of a caller as prefixes: without the zeros at their end, but at least the two digits of the division; each once, in order, and
 * without those that a shorter one contains. `72000000` and `72` are `72`; `72` and `722` together are `72`.
 */
export function cpvPrefixes(codes: readonly string[]): string[] {
  const all = [...new Set(codes.map((code) => code.slice(0, 2) + code.slice(2).replace(/0+$/, '')))].sort()
  return all.filter((code) => !all.some((other) => other !== code && code.startsWith(other)))
}

/** Whether any code of the vocabulary begins with this prefix. */
export function isKnownCpv(prefix: string): boolean {
  const titles = cpvTitles()
  if (titles.has(prefix.padEnd(8, '0'))) return true
  for (const code of titles.keys()) if (code.startsWith(prefix)) return true
  return false
}

/** An English title, and the code that it is the title of. */
export interface CpvTitle {
  readonly title: string
  /** Eight digits. */
  readonly titleCode: string
}

/** The title of a code; of a code that the vocabulary lacks the title of the nearest one above it; null where it has none of these. */
export function cpvTitleOf(code: string): CpvTitle | null {
  const titles = cpvTitles()
  for (let digits = 8; digits >= 2; digits--) {
    const titleCode = code.slice(0, digits).padEnd(8, '0')
    const title = titles.get(titleCode)
    if (title !== undefined) return { title, titleCode }
  }
  return null
}
