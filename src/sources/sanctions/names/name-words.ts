import { fold, markedSounds, skeleton } from './fold.ts'
import { knownName } from './known-names.ts'
import { mergeArabic, type RawWord } from './merge-arabic.ts'
import { transliterate, unvowelled } from './transliterate.ts'
import { canonicalWord, kindOf, legalPhrases, startsLegalPhrase, type WordKind } from './word-lists.ts'

/** One word of a name in the forms in which words are compared. */
export interface NameWord {
  /** Small Latin letters without marks. */
  readonly text: string
  /** As it sounds, whoever transliterated it. */
  readonly sound: string
  /** The consonants of that. */
  readonly skeleton: string
  /** Written in a script without vowels, so that only its skeleton says something. */
  readonly bare: boolean
  /** Which well-known name it is a form of; 0 for none. */
  readonly group: number
  readonly kind: WordKind
}

/** Nobody's name is longer, and what is longer is cut. */
const longestName = 400
const mostWords = 12
const longestWord = 40

/** What words were read as before. Lists write the same few thousand words again and again. */
export interface ReadWords {
  readonly raw: Map<string, RawWord[]>
  readonly words: Map<string, NameWord>
}

/** The words of a name: without case, marks, punctuation and whatever else changes from one spelling to the next. */
export function nameWords(name: string, read: ReadWords | null = null): NameWord[] {
  const text = name
    .slice(0, longestName)
    .normalize('NFKC')
    // A letter after "L." or "S.A." belongs to an abbreviation, and so does one after a slash: "M/V".
    .replace(/(?<=\b\p{L})[./](?=\p{L}\b)/gu, '')
    .replace(/['’‘ʼʻ`´ʿʾ]/g, '')
    .toLowerCase()
  const words = text
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .flatMap((word) => (read ? remembered(read.raw, word, () => rawWords(word)) : rawWords(word)))
  return mergeArabic(shortenLegalForms(words).map((word) => ({ ...word, text: canonicalWord(word.text) })))
    .slice(0, mostWords)
    .map((word) => (read ? remembered(read.words, `${word.text} ${word.spoken} ${word.bare}`, () => nameWord(word)) : nameWord(word)))
}

function remembered<Value>(before: Map<string, Value>, key: string, make: () => Value): Value {
  const known = before.get(key)
  if (known !== undefined) return known
  const made = make()
  before.set(key, made)
  return made
}

function rawWords(word: string): RawWord[] {
  const bare = unvowelled(word)
  // The Arabic article is written together with its word; so is the servant of God by some.
  const parts = bare
    ? word
        .replace(/^عبدال/, 'عبد ')
        .replace(/^ال(?!له)(?=...)/, '')
        .split(' ')
    : [word]
  return parts.flatMap((part) => {
    const latin = plain(transliterate(part))
    return latin === '' ? [] : [{ text: latin, spoken: plain(transliterate(markedSounds(part.normalize('NFC')))), bare }]
  })
}

function plain(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '')
}

function shortenLegalForms(words: readonly RawWord[]): RawWord[] {
  if (!words.some(({ text }) => startsLegalPhrase(text))) return [...words]
  const line = words.map(({ text }) => text).join(' ')
  let short = line
  for (const [phrase, form] of legalPhrases) short = short.replace(phrase, form)
  if (short === line) return [...words]
  const byText = new Map(words.map((word) => [word.text, word]))
  return short.split(' ').map((text) => byText.get(text) ?? { text, spoken: text, bare: false })
}

function nameWord({ text, spoken, bare }: RawWord): NameWord {
  const cut = text.slice(0, longestWord)
  const sound = fold(spoken.slice(0, longestWord))
  return { text: cut, sound, skeleton: skeleton(sound), bare, group: knownName(cut, sound), kind: kindOf(cut) }
}

/** Words written as one. */
export function joined(words: readonly NameWord[]): NameWord {
  const text = words.map((word) => word.text).join('')
  return nameWord({ text, spoken: text, bare: words.some(({ bare }) => bare) })
}

/** A word written as two, at every place where both parts are words that somebody knows. */
export function splits(word: NameWord, isKnown: (text: string) => boolean): (readonly [NameWord, NameWord])[] {
  const part = (text: string) => nameWord({ text, spoken: text, bare: word.bare })
  const found: (readonly [NameWord, NameWord])[] = []
  for (let place = 2; place <= word.text.length - 2; place++) {
    const [first, second] = [word.text.slice(0, place), word.text.slice(place)]
    if (isKnown(first) && isKnown(second)) found.push([part(first), part(second)])
  }
  return found
}
