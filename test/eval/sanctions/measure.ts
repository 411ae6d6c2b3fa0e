import { named, numberOfNamed } from '../../../goods/screening/sandbox/lists/entries-of.ts'
import type { ListName } from '../../../goods/screening/sandbox/lists/listed.ts'
import type { Sanctions } from '../../../goods/screening/sanctions/sanctions.ts'
import type { Screening, ScreeningMatch } from '../../../goods/screening/sanctions/screening.ts'
import { isHeldOut } from './held-out.ts'
import { nearNames } from './near-names.ts'
import { trueMadeUpPersons } from './true-made-up-persons.ts'
import { trueOrganisations } from './true-organisations.ts'
import { truePersons } from './true-persons.ts'
import type { VariantKind, Variants } from './variant-kinds.ts'

const trueNames: Variants = { ...truePersons, ...trueMadeUpPersons, ...trueOrganisations }
const lists: readonly ListName[] = ['ofac-sdn', 'ofac-consolidated', 'eu', 'un', 'uk']

/** A third of the entries is held out. */
const heldOutOf = 3

/** One name, the entry that it means (null: not listed), and the answer. */
export interface Asked {
  readonly name: string
  readonly key: string | null
  readonly kind: VariantKind | null
  /** It belongs to the held-out part, on which nothing is tuned. */
  readonly heldOut: boolean
  readonly found: 'match' | 'review' | 'nothing'
  readonly screening: Screening
}

/** Screens every labelled name. */
export async function askAll(sanctions: Sanctions): Promise<Asked[]> {
  const asked: Asked[] = []
  for (const [key, variants] of Object.entries(trueNames)) {
    if (!named.some((one) => one.key === key)) throw new Error(`${key} is on no list`)
    const numbers = new Set(lists.map((list) => `${list} ${numberOfNamed(list, key)}`))
    for (const variant of variants) {
      const name = variant.slice(2)
      const screening = await sanctions.screen(name)
      const right = screening.matches.find(({ list, entry }) => numbers.has(`${list} ${entry}`))
      asked.push({ name, key, kind: variant[0] as VariantKind, heldOut: isHeldOut(key, heldOutOf), found: strengthOf(right), screening })
    }
  }
  for (const [key, names] of Object.entries(nearNames)) {
    for (const name of names) {
      const screening = await sanctions.screen(name)
      const heldOut = isHeldOut(key === 'anybody' ? name : key, heldOutOf)
      asked.push({ name, key: null, kind: null, heldOut, found: strengthOf(screening.matches[0]), screening })
    }
  }
  return asked
}

function strengthOf(match: ScreeningMatch | undefined): Asked['found'] {
  return match === undefined || match.strength === 'candidate' ? 'nothing' : match.strength
}

export interface Figures {
  readonly trueNames: number
  readonly nearNames: number
  /** Shares between 0 and 1: for matches alone, and for matches and reviews together. */
  readonly match: { readonly recall: number; readonly precision: number }
  readonly found: { readonly recall: number; readonly precision: number }
  readonly falseMatches: number
  readonly falseReviews: number
}

export function figuresOf(asked: readonly Asked[]): Figures {
  const variants = asked.filter(({ key }) => key !== null)
  const innocents = asked.filter(({ key }) => key === null)
  const count = (from: readonly Asked[], ...what: readonly string[]) => from.filter(({ found }) => what.includes(found)).length
  const shares = (...what: readonly string[]) => {
    const right = count(variants, ...what)
    return { recall: right / variants.length, precision: right / (right + count(innocents, ...what)) }
  }
  return {
    trueNames: variants.length,
    nearNames: innocents.length,
    match: shares('match'),
    found: shares('match', 'review'),
    falseMatches: count(innocents, 'match'),
    falseReviews: count(innocents, 'review'),
  }
}
