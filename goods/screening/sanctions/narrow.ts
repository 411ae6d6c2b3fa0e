import { matchScore, type Agreement, type ScreeningHints } from './screening.ts'

/** Tolerance for years of birth, which lists often have slightly wrong. */
const tolerance = 1
/** How much contradiction subtracts from a score, and agreement adds. */
const contradictedBirth = 0.14
const contradictedCountry = 0.04
const agreedBirth = 0.02

export interface Narrowed {
  readonly score: number
  readonly birthYear: Agreement
  readonly country: Agreement
}

/**
 * Adjusts a name's score by the hints. A year of birth that contradicts all listed ones prevents a match, and drops a name that
 * was not exact. A country has little weight, because people have several.
 * @param withFact the score if a hint agrees and none contradicts: that of a name which thousands of people have is higher then
 */
export function narrow(
  byName: number,
  listed: { readonly births: readonly string[]; readonly countries: readonly string[] },
  hints: ScreeningHints,
  withFact = byName,
): Narrowed {
  const birthYear = agreement(hints.birthYear, listed.births, (year, birth) => isWithin(year, birth))
  const country = agreement(hints.country?.toUpperCase(), listed.countries, (code, other) => code === other)
  const facts = [birthYear, country]
  const score = facts.includes('agrees') && !facts.includes('contradicts') ? withFact : byName
  let narrowed = score
  if (birthYear === 'contradicts') narrowed -= contradictedBirth
  if (birthYear === 'agrees') narrowed += agreedBirth
  if (country === 'contradicts') narrowed -= contradictedCountry
  // Hints alone never make a match.
  if (score < matchScore) narrowed = Math.min(narrowed, matchScore - 0.001)
  return { score: Math.max(0, Math.min(1, narrowed)), birthYear, country }
}

function agreement<T>(hint: T | undefined, listed: readonly string[], fits: (hint: T, one: string) => boolean): Agreement {
  if (hint === undefined || listed.length === 0) return 'unknown'
  return listed.some((one) => fits(hint, one)) ? 'agrees' : 'contradicts'
}

function isWithin(year: number, birth: string): boolean {
  const [from = '', to = from] = birth.split('/').map((part) => part.slice(0, 4))
  return year >= Number(from) - tolerance && year <= Number(to) + tolerance
}
