import { z } from '../../../src/goods/door.ts'
import { plainText, plainTextOf } from '../../../src/goods/kit/http.ts'

/** A product as NVD names it (CPE 2.3), with the versions that are vulnerable. */
export interface VulnerableProduct {
  readonly vendor: string
  readonly product: string
  /** `>= 2.13.0, < 2.15.0`, `2.4.1`, or `all`. */
  readonly versions: readonly string[]
}

const version = plainTextOf(120).optional()
const match = z.object({
  vulnerable: z.boolean(),
  criteria: z.string().max(1_000),
  versionStartIncluding: version,
  versionStartExcluding: version,
  versionEndIncluding: version,
  versionEndExcluding: version,
})

export interface ProductList {
  add(row: unknown): void
  products(): VulnerableProduct[]
}

/** Collects products from the rows of `cpeMatch`. An invalid row is skipped, because many rows say the same. */
export function createProductList(): ProductList {
  const found = new Map<string, { readonly vendor: string; readonly product: string; readonly versions: Set<string> }>()
  return {
    add(row) {
      const read = match.safeParse(row).data
      // A row that is not vulnerable itself, such as the operating system, only describes the environment.
      if (!read?.vulnerable) return
      const [prefix, , , vendor = '', product = '', one = '*'] = partsOfCpe(read.criteria)
      if (prefix !== 'cpe' || vendor === '' || product === '') return
      const key = `${vendor}\n${product}`
      const known = found.get(key) ?? { vendor, product, versions: new Set<string>() }
      found.set(key, known)
      known.versions.add(versionsOf(read, one))
    },
    products: () => [...found.values()].map(({ versions, ...rest }) => ({ ...rest, versions: [...versions] })),
  }
}

function versionsOf(read: z.output<typeof match>, one: string): string {
  const bounds = [
    ['>=', read.versionStartIncluding],
    ['>', read.versionStartExcluding],
    ['<=', read.versionEndIncluding],
    ['<', read.versionEndExcluding],
  ].flatMap(([sign, bound]) => (bound === undefined ? [] : [`${sign} ${bound}`]))
  if (bounds.length > 0) return bounds.join(', ')
  return one === '*' || one === '-' ? 'all' : one
}

/** The parts of a CPE 2.3 name. Within a part, a backslash escapes colons and all other signs except letters and digits. */
function partsOfCpe(name: string): string[] {
  return name.split(/(?<!\\):/).map((part) => plainText(part.replaceAll(/\\(.)/g, '$1'), 200))
}
