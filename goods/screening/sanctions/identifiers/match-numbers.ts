import { describe, type Searched } from '../find-matches.ts'
import type { ListedEntry } from '../listed-entry.ts'
import { narrow } from '../narrow.ts'
import type { AskedNumber } from '../query/read-query.ts'
import { matchScore, type ScreeningHints, type ScreeningMatch } from '../screening.ts'
import { areAlike } from './identifier-kinds.ts'
import { identifierKeys } from './identifier-key.ts'
import type { IdentifierIndex } from './identifier-index.ts'
import type { ListedIdentifier } from './published-numbers.ts'

const maxMatches = 10
/** Numbers from this length on are of one subject, whatever the number is called. */
const certainLength = 9
/** The score of a number that may be another one of the same digits. */
const doubtful = matchScore - 0.01

/** The entries to which a number belongs. */
export async function matchNumber(
  searched: Searched,
  numbers: IdentifierIndex,
  asked: AskedNumber,
  hints: ScreeningHints,
): Promise<ScreeningMatch[]> {
  const places = [...new Set(asked.keys.flatMap((key) => numbers.byKey.get(key) ?? []))].slice(0, maxMatches)
  const found = places.map(async (place) => {
    const indexed = searched.index.entries[place]
    if (!indexed) return []
    const [match] = await describe(searched, place, { score: 1, birthYear: 'unknown', country: 'unknown' }, (entry) => {
      const { kind, text } = listedAs(entry, asked) ?? { kind: 'other', text: asked.text }
      return { as: kind, matched: text, weak: false, currency: null }
    })
    if (!match) return []
    const { score, birthYear, country } = narrow(certainty(asked, match), indexed, hints)
    return [
      {
        ...match,
        score: Math.floor(score * 1_000) / 1_000,
        birthYear,
        country,
        strength: score >= matchScore ? 'match' : 'review',
      } as const,
    ]
  })
  return (await Promise.all(found)).flat()
}

function listedAs({ identifiers = [] }: ListedEntry, asked: AskedNumber): ListedIdentifier | undefined {
  const same = identifiers.filter(({ kind, text }) => identifierKeys(text, kind).some((key) => asked.keys.includes(key)))
  return same.find(({ kind }) => kind === asked.kind) ?? same[0]
}

/**
 * A number of the kind that was asked for is certain, and so is one that is too long to be another's. Short ones, and numbers that the
 * list gives as something else, are for a person to compare.
 */
function certainty({ kind, keys }: AskedNumber, { matchedAs, matched }: Pick<ScreeningMatch, 'matchedAs' | 'matched'>): number {
  if (kind !== null && kind === matchedAs) return 1
  const length = Math.max(...identifierKeys(matched, null).map((key) => key.length), 0)
  if (kind === null) return length >= certainLength || hasFormOf(matchedAs, keys) ? 1 : doubtful
  return matchedAs !== 'name' && matchedAs !== 'address' && areAlike(kind, matchedAs) && length >= certainLength ? 1 : doubtful
}

/** Whether the digits themselves say what sort of number it is. */
function hasFormOf(as: ScreeningMatch['matchedAs'], keys: readonly string[]): boolean {
  if (as === 'bic' || as === 'lei') return true
  return as === 'imo' && keys.some(isShipNumber)
}

/** Six digits, and the last one of their sum weighted from seven to two. */
function isShipNumber(key: string): boolean {
  const digits = [...key].map(Number)
  if (!/^\d{7}$/.test(key)) return false
  const sum = digits.slice(0, 6).reduce((total, digit, at) => total + digit * (7 - at), 0)
  return sum % 10 === digits[6]
}
