import type { Work } from '../../../../src/goods/kit/worker-side.ts'
import type { ReadText } from '../elements.ts'
import { isSameName } from './same-name.ts'

/** The words of a text, read once for all names that are looked for in it. */
export interface NameSet {
  /** Whether some word can be the same name as a stem. */
  has(key: string): boolean
  /** The first letters of words with a capital, in lower case. */
  readonly initials: ReadonlySet<string>
  /** The same letters as written, in a row. */
  readonly capitals: string
  /** Its words as written, without full stops. */
  readonly plainTexts: ReadonlySet<string>
}

export function createNameSet({ tokens, elements }: ReadText, work: Work): NameSet {
  const keys = [...new Set(elements.flatMap(({ kind, key }) => (kind === 'word' ? [key] : [])))]
  const exact = new Set(keys)
  const known = new Map<string, boolean>()
  const search = (key: string) => {
    if (exact.has(key)) return true
    work.add(keys.length)
    return keys.some((other) => isSameName(key, other))
  }
  const begun = tokens.filter(({ capital }) => capital)
  return {
    has(key) {
      const found = known.get(key) ?? search(key)
      known.set(key, found)
      return found
    },
    initials: new Set(begun.map(({ lower }) => lower[0] ?? '')),
    capitals: begun.map(({ kind, text }) => (kind === 'word' ? (text[0] ?? '') : '')).join(''),
    plainTexts: new Set(tokens.map(({ text }) => text.replaceAll('.', ''))),
  }
}
