import { isPatronymic, meaningsOf, type NameWord, type WordKind } from '../../../../src/goods/kit/names.ts'

/** Shares of the full weight for kinds of words that names may omit. */
export const kindWeights: Readonly<Record<WordKind, number>> = { plain: 1, generic: 0.5, legal: 0.15, honorific: 0.2, particle: 0.12 }

/** Middle names and second family names are often omitted, patronymics nearly always. */
const middle = 0.4
const secondFamily = 0.6
const fathers = 0.25

/** The share of its full weight that a word has in the name of an organisation: less if it tells what many of them do. */
export function organisationShare({ kind, text }: NameWord): number {
  return kind === 'plain' && meaningsOf(text) !== null ? kindWeights.generic : 1
}

/** A word of a name with the weight of its position, and whether it is known to belong to the family name. */
export interface PlacedWord {
  readonly weight: number
  readonly ofFamily: boolean
}

/**
 * The weight of each word by its position in a person's name: first and family name in full. If the list does not mark the
 * family name, it is the last word. Every word counts in full in names made of syllables, as in East Asia, and in names of other subjects
 * if it is not one of those that many of them have.
 */
export function placeWords(words: readonly NameWord[], isPerson: boolean, family: readonly NameWord[] | null = null): PlacedWord[] {
  const plain = words.filter(({ kind }) => kind === 'plain')
  const told = new Set((family ?? []).filter(({ kind }) => kind === 'plain').map(({ text }) => text))
  const inFull = plain.length < 3 || plain.every(({ text }) => isSyllable(text))
  const ofFamily = told.size > 0 ? told : new Set([plain.at(-1)?.text])
  const firstOfFamily = plain.find(({ text }) => ofFamily.has(text))
  const weightOf = (word: NameWord) => {
    if (!isPerson) return organisationShare(word)
    if (inFull || word.kind !== 'plain') return 1
    // If the family name comes first and is not marked, the last word is the patronymic.
    if (isPatronymic(word.text) && !told.has(word.text)) return fathers
    if (ofFamily.has(word.text)) return word === firstOfFamily ? 1 : secondFamily
    return word === plain[0] ? 1 : middle
  }
  return words.map((word) => ({ weight: weightOf(word), ofFamily: isPerson && told.has(word.text) }))
}

function isSyllable(word: string): boolean {
  return /^[^aeiouy]*[aeiouy]+[^aeiouy]*$/.test(word)
}
