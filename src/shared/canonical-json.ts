export type Json = null | boolean | number | string | Json[] | { [member: string]: Json }

/**
 * One text for one JSON value: members sorted by UTF-16 code units, no blanks, numbers and strings as
 * JSON.stringify writes them (RFC 8785). `undefined` members are left out; bigint becomes its decimal string.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'bigint') return JSON.stringify(value.toString())
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  const members: string[] = []
  for (const name of Object.keys(value).sort()) {
    const member = (value as Record<string, unknown>)[name]
    if (member !== undefined) members.push(`${JSON.stringify(name)}:${canonicalJson(member)}`)
  }
  return `{${members.join(',')}}`
}
