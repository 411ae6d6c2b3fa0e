/** A query for notices: what is cached for it is shared by all callers that ask for the same. */
export interface TenderQuery {
  /** ISO 3166-1 alpha-3 code of the buyer's country; null for every country. */
  readonly country: string | null
  /** Prefixes in the form of `cpvPrefixes`, at least one. */
  readonly cpv: readonly string[]
  /** The first day of publication, YYYY-MM-DD. */
  readonly from: string
}

/**
 * The query in TED's expert syntax. It is sorted by publication number, since many notices share a date, and pages sorted by date
 * lose some. Each code has a clause of its own: `IN` with several values has two spellings in use.
 */
export function expertQuery({ country, cpv, from }: TenderQuery): string {
  const codes = cpv.map((prefix) => `classification-cpv IN (${prefix.length === 8 ? prefix : `${prefix}*`})`)
  const clauses = [
    ...(country === null ? [] : [`buyer-country IN (${country})`]),
    codes.join(' OR '),
    `publication-date >= ${from.replaceAll('-', '')}`,
  ]
  return `${clauses.map((clause) => `(${clause})`).join(' AND ')} SORT BY publication-number DESC`
}
