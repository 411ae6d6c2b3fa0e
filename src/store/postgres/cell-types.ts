import type pg from 'pg'

/** Types by their number in the catalog of every PostgreSQL: int8, int2, int4, numeric. */
const integers = new Set([20, 21, 23, 1700])
const bytes = 17

/** Reads columns as cells: integers as bigint, whatever their width, and bytes without Node's Buffer; all else is text. */
export const cellTypes: pg.CustomTypesConfig = {
  getTypeParser(type: number, format?: string) {
    if (format === 'binary') throw new TypeError('rows come as text')
    if (integers.has(type)) return (text: string) => BigInt(text)
    if (type === bytes) return (text: string) => Uint8Array.from(Buffer.from(text.slice(2), 'hex'))
    return (text: string) => text
  },
}
