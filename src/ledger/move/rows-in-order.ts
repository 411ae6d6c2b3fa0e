import type { Row, Store } from '../../store/store.ts'
import type { MovedTable } from './moved-tables.ts'
import { formsOf, keyOf, type Key } from './table-forms.ts'

/** What the bytes of one slice may be together, if its rows are like those of the one before. */
const sliceBytes = 2 * 1024 * 1024

/** The rows of a table in the order of their keys, in slices; the next one is on its way while one is looked at. */
export async function* rowsInOrder(store: Store, table: MovedTable, after?: Key): AsyncGenerator<Row[]> {
  const { firstRows, rowsAfter } = formsOf(table)
  let limit = table.slice
  let coming = after === undefined ? store.read(firstRows, { limit }) : store.read(rowsAfter, { after, limit })
  for (;;) {
    const rows = await coming
    if (rows.length < limit) {
      if (rows.length > 0) yield rows
      return
    }
    limit = limitAfter(rows, table.slice)
    coming = store.read(rowsAfter, { after: keyOf(table, rows.at(-1)!), limit })
    // Whoever looks no further does not hear of it; whoever does, hears of it above.
    coming.catch(() => {})
    yield rows
  }
}

function limitAfter(rows: readonly Row[], most: number): number {
  const bytes = rows.reduce((sum, row) => sum + bytesOf(row), 0)
  if (bytes === 0) return most
  return Math.max(1, Math.min(most, Math.floor((rows.length * sliceBytes) / bytes)))
}

/** Of its bytes and long texts; the rest of a row is small. */
export function bytesOf(row: Row): number {
  const body = row['body'] ?? row['raw']
  return body instanceof Uint8Array ? body.byteLength : 0
}
