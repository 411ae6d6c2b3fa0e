import type { Store } from '../../store/store.ts'
import type { AnswerFiles } from '../answer-files.ts'
import type { MovedTable } from './moved-tables.ts'
import { rowsInOrder } from './rows-in-order.ts'
import { formsOf } from './table-forms.ts'
import { withBodies } from './with-bodies.ts'

/** The two ends of a move, and who hears how it goes. */
export interface MoveEnds {
  /** The embedded engine. */
  readonly from: Store
  readonly files: AnswerFiles
  /** PostgreSQL. */
  readonly to: Store
  /** Told how many rows more of a table are done. */
  readonly passed: (rows: number) => void
}

/**
 * Copies what is not there yet, in the order of keys: whatever is there of a copy that broke off is all up to its last key. The next
 * rows are read while some are written. Gives how many it wrote.
 */
export async function copyTable(table: MovedTable, { from, files, to, passed }: MoveEnds): Promise<number> {
  const { lastKey, insert, numberOn } = formsOf(table)
  const last = await to.read(lastKey, undefined)
  let written = 0
  let writing: Promise<void> = Promise.resolve()
  for await (const rows of rowsInOrder(from, table, last)) {
    for await (const part of withBodies(rows, files, () => passed(1))) {
      await writing
      writing = to.write(insert, part).then(() => passed(part.length))
      // Heard of at the next part, or below.
      writing.catch(() => {})
      written += part.length
    }
  }
  await writing
  if (numberOn) await to.write(numberOn, undefined)
  return written
}
