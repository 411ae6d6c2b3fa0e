import { UpstreamGarbage } from '../../../src/goods/kit/http.ts'
import { identifierKeys } from './identifiers/identifier-key.ts'
import type { ListedIdentifier } from './identifiers/published-numbers.ts'
import { aliasParts } from './lists/alias-parts.ts'

/** The kind of a listed subject: a person, an organisation, a ship or an aircraft. */
export type SubjectKind = 'person' | 'entity' | 'vessel' | 'aircraft'

export interface ListedName {
  readonly text: string
  /** The list itself calls it a weak alias: too common to identify anybody. */
  readonly weak: boolean
  /** The part that is a person's family name; null when the list does not mark it. */
  readonly family: string | null
}

/** A blockchain address of a listed subject. */
export interface ListedAddress {
  /** The list's name for the currency: XBT, ETH, USDT; null when the address was found in running text. */
  readonly currency: string | null
  readonly address: string
}

/** One entry of a list, in one form for all publishers. */
export interface ListedEntry {
  /** The publisher's number of the entry. */
  readonly id: string
  readonly kind: SubjectKind
  /** The primary name first, at least one. */
  readonly names: readonly ListedName[]
  readonly programmes: readonly string[]
  /** `1957`, `1957-03-10`, or `1957/1960` for a range. */
  readonly births: readonly string[]
  /** ISO 3166-1 alpha-2 codes of nationalities and addresses. */
  readonly countries: readonly string[]
  readonly addresses: readonly ListedAddress[]
  /** Numbers of documents, registers, ships and aircraft. Entries that were stored before they were read have none. */
  readonly identifiers?: readonly ListedIdentifier[]
  /** YYYY-MM-DD */
  readonly listedOn: string | null
  /** The UN's number of the same designation, such as `QDi.006`. Entries that were stored before it was read have none. */
  readonly unReference?: string | null
}

/** Limits far above any real entry. */
const max = { identifiers: 120, names: 400, texts: 60, addresses: 2_000, letters: 300, alias: 2_000 } as const

/** Collects the facts of one entry from its rows or elements: cleaned, without duplicates, within limits. */
export interface EntryDraft {
  /** Adds a published name, or all of those that it holds: see `alias-parts.ts`. */
  name(text: string, about?: { readonly weak?: boolean; readonly family?: string | null }): void
  programme(text: string): void
  birth(text: string | null): void
  country(code: string | null): void
  address(address: ListedAddress): void
  identifiers(listed: readonly ListedIdentifier[]): void
  listedOn(day: string | null): void
  /** Keeps the first text that has the form of a number of the UN. */
  unReference(text: string): void
  /** Null while it has no name. */
  finish(): ListedEntry | null
  /** @throws UpstreamGarbage `wrong_shape` if it has no name */
  finished(): ListedEntry
}

export function draftEntry(id: string, kind: SubjectKind): EntryDraft {
  const names = new Map<string, ListedName>()
  const programmes = new Set<string>()
  const births = new Set<string>()
  const countries = new Set<string>()
  const addresses = new Map<string, ListedAddress>()
  const identifiers = new Map<string, ListedIdentifier>()
  let since: string | null = null
  let reference: string | null = null

  const addTo = (set: Set<string>, text: string | null) => {
    const clean = text === null ? '' : cleanText(text)
    if (clean !== '' && set.size < max.texts) set.add(clean)
  }

  const draft: EntryDraft = {
    name(text, { weak = false, family = null } = {}) {
      for (const part of aliasParts(cleanText(text, max.alias))) {
        const clean = cleanText(part.text)
        if (clean === '') continue
        const known = names.get(clean)
        const isWeak = weak || part.weak
        if (known ? known.weak && !isWeak : names.size < max.names) {
          names.set(clean, { text: clean, weak: isWeak, family: kind === 'person' ? familyOf(clean, family) : null })
        }
      }
    },
    programme: (text) => addTo(programmes, text),
    birth: (text) => addTo(births, text),
    country: (code) => addTo(countries, code),
    address(listed) {
      if (addresses.size < max.addresses && !addresses.has(listed.address)) addresses.set(listed.address, listed)
    },
    identifiers(listed) {
      for (const { kind: sort, text } of listed) {
        const clean = cleanText(text)
        const key = `${sort} ${clean}`
        if (identifiers.size < max.identifiers && !identifiers.has(key) && identifierKeys(clean, sort).length > 0)
          identifiers.set(key, { kind: sort, text: clean })
      }
    },
    listedOn: (day) => void (since ??= day),
    unReference: (text) => void (reference ??= /^[A-Z]{2}[ei]\.\d{3,4}$/.exec(text.trim())?.[0] ?? null),
    finish() {
      if (names.size === 0) return null
      return {
        id,
        kind,
        names: [...names.values()],
        programmes: [...programmes],
        births: [...births],
        countries: [...countries],
        addresses: [...addresses.values()],
        identifiers: [...identifiers.values()],
        listedOn: since,
        unReference: reference,
      }
    },
    finished() {
      const entry = draft.finish()
      if (!entry) throw new UpstreamGarbage('wrong_shape')
      return entry
    },
  }
  return draft
}

/** The family name as the list marks it, or as `Family, Given` shows it. */
function familyOf(name: string, marked: string | null): string | null {
  if (marked !== null && marked !== '') return cleanText(marked)
  return /^([^,]+),[^,]*\p{L}[^,]*$/u.exec(name)?.[1] ?? null
}

/** Removes control characters and repeated white space, and limits the length. */
function cleanText(text: string, maxLetters: number = max.letters): string {
  if (text.length <= maxLetters && /^(?:[!-~]+(?: [!-~]+)*)?$/.test(text)) return text
  return text
    .slice(0, 2 * maxLetters)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, maxLetters)
}
