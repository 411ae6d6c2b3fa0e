import { crowd } from './crowd.ts'
import type { Listed, ListName } from './listed.ts'
import { namedOrganisations } from './named-organisations.ts'
import { namedPersons } from './named-persons.ts'
import { wellKnown } from './well-known.ts'

export const named: readonly Listed[] = [...namedPersons, ...namedOrganisations, ...wellKnown]

/** All entries of a list, the named ones first. */
export function entriesOf(list: ListName, crowdSize?: number): Listed[] {
  return [...named.filter(({ on }) => on.includes(list)), ...crowd(list, crowdSize)]
}

const numbers: Readonly<Record<ListName, (place: number) => string>> = {
  'ofac-sdn': (place) => String(7_001 + place * 3),
  'ofac-consolidated': (place) => String(52_001 + place),
  eu: (place) => `EU.${1_001 + place}.${11 + (place % 80)}`,
  un: (place) => String(6_907_001 + place * 2),
  uk: (place) => `${['RUS', 'AQD', 'DPR', 'GAC'][place % 4]}${String(1_001 + place)}`,
}

/** The publisher's number of the entry at an index of a list. */
export function numberOf(list: ListName, place: number): string {
  return numbers[list](place)
}

/** The number of a named entry on a list; null when it is not on the list. */
export function numberOfNamed(list: ListName, key: string): string | null {
  const place = named.filter(({ on }) => on.includes(list)).findIndex((one) => one.key === key)
  return place < 0 ? null : numberOf(list, place)
}

/** The UN's number of an entry of its list; empty for one that is not on it. */
export function unReferenceOf({ on, kind, key }: Listed): string {
  const place = on.includes('un') ? named.filter((one) => one.on.includes('un')).findIndex((one) => one.key === key) : -1
  return place < 0 ? '' : unReferenceAt(place, kind)
}

/** The UN's number of the entry at an index of its list. */
export function unReferenceAt(place: number, kind: Listed['kind']): string {
  return `QD${kind === 'person' ? 'i' : 'e'}.${String(place + 1).padStart(3, '0')}`
}

/** Splits a person's name into given names and family name. For other entries the whole name is the family name. */
export function partsOf(name: string): { given: string; family: string } {
  const [given = '', family] = name.split('/')
  return family === undefined ? { given: '', family: given } : { given, family }
}

export function escapeXml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/'/g, '&apos;')
}

/** The English name of a country, as lists write it. */
export function countryName(code: string): string {
  return new Intl.DisplayNames(['en'], { type: 'region' }).of(code) ?? code
}

/** A new version of the lists is published each day. */
export function publishedOn(now: number): string {
  return new Date(now - (now % 86_400_000)).toISOString().slice(0, 10)
}
