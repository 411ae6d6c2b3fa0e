import { addressParts, type AddressParts, type AddressWord } from './address-parts.ts'
import { scoreFor, type Compared } from './compared.ts'
import { takeCountry } from './address-country.ts'
import { pairWords, type Likeness } from './pair-words.ts'
import { wordSimilarity } from './similarity.ts'

const sameInOtherScript = 0.86
const close = 0.84
const minCloseLength = 5

/**
 * Compares two addresses, each in one line and in any country's order: postal code, house number, street and city. Words such as
 * "street", abbreviations, marks, scripts and the languages' names of large cities make no difference.
 *
 * `same` needs a street or city in common and no contradiction. What only one address says is named in `differing` as missing: a
 * missing region or country changes nothing else, a missing house number makes them at most similar.
 */
export function compareAddresses(one: string, other: string): Compared {
  const [first, second] = [takeCountry(one), takeCountry(other)]
  const [from, to] = [addressParts(first.rest), addressParts(second.rest)]
  const words = compareWords(from, to)
  const contradictions = [
    ...(first.country !== null && second.country !== null && first.country !== second.country ? ['country'] : []),
    ...(differ(from.postalCode, to.postalCode) ? ['postal code'] : []),
    ...(numbers(from, to) === 'differ' ? ['house number'] : []),
    ...words.contradictions,
  ]
  const doubts = [...words.doubts, ...(numbers(from, to) === 'overlap' ? ['part of the house number'] : [])]
  const missing = [
    ...(numbers(from, to) === 'missing' ? ['house number missing'] : []),
    ...((from.postalCode === null) === (to.postalCode === null) ? [] : ['postal code missing']),
  ]
  const differing = [...contradictions, ...doubts, ...missing]
  const verdict = verdictOn(contradictions, doubts, missing, words.common)
  return {
    score: scoreFor(verdict, words.share - 0.15 * contradictions.length - 0.05 * doubts.length - 0.02 * missing.length),
    verdict,
    differing,
  }
}

function verdictOn(
  contradictions: readonly string[],
  doubts: readonly string[],
  missing: readonly string[],
  common: boolean,
): Compared['verdict'] {
  if (!common || contradictions.includes('country') || contradictions.includes('house number') || contradictions.length > 1)
    return 'different'
  if (contradictions.includes('street') || contradictions.includes('city')) return 'different'
  if (contradictions.length > 0 || doubts.length > 0 || missing.includes('house number missing')) return 'similar'
  return 'same'
}

function differ(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one !== other
}

/** How the numbers of the houses relate. `1234/56` and `56` are the same house: one number of the pair is often left out. */
function numbers(one: AddressParts, other: AddressParts): 'agree' | 'overlap' | 'differ' | 'missing' {
  const [from, to] = [[...one.houseNumbers], [...other.houseNumbers]]
  if (from.length === 0 && to.length === 0) return 'agree'
  if (from.length === 0 || to.length === 0) return one.box || other.box ? 'overlap' : 'missing'
  const common = from.filter((number) => other.houseNumbers.has(number))
  if (common.length === Math.max(from.length, to.length)) return 'agree'
  const isPair = Math.max(from.length, to.length) === 2 && Math.min(from.length, to.length) === 1
  if (common.length > 0) return isPair && one.postalCode !== null && one.postalCode === other.postalCode ? 'agree' : 'overlap'
  // 12 and 12a may be two doors of one house.
  const plain = (number: string) => number.replace(/\D/g, '')
  return from.some((number) => to.some((two) => plain(number) === plain(two) && (number === plain(number) || two === plain(two))))
    ? 'overlap'
    : 'differ'
}

interface ComparedWords {
  readonly share: number
  readonly contradictions: readonly string[]
  readonly doubts: readonly string[]
  /** They have a word in common. */
  readonly common: boolean
}

function compareWords(one: AddressParts, other: AddressParts): ComparedWords {
  const { pairs, onlyFirst, onlySecond } = pairWords(one.words, other.words, likeness)
  const letters = (words: readonly (AddressWord | undefined)[]) => words.reduce((sum, word) => sum + (word?.text.length ?? 0), 0)
  const paired = pairs.reduce(
    (sum, { first, second, likeness: { score } }) => sum + score * letters([one.words[first], other.words[second]]),
    0,
  )
  const [rest, otherRest] = [onlyFirst.map((at) => one.words[at]), onlySecond.map((at) => other.words[at])]
  const joined = (words: readonly (AddressWord | undefined)[]) => words.map((word) => word?.text ?? '').join('')
  const isJoined = rest.length > 0 && joined(rest) === joined(otherRest)
  const contradictions = new Set<string>()
  if (rest.length > 0 && otherRest.length > 0 && !isJoined) {
    // Both say something that the other doesn't.
    const street = [rest, otherRest].every((words) => words.some((word) => word?.inStreet === true))
    contradictions.add(street ? 'street' : 'city')
  }
  const oneSidedStreet =
    [rest, otherRest].some((words) => words.some((word) => word?.inStreet === true)) && contradictions.size === 0 && !isJoined
  const spelled = pairs.some(({ likeness: { same } }) => !same)
  const all = letters(one.words) + letters(other.words)
  return {
    share: all === 0 ? 0 : paired / all,
    contradictions: [...contradictions],
    doubts: [...(spelled ? ['spelling'] : []), ...(oneSidedStreet && !hasStreetInCommon(one, other, pairs) ? ['street missing'] : [])],
    common: pairs.length > 0 || isJoined,
  }
}

/** A word more in the street is a part of the town or a floor, as long as the streets have a word in common. */
function hasStreetInCommon(
  one: AddressParts,
  other: AddressParts,
  pairs: readonly { readonly first: number; readonly second: number }[],
): boolean {
  return pairs.some(({ first, second }) => one.words[first]?.inStreet === true && other.words[second]?.inStreet === true)
}

function likeness(one: AddressWord, other: AddressWord): Likeness | null {
  if (one.spellings.some((spelling) => other.spellings.includes(spelling))) return { same: true, score: 1 }
  if (/\d/.test(one.text) || /\d/.test(other.text)) return null
  const similarity = wordSimilarity(one.compared, other.compared)
  if (one.latin !== other.latin) return similarity >= sameInOtherScript ? { same: true, score: similarity } : null
  const shorter = Math.min(one.text.length, other.text.length)
  return similarity >= close && shorter >= minCloseLength ? { same: false, score: similarity } : null
}
