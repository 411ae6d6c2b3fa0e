import { isReadable, nameWords } from '../../../src/goods/kit/names.ts'
import { exactKey } from './names/name-index.ts'
import { matchAddress, matchName, type Searched } from './find-matches.ts'
import type { IdentifierIndex } from './identifiers/identifier-index.ts'
import { matchNumber } from './identifiers/match-numbers.ts'
import { addressKey } from './lists/chain-addresses.ts'
import { namesSomebody, readQuery, type AskedAddress, type Query } from './query/read-query.ts'
import {
  matchScore,
  type Compared,
  type InconclusiveReason,
  type ListState,
  type Screening,
  type ScreeningHints,
  type ScreeningMatch,
} from './screening.ts'

/** What is searched: names and addresses, and numbers. */
export interface SearchedLists extends Searched {
  readonly numbers: IdentifierIndex
}

/**
 * Compares every part of a query with the lists: addresses and numbers exactly, what is left with their names. The verdict is `clear` only
 * of what was compared.
 */
export async function screenQuery(
  text: string,
  searched: SearchedLists | null,
  states: () => readonly ListState[],
  hints: ScreeningHints,
): Promise<Screening> {
  const query = searched?.index.addresses.has(addressKey(text)) ? listedAddress(text) : readQuery(text)
  const isName = query.name !== null && (namesSomebody(query.name) || isListedName(query.name, searched))
  const name = isName ? query.name : null
  const found = searched === null ? [] : await matchesOf(query, name, searched, hints)
  const lists = states()
  const matches = found.filter(({ strength }) => strength !== 'candidate')
  const whole = query.addresses.filter((address) => address.form === 'whole' || isFound(address, matches))
  const compared: Compared[] = [
    ...(name === null ? [] : [{ as: 'name' as const, text: name }]),
    ...whole.map((address) => ({ as: 'address' as const, text: address.text })),
    ...query.numbers.map((number) => ({ as: number.kind ?? ('other' as const), text: number.text })),
  ]
  const gap = gapOf(query, { name, whole: whole.length, compared: compared.length }, searched)
  return {
    kind: name !== null ? 'name' : query.addresses.length > 0 ? 'address' : query.numbers.length > 0 ? 'number' : 'name',
    compared: searched === null ? [] : compared,
    ...verdictOn(matches, lists, gap),
    score: matches[0]?.score ?? 0,
    matches,
    candidates: found.filter(({ strength }) => strength === 'candidate'),
    lists,
  }
}

/** What a list calls an address is one, whatever it looks like. */
function listedAddress(text: string): Query {
  return { addresses: [{ text: text.trim(), form: 'whole' }], numbers: [], name: null, otherNames: [] }
}

/** Some listed aliases consist of titles alone. */
function isListedName(name: string, searched: SearchedLists | null): boolean {
  return searched?.index.exact.has(exactKey(nameWords(name))) ?? false
}

function isFound({ text }: AskedAddress, matches: readonly ScreeningMatch[]): boolean {
  return matches.some(({ matchedAs, matched }) => matchedAs === 'address' && addressKey(matched) === addressKey(text))
}

async function matchesOf(
  { addresses, numbers, otherNames }: Query,
  name: string | null,
  searched: SearchedLists,
  hints: ScreeningHints,
): Promise<ScreeningMatch[]> {
  const [byAddress, byNumber, byName, byOther] = await Promise.all([
    Promise.all(addresses.map((one) => matchAddress(searched, one.text))),
    Promise.all(numbers.map((one) => matchNumber(searched, searched.numbers, one, hints))),
    name === null ? [] : matchName(searched, name, hints),
    Promise.all(otherNames.map((one) => matchName(searched, one, hints))),
  ])
  return oncePerEntry([...byAddress.flat(), ...byNumber.flat(), ...byName, ...byOther.flat().filter(({ score }) => score >= matchScore)])
}

/** The best match of each entry. An entry that has both the name and the number is meant, however short the number is. */
function oncePerEntry(all: readonly ScreeningMatch[]): ScreeningMatch[] {
  const entries = Map.groupBy(all, ({ list, entry }) => `${list} ${entry}`)
  const best = [...entries.values()].flatMap((found) => {
    const [first] = found.toSorted((one, other) => other.score - one.score)
    if (!first) return []
    const byNumber = found.find(({ matchedAs, strength }) => matchedAs !== 'name' && strength !== 'candidate')
    const byName = found.find(({ matchedAs, strength }) => matchedAs === 'name' && strength !== 'candidate')
    const isContradicted = first.birthYear === 'contradicts'
    return byNumber && byName && !isContradicted ? [{ ...byNumber, score: 1, strength: 'match' as const }] : [first]
  })
  return best.toSorted((one, other) => other.score - one.score)
}

/** Why nothing can be cleared, where the lists themselves are fresh; null where it can. */
function gapOf(
  { addresses, numbers }: Query,
  compared: { readonly name: string | null; readonly whole: number; readonly compared: number },
  searched: SearchedLists | null,
): InconclusiveReason | null {
  if (compared.whole < addresses.length) return 'address_not_read'
  if (compared.compared === 0) return 'nothing_compared'
  if (compared.name !== null && !isReadable(compared.name)) return 'script_not_read'
  if (numbers.length > 0 && searched !== null && searched.numbers.withoutNumbers.size > 0) return 'numbers_not_read'
  return compared.name === null && compared.whole === 0 ? 'number_not_listed' : null
}

function verdictOn(
  matches: readonly ScreeningMatch[],
  lists: readonly ListState[],
  gap: InconclusiveReason | null,
): Pick<Screening, 'verdict' | 'inconclusiveBecause'> {
  const isFresh = (id: string) => lists.some((list) => list.id === id && list.fresh && list.readFrom === 'publisher')
  // An entry of an old list may have been removed since.
  if (matches.some(({ strength, list }) => strength === 'match' && isFresh(list))) return { verdict: 'match', inconclusiveBecause: null }
  if (!lists.every(({ fresh }) => fresh)) return { verdict: 'inconclusive', inconclusiveBecause: 'list_not_fresh' }
  if (matches.length > 0) return { verdict: 'review', inconclusiveBecause: null }
  return gap === null ? { verdict: 'clear', inconclusiveBecause: null } : { verdict: 'inconclusive', inconclusiveBecause: gap }
}
