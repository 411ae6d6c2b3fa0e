import { fold, skeleton } from './fold.ts'
import { givenNameGroup } from './given-names.ts'
import { transliterate, unvowelled } from './transliterate.ts'
import { canonicalWord, kindOf, legalPhrases, type WordKind } from './word-lists.ts'

/** One word of a name in the forms in which words are compared. */
export interface NameWord {
  /** Small Latin letters without marks. */
  readonly text: string
  /** As it sounds, whoever transliterated it. */
  readonly sound: string
  /** The consonants of it. */
  readonly skeleton: string
  /** Written in a script without vowels, so that only its skeleton says something. */
  readonly bare: boolean
  /** Which well-known given name it is a form of; 0 for none. */
  readonly group: number
  readonly kind: WordKind
}

/** Nobody's name has more words, and what is longer is cut. */
const mostWords = 16
const longestWord = 40

/** The words of a name: without case, marks, punctuation and whatever else changes from one spelling to the next. */
export function nameWords(name: string): NameWord[] {
  const bare = new Set<string>()
  let text = name.normalize('NFKC')
  // A letter after "L." or "S.A." belongs to an abbreviation.
  text = text.replace(/(?<=\b\p{L})\.(?=\p{L}\b)/gu, '').replace(/['’‘ʼʻ`´ʿʾ]/g, '')
  const words = text.split(/[^\p{L}\p{N}\p{M}]+/u).flatMap((word) => {
    const latin = transliterate(word).replace(/[^\p{L}\p{N}]+/gu, '')
    if (latin === '') return []
    if (unvowelled(word)) bare.add(latin)
    return [latin]
  })
  let line = words.join(' ')
  for (const [phrase, short] of legalPhrases) line = line.replace(phrase, short)
  return mergeNames(
    line
      .split(' ')
      .filter((word) => word !== '')
      .map(canonicalWord),
  )
    .slice(0, mostWords)
    .map((word) => nameWord(word.slice(0, longestWord), bare.has(word)))
}

/** Two words written as one. */
export function joined(one: NameWord, other: NameWord): NameWord {
  return nameWord(one.text + other.text, one.bare || other.bare)
}

function nameWord(text: string, bare: boolean): NameWord {
  const sound = fold(text)
  return { text, sound, skeleton: skeleton(sound), bare, group: givenNameGroup(text, sound), kind: kindOf(text) }
}

const articles = new Set('al el ul ol il ad ed ud ar er ur as es us ash esh ush at et ut az ez uz an en un'.split(' '))
const servant = /^abd(?:[uaeo]?l|[uae][rsntz]|oul|u|ou)?$/
const father = /^ab(?:u|ou|oo|i)$/
const faith = /^(?:[uae]?[ld]?)?d(?:i|ee|ei)ne?$/
const god = /^[aou]l+ah$/

/** Arabic names whose parts are written apart, together, or with an article between: all become one word of one form. */
function mergeNames(words: readonly string[]): string[] {
  const merged: string[] = []
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? ''
    const isServant = servant.test(word)
    if (isServant || father.test(word)) {
      let next = index + 1
      while (next < words.length - 1 && articles.has(words[next] ?? '')) next++
      const rest = words[next]
      if (rest !== undefined) {
        merged.push(oneForm(`${isServant ? 'abdul' : 'abu'}${rest}`))
        index = next
        continue
      }
    }
    const before = merged.at(-1)
    if (before !== undefined && faith.test(word)) {
      let whose = before
      if (articles.has(before) && merged.length > 1) {
        merged.pop()
        whose = merged.at(-1) ?? ''
      }
      merged[merged.length - 1] = oneForm(`${whose}uddin`)
    } else if (before !== undefined && before.length > 2 && god.test(word)) {
      merged[merged.length - 1] = oneForm(`${before}allah`)
    } else merged.push(oneForm(word))
  }
  return merged
}

/** `abdelrahman`, `abdurrahman`: abdrahman; `salaheddine`, `salahuddin`: salahdin; `nasrullah`, `nasrallah`: nasralah. */
function oneForm(word: string): string {
  const [, whom] = /^abd(?:[uaeo]l|[uae][rsntz]|oul)(.{3,})$/.exec(word) ?? []
  if (whom !== undefined) return `abd${whom.replace(/^l(?=l)/, '')}`
  const [, stem] = /^(.{3,}?)[uaei]?d?d(?:i|ee|ei)ne?$/.exec(word) ?? []
  if (stem !== undefined) return `${stem}din`
  const [, of] = /^(.{3,}?)[uaeo]l+ah?$/.exec(word) ?? []
  return of === undefined ? word : `${of}alah`
}
