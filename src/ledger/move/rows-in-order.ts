import type { Row, Store } from '../../store/store.ts'
import type { MovedTable } from './moved-tables.ts'
import { formsOf, keyOf, type Key } from './table-forms.ts'

/** The most bytes of one slice, if its rows are like those of the slice before. */
const sliceBytes = 2 * 1024 * 1024

/** The rows of a table in the order of their keys, in slices. The next slice is being read while the caller works on one. */
export async function* rowsInOrder(store: Pick<Store, 'read'>, table: MovedTable, after?: Key): AsyncGenerator<Row[]> {
  const { firstRows, rowsAfter } = formsOf(table)
  let limit = table.slice
  let next = after === undefined ? store.read(firstRows, { limit }) : store.read(rowsAfter, { after, limit })
  for (;;) {
    const rows = await next
    if (rows.length < limit) {
      if (rows.length > 0) yield rows
      return
    }
    limit = limitAfter(rows, table.slice)
    next = store.read(rowsAfter, { after: keyOf(table, rows.at(-1)!), limit })
    // A failure is thrown above, if the caller asks for this slice.
    next.catch(() => {})
    yield rows
  }
}

function limitAfter(rows: readonly Row[], max: number): number {
  const bytes = rows.reduce((sum, row) => sum + bytesOf(row), 0)
  if (bytes === 0) return max
  return Math.max(1, Math.min(max, Math.floor((rows.length * sliceBytes) / bytes)))
}

/** The bytes of a row's body; the rest of a row is small. */
export function bytesOf(row: Row): number {
  const body = row['body'] ?? row['raw']
  return body instanceof Uint8Array ? body.byteLength : 0
}
