import type { ListedEntry } from '../listed-entry.ts'
import { identifierKeys } from './identifier-key.ts'

/** The entries of all lists by the numbers that lists give of them. */
export interface IdentifierIndex {
  /** Places of entries in the index of names, by the form in which a number is compared. */
  readonly byKey: ReadonlyMap<string, readonly number[]>
  /** Lists that were stored before their numbers were read. */
  readonly withoutNumbers: ReadonlySet<string>
}

export interface IdentifierIndexBuilder {
  /** Adds the next entry of the index of names. */
  add(list: string, entry: ListedEntry): void
  finish(): IdentifierIndex
}

export function createIdentifierIndex(): IdentifierIndexBuilder {
  const byKey = new Map<string, number[]>()
  const withoutNumbers = new Set<string>()
  let place = 0
  return {
    add(list, { identifiers }) {
      if (identifiers === undefined) withoutNumbers.add(list)
      for (const { kind, text } of identifiers ?? []) {
        for (const key of identifierKeys(text, kind)) {
          const places = byKey.get(key)
          if (!places) byKey.set(key, [place])
          else if (places.at(-1) !== place) places.push(place)
        }
      }
      place++
    },
    finish: () => ({ byKey, withoutNumbers }),
  }
}
