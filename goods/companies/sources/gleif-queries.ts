/** Paths and queries of GLEIF's API, below its base address. */

export const pageSize = 200

export function recordPath(lei: string): string {
  return `/lei-records/${encodeURIComponent(lei)}`
}

export function modificationsPath(lei: string, page: number): string {
  return `${recordPath(lei)}/field-modifications?${queryOf({ 'page[size]': String(pageSize), 'page[number]': String(page) })}`
}

/** Where registers put a dash. */
const dashes: Readonly<Record<string, readonly [RegExp, string]>> = {
  FI: [/^(\d{7})(\d)$/, '$1-$2'],
  SE: [/^(\d{6})(\d{4})$/, '$1-$2'],
}

/**
 * Ways to ask for a register number of a country, the likeliest first: as the register writes it, then bare, then in the other members that
 * may have it.
 */
export function numberQueries(country: string, number: string): string[] {
  const bare = number.replace(/[^0-9A-Za-z]/g, '')
  const dashed = dashes[country]
  const forms = [...new Set([number, ...(dashed ? [bare.replace(...dashed)] : []), bare, bare.replace(/^0+/, '')])]
  const filters: [string, string][] = [
    ...forms.map((form): [string, string] => ['entity.registeredAs', form]),
    ['registration.validatedAs', number],
    ['fulltext', number],
  ]
  return filters.map(([filter, value]) =>
    queryOf({ [`filter[${filter}]`]: value, 'filter[entity.legalAddress.country]': country, 'page[size]': '10' }),
  )
}

/** Ways to search for a name: by legal name, then by everything that a record says. */
export function searchQueries(name: string, country: string | null, limit: string): string[] {
  const common = { ...(country === null ? {} : { 'filter[entity.legalAddress.country]': country }), 'page[size]': limit }
  return ['filter[entity.legalName]', 'filter[fulltext]'].map((filter) => queryOf({ [filter]: name, ...common }))
}

function queryOf(members: Readonly<Record<string, string>>): string {
  return new URLSearchParams(members).toString()
}
