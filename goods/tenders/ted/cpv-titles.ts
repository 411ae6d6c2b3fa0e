import { readFileSync } from 'node:fs'

let titles: ReadonlyMap<string, string> | null = null

/**
 * The English titles of the Common Procurement Vocabulary by codes of eight digits, in their order. Regulation (EC) No 213/2008, Annex I,
 * © European Union (reuse by Decision 2011/833/EU), as the eForms SDK 1.15.1 has them (CC BY 4.0). They are read when they are first asked for.
 */
export function cpvTitles(): ReadonlyMap<string, string> {
  titles ??= new Map(
    readFileSync(new URL('cpv-titles.txt', import.meta.url), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => [line.slice(0, 8), line.slice(9)]),
  )
  return titles
}

/** The first two digits of all codes, with their titles. */
export function cpvDivisions(): readonly (readonly [digits: string, title: string])[] {
  return [...cpvTitles()].flatMap(([code, title]) => (code.endsWith('000000') ? [[code.slice(0, 2), title] as const] : []))
}
