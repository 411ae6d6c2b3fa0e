import { createSeededRandom } from '../../simulator/world/seeded-random.ts'
import { conventions, type Convention } from './conventions.ts'

/** What is true of two names: one company, a brand and its national company, or two companies. */
export type Truth = 'same' | 'brand' | 'other'

export interface MadePair {
  readonly truth: Truth
  readonly country: string
  readonly invoice: string
  readonly register: string
}

/** Brands that have companies in most countries. */
const brands = [
  'Siemens',
  'IKEA',
  'Vodafone',
  'Nestlé',
  'Unilever',
  'Bosch',
  'Philips',
  'Danone',
  'Ericsson',
  "L'Oréal",
  'Adidas',
  'Schneider Electric',
]
/** Abbreviations and titles, such as registers add. */
const titles = ['KALVO', 'TERMEX', 'ORBIS LINE', 'PRIMAKO']
const perCountry = { same: 13, brand: 3, other: 5 }

type Random = ReturnType<typeof createSeededRandom>

/** Pairs of names as an invoice and a register have them, by the conventions of each country. The same seed makes the same pairs. */
export function makePairs(seed: number): readonly MadePair[] {
  const random = createSeededRandom(seed)
  return conventions.flatMap((convention) =>
    (['same', 'brand', 'other'] as const).flatMap((truth) =>
      Array.from({ length: perCountry[truth] }, () => ({ truth, country: convention.country, ...makers[truth](convention, random) })),
    ),
  )
}

type Names = Pick<MadePair, 'invoice' | 'register'>

const makers: Readonly<Record<Truth, (convention: Convention, random: Random) => Names>> = {
  same(convention, random) {
    const core = random.pick(convention.cores)
    const form = random.pick(convention.forms)
    return { invoice: onInvoice(core, form, random), register: inRegister(convention, core, form, random) }
  },
  brand({ nation, forms }, random) {
    const brand = random.pick(brands)
    const register = `${brand} ${nation} ${random.pick(forms)[0]}`
    return { invoice: brand, register: random.chance(0.5) ? register.toUpperCase() : register }
  },
  other(convention, random) {
    const [core, second] = [random.pick(convention.cores), random.pick(convention.others)]
    const form = random.pick(convention.forms)
    const rivals = convention.cores.filter((one) => one !== core)
    const other = random.pick([`${core} ${second}`, random.pick(rivals), `${core} 2`, `${second} ${core}`])
    const register = inRegister(convention, core === other ? `${core} 3` : core, form, random)
    return { invoice: onInvoice(other === `${core} 2` ? `${core} 4` : other, form, random), register }
  },
}

function inRegister({ registered, states }: Convention, core: string, [short, full]: readonly [string, string], random: Random): string {
  const name = random
    .pick(registered)
    .replaceAll('%n', core)
    .replaceAll('%F', full)
    .replaceAll('%f', short)
    .replaceAll('%s', random.pick(states))
    .replaceAll('%t', random.pick(titles))
  return random.chance(0.5) ? name.toUpperCase() : name
}

/** How people write names on invoices: with and without the form, its stops and the marks of letters. */
function onInvoice(core: string, [short, full]: readonly [string, string], random: Random): string {
  const form = random.pick([short, short, short.replace(/[.]/g, ''), full, ''])
  const name = `${core}${random.pick([' ', ', '])}${form}`.replace(/[\s,]+$/, '')
  const plain = name.normalize('NFD').replace(/\p{Script=Latin}\p{M}+/gu, (letter) => letter[0]!)
  return random.pick([name, name, plain, plain.toUpperCase(), name.replace(' & ', ' and ')])
}
