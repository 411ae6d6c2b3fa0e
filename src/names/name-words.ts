import { fold, markedSounds, nameSkeleton, syllableOf } from './fold.ts'
import { knownName } from './known-names.ts'
import { mergeArabic, type RawWord } from './merge-arabic.ts'
import { transliterate, unvowelled } from './transliterate.ts'
import { canonicalWord, kindOf, kindOfUnvowelled, legalPhrases, startsLegalPhrase, type WordKind } from './word-lists.ts'

/** One word of a name, in the forms that are compared. */
export interface NameWord {
  /** Lower-case Latin letters without marks. */
  readonly text: string
  /** Its sound, the same for different transliterations. */
  readonly sound: string
  /** The consonants of the sound. */
  readonly skeleton: string
  /** Its form as a syllable of an East Asian name; null if it can't be one. */
  readonly syllable: string | null
  /** Written in a script without vowels, so that only its skeleton can be compared. */
  readonly bare: boolean
  /** The number of the well-known name of which it is a form; 0 for none. */
  readonly group: number
  readonly kind: WordKind
}

/** Longer than any name; longer text is cut. */
const maxNameLength = 400
const maxWords = 12
const maxWordLength = 40

/** Words that were processed before, because lists repeat the same few thousand words. */
export interface ReadWords {
  readonly raw: Map<string, RawWord[]>
  readonly words: Map<string, NameWord>
}

/** The words of a name, without case, marks, punctuation and other differences of spelling. */
export function nameWords(name: string, read: ReadWords | null = null): NameWord[] {
  const text = name
    .slice(0, maxNameLength)
    .normalize('NFKC')
    // One sign may have become eighteen letters.
    .slice(0, maxNameLength)
    // A letter after "L." or "S.A." belongs to an abbreviation, and so does one after a slash: "M/V".
    .replace(/(?<=\b\p{L})[./](?=\p{L}\b)/gu, '')
    .replace(/['’‘ʼʻ`´ʿʾ]/g, '')
    .toLowerCase()
  const words = text
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .flatMap((word) => (read ? remembered(read.raw, word, () => rawWords(word)) : rawWords(word)))
  return mergeArabic(shortenLegalForms(words).map((word) => ({ ...word, text: canonicalWord(word.text) })))
    .slice(0, maxWords)
    .map((word) => (read ? remembered(read.words, `${word.text} ${word.spoken} ${word.bare}`, () => wordOf(word)) : wordOf(word)))
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
  // The Arabic article is joined with its word, and in some spellings `Abd` (servant) too.
  const parts = bare
    ? word
        .replace(/^عبدال/, 'عبد ')
        .replace(/^([اأ]بو)(?=....)/, '$1 ')
        .replace(/(^| )ال(?!له)(?=...)/g, '$1')
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

/** A word in the forms that are compared, from its plain letters and its letters as spoken. */
export function wordOf({ text, spoken, bare }: RawWord): NameWord {
  const cut = text.slice(0, maxWordLength)
  const sound = fold(spoken.slice(0, maxWordLength))
  return {
    text: cut,
    sound,
    skeleton: nameSkeleton(sound),
    syllable: bare ? null : syllableOf(cut),
    bare,
    group: knownName(cut, sound),
    kind: bare ? kindOfUnvowelled(cut) : kindOf(cut),
  }
}

/** Joins words into one. */
export function joined(words: readonly NameWord[]): NameWord {
  const text = words.map((word) => word.text).join('')
  return wordOf({ text, spoken: text, bare: words.some(({ bare }) => bare) })
}

/** Splits a word into two, at every position where both parts are known words. */
export function splits(word: NameWord, isKnown: (text: string) => boolean): (readonly [NameWord, NameWord])[] {
  const part = (text: string) => wordOf({ text, spoken: text, bare: word.bare })
  const found: (readonly [NameWord, NameWord])[] = []
  for (let place = 2; place <= word.text.length - 2; place++) {
    const [first, second] = [word.text.slice(0, place), word.text.slice(place)]
    if (isKnown(first) && isKnown(second)) found.push([part(first), part(second)])
  }
  return found
}

/** Turns `Family, Given` into `Given Family`. */
export function familyLast(name: string): string {
  const [family = '', given = '', ...more] = name.split(',')
  return more.length === 0 && given.trim() !== '' ? `${given} ${family}` : name
}
