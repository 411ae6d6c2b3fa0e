import { Problem } from '../../shared/problems.ts'

const maxParameters = 50

/** The query as one string per name. @throws Problem invalid_input when a name comes twice or there are too many. */
export function readQuery(search: URLSearchParams): Record<string, string> {
  const query = Object.create(null) as Record<string, string>
  let count = 0
  for (const [name, value] of search) {
    count += 1
    if (count > maxParameters) throw new Problem('invalid_input', `More than ${maxParameters} query parameters.`, { field: 'query' })
    if (name in query) {
      throw new Problem('invalid_input', `query.${name.slice(0, 50)} was given twice.`, {
        field: `query.${name.slice(0, 50)}`,
        expected: 'one value',
      })
    }
    query[name] = value
  }
  return query
}

/** @throws Problem invalid_idempotency_key */
export function readIdempotencyKey(value: string | null): string | null {
  if (value === null) return null
  if (!/^[A-Za-z0-9_-]{8,128}$/.test(value)) {
    throw new Problem('invalid_idempotency_key', 'The Idempotency-Key has an invalid form.', {
      field: 'Idempotency-Key',
      expected: '8 to 128 characters of A-Z, a-z, 0-9, "_" and "-"',
    })
  }
  return value
}
