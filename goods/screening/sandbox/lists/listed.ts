/** The lists that have a stand-in. */
export type ListName = 'ofac-sdn' | 'ofac-consolidated' | 'eu' | 'un' | 'uk'

/** Numbers by which lists identify an entry, by their kind. */
export type Numbers = Readonly<
  Partial<
    Record<
      'imo' | 'mmsi' | 'callSign' | 'tail' | 'serial' | 'passport' | 'nationalId' | 'taxNumber' | 'registerNumber' | 'bic',
      readonly string[]
    >
  >
>

/** One entry of the sandbox's lists, before it is written in the form of any of them. */
export interface Listed {
  /** Name of the entry in evaluations, instead of the publishers' numbers. */
  readonly key: string
  readonly on: readonly ListName[]
  readonly kind: 'person' | 'entity' | 'vessel' | 'aircraft'
  /** The primary name first. In persons' names a slash separates given names and family name. */
  readonly names: readonly string[]
  readonly weak?: readonly string[]
  /** In the script of the country; only UN, EU and UK publish it. */
  readonly script?: string
  /** YYYY-MM-DD, YYYY, or YYYY/YYYY. */
  readonly births?: readonly string[]
  /** ISO codes. */
  readonly countries: readonly string[]
  readonly programme: string
  /** Addresses on blockchains by the currency's name at OFAC. */
  readonly wallets?: Readonly<Record<string, readonly string[]>>
  readonly numbers?: Numbers
  /** The addresses that are only in OFAC's remarks. */
  readonly remarks?: string
}

type Rest = Omit<Listed, 'key' | 'on' | 'kind' | 'names'> & { readonly aka?: readonly string[] }

const lists: Readonly<Record<string, ListName>> = { S: 'ofac-sdn', C: 'ofac-consolidated', E: 'eu', N: 'un', K: 'uk' }

/** `on`: the lists by their letters: S(DN), C(onsolidated), E(U), (U)N, (U)K. */
function listed(kind: Listed['kind'], key: string, on: string, name: string, { aka = [], ...rest }: Rest): Listed {
  return { key, on: [...on].flatMap((letter) => lists[letter] ?? []), kind, names: [name, ...aka], ...rest }
}

export function person(key: string, on: string, name: string, rest: Rest): Listed {
  return listed('person', key, on, name, rest)
}
export function entity(key: string, on: string, name: string, rest: Rest): Listed {
  return listed('entity', key, on, name, rest)
}
export function vessel(key: string, on: string, name: string, rest: Rest): Listed {
  return listed('vessel', key, on, name, rest)
}
export function aircraft(key: string, on: string, name: string, rest: Rest): Listed {
  return listed('aircraft', key, on, name, rest)
}
