import type { Store } from '../../store/store.ts'
import type { AnswerFiles } from '../answers/answer-files.ts'
import type { MovedTable } from './moved-tables.ts'
import { rowsInOrder } from './rows-in-order.ts'
import { formsOf } from './table-forms.ts'
import { inlineAnswerFiles } from './with-bodies.ts'

/** The two ledgers of a move, and who is called with its progress. */
export interface MoveEnds {
  /** The embedded engine. */
  readonly from: Store
  readonly files: AnswerFiles
  /** PostgreSQL. */
  readonly to: Store
  /** Called with the number of further rows that are done. */
  readonly onRows: (rows: number) => void
}

/**
 * Copies the rows that are missing there, in the order of their keys: a copy that was interrupted has all rows up to its last key.
 * The next rows are read while some are written. Returns how many it wrote.
 */
export async function copyTable(table: MovedTable, { from, files, to, onRows }: MoveEnds): Promise<number> {
  const { lastKey, insert, advanceSequence: numberOn } = formsOf(table)
  const last = await to.read(lastKey, undefined)
  let written = 0
  let writing: Promise<void> = Promise.resolve()
  for await (const rows of rowsInOrder(from, table, last)) {
    for await (const part of inlineAnswerFiles(rows, files, () => onRows(1))) {
      await writing
      writing = to.write(insert, part).then(() => onRows(part.length))
      // A failure is thrown at the next part, or below.
      writing.catch(() => {})
      written += part.length
    }
  }
  await writing
  if (numberOn) await to.write(numberOn, undefined)
  return written
}
