import { createHash } from 'node:crypto'
import type { Row } from '../../store/store.ts'
import { movedTables, type MovedTable } from '../move/moved-tables.ts'
import { backupFormat, BackupRefused, parse, rowsOfLine, type BackupEnd, type BackupHeader } from './backup-format.ts'

/** A backup that was read to its end: it is whole, and nothing of it was changed. */
export interface ReadBackup {
  readonly header: BackupHeader
  readonly end: BackupEnd
}

/**
 * Reads a backup, and checks it: the digest over all of it, the number of rows of each table, and the end.
 * @param lines of the uncompressed text, without their line breaks
 * @param onRows gets the rows of each line in their order. Only when this function returns is it known that they are right.
 * @throws BackupRefused
 */
export async function readBackup(
  lines: AsyncIterable<string>,
  onRows: (table: MovedTable, rows: Row[], header: BackupHeader) => Promise<void> | void,
): Promise<ReadBackup> {
  const digest = createHash('sha256')
  const counted = new Map<string, number>()
  let header: BackupHeader | undefined
  let end: BackupEnd | undefined
  for await (const text of lines) {
    if (end) throw new BackupRefused('there is more behind its end')
    if (header && text.startsWith('{')) {
      end = readEnd(text, digest.copy().digest('hex'))
      continue
    }
    digest.update(text)
    digest.update('\n')
    if (!header) {
      header = readHeader(text)
      continue
    }
    const { table, rows } = rowsOfLine(text)
    counted.set(table.name, (counted.get(table.name) ?? 0) + rows.length)
    await onRows(table, rows, header)
  }
  if (!header) throw new BackupRefused('it is empty')
  if (!end) throw new BackupRefused('it is not whole: its end is missing')
  checkCounts(header, end, counted)
  return { header, end }
}

function readHeader(text: string): BackupHeader {
  const header = parse(text) as Partial<BackupHeader> | null
  if (header?.farthing !== 'backup') throw new BackupRefused('it is not a backup of farthing')
  if (header.format !== backupFormat)
    throw new BackupRefused(
      `its format is ${String(header.format)}, and this version reads ${backupFormat}: use version ${String(header.version)}`,
    )
  const known = movedTables.map(({ name, columns }) => `${name} ${Object.keys(columns).join(' ')}`).join('\n')
  const given = (header.tables ?? []).map(({ name, columns }) => `${name} ${columns.join(' ')}`).join('\n')
  if (known !== given)
    throw new BackupRefused(
      `its tables are those of version ${String(header.version)}: restore it with that version, then start this one, which brings the schema up to date`,
    )
  return header as BackupHeader
}

function readEnd(text: string, digest: string): BackupEnd {
  const end = parse(text) as Partial<BackupEnd>
  if (end.end !== true) throw new BackupRefused('its end is not one of a backup')
  if (end.sha256 !== digest) throw new BackupRefused('it was changed or damaged: its digest is another one')
  return end as BackupEnd
}

/** Answers that were lost are counted in the header, since their rows are there. */
function checkCounts({ tables }: BackupHeader, { rows, lostAnswers }: BackupEnd, counted: ReadonlyMap<string, number>): void {
  let all = 0
  for (const table of tables) {
    const found = counted.get(table.name) ?? 0
    const expected = table.rows - (table.name === 'answers' ? lostAnswers : 0)
    if (found !== expected) throw new BackupRefused(`${table.name} has ${found} rows in it, and its header says ${expected}`)
    all += found
  }
  if (all !== rows) throw new BackupRefused(`it has ${all} rows, and its end says ${rows}`)
}
