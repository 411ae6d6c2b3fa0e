import type { Cell, Row } from '../../store/store.ts'
import type { MoveEnds } from './copy-table.ts'
import type { MovedTable } from './moved-tables.ts'
import { rowsInOrder } from './rows-in-order.ts'
import { keyOf, type Key } from './table-forms.ts'
import { inlineAnswerFiles } from './with-bodies.ts'

export interface Difference {
  readonly table: string
  /** The cells of the key, as text. */
  readonly key: readonly string[]
  /** Not on PostgreSQL, only there, or in these columns. */
  readonly what: 'missing' | 'surplus' | readonly string[]
}

export interface TableComparison {
  readonly table: string
  /** Rows that are on both sides and were compared, column by column. */
  readonly compared: number
  /** Rows that differ, or are on one side only. */
  readonly differences: number
  /** The first of the differences. */
  readonly first: readonly Difference[]
  /** Payments whose answer was in a file that is gone. */
  readonly lostAnswers: readonly string[]
}

/** The most differences that are listed. */
const maxListed = 10

/** Reads a table on both sides in the order of its keys, and compares every column of every row. */
export async function compareTable(table: MovedTable, { from, files, to, onRows }: MoveEnds): Promise<TableComparison> {
  const lostAnswers: string[] = []
  const here = rowReader(whole())
  const there = rowReader(rowsInOrder(to, table))
  const first: Difference[] = []
  let compared = 0
  let differences = 0

  async function* whole(): AsyncGenerator<Row[]> {
    for await (const rows of rowsInOrder(from, table)) {
      onRows(rows.length)
      yield* inlineAnswerFiles(rows, files, (id) => lostAnswers.push(id))
    }
  }

  function differs(row: Row, what: Difference['what']): void {
    differences++
    if (first.length < maxListed) first.push({ table: table.name, key: keyOf(table, row).map(String), what })
  }

  const columns = Object.keys(table.columns)
  let [ours, theirs] = [await here(), await there()]
  while (ours || theirs) {
    const order = !ours ? 1 : !theirs ? -1 : compareKeys(keyOf(table, ours), keyOf(table, theirs))
    if (order < 0) differs(ours!, 'missing')
    else if (order > 0) differs(theirs!, 'surplus')
    else {
      compared++
      const wrong = columns.filter((column) => !isSame(ours![column]!, theirs![column]!))
      if (wrong.length > 0) differs(ours!, wrong)
    }
    // A promise for each row would take longer than to compare it.
    if (order <= 0) ours = here.ready() ?? (await here())
    if (order >= 0) theirs = there.ready() ?? (await there())
  }
  return { table: table.name, compared, differences, first, lostAnswers }
}

interface RowReader {
  (): Promise<Row | undefined>
  /** The next row, where it has already been read. */
  ready(): Row | undefined
}

function rowReader(slices: AsyncGenerator<Row[]>): RowReader {
  let slice: readonly Row[] = []
  let position = 0
  const ready = () => slice[position++]
  const read = async () => {
    const { value, done } = await slices.next()
    if (done) return undefined
    slice = value
    position = 0
    return ready()
  }
  return Object.assign(read, { ready })
}

function isSame(a: Cell, b: Cell): boolean {
  if (a instanceof Uint8Array) return b instanceof Uint8Array && Buffer.compare(a, b) === 0
  return a === b
}

/** As both engines order them: integers by size, text by its bytes. */
function compareKeys(a: Key, b: Key): number {
  const index = a.findIndex((cell, index) => cell !== b[index])
  if (index < 0) return 0
  const [one, other] = [a[index]!, b[index]!]
  if (typeof one === 'bigint') return one < (other as bigint) ? -1 : 1
  return Buffer.compare(Buffer.from(one as string), Buffer.from(other as string))
}
