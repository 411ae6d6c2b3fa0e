import { seeded } from './seeded.ts'

/** Another spelling of a name, and how it came about. */
export interface Variant {
  readonly kind: string
  readonly text: string
}

/** Makes other spellings of a name. It takes and returns lower case; a caller writes capitals afterwards. */
export type Rule = (name: string) => Variant[]

type Replacement = readonly [from: RegExp, to: string]

/** Every replacement, one after the other, wherever it fits: a standard or a habit is followed throughout a name. */
export function rewriting(kind: string, ...replacements: readonly Replacement[]): Rule {
  return (name) => {
    const text = replacements.reduce((written, [from, to]) => written.replace(from, to), name).trim()
    return text === name || text === '' ? [] : [{ kind, text }]
  }
}

/**
 * Each group holds spellings of one word that are all in use. Every word of a name that is in a group is replaced by another one of it;
 * a name gets up to `count` such spellings.
 */
export function otherSpellings(kind: string, groups: string, count = 2): Rule {
  const groupOf = new Map<string, readonly string[]>()
  for (const line of groups.trim().split('\n')) {
    const group = line.trim().split(/\s+/)
    for (const word of group) groupOf.set(word, group)
  }
  return (name) => {
    const random = seeded(kind + name)
    return Array.from({ length: count }, () => {
      const text = name.replace(/[\p{L}\p{M}'’]+/gu, (word) => {
        const others = groupOf.get(word)?.filter((other) => other !== word) ?? []
        return others.length === 0 ? word : random.pick(others).replaceAll('_', ' ')
      })
      return { kind, text }
    }).filter(({ text }) => text !== name)
  }
}

/** All spellings by these rules. */
export function allOf(...rules: readonly Rule[]): Rule {
  return (name) => rules.flatMap((rule) => rule(name))
}

/** A capital at the beginning of each word, as people write names. */
export function capitalized(name: string): string {
  return name.replace(/(?<![\p{L}\p{M}\p{N}'’ʿʾ])[\p{L}ʿʾ]\p{L}?/gu, (start) =>
    start.startsWith('ʿ') || start.startsWith('ʾ') ? start.toUpperCase() : start.charAt(0).toUpperCase() + start.slice(1),
  )
}
