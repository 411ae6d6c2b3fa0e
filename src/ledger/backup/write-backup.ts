import { createHash } from 'node:crypto'
import type { Snapshot } from '../../store/store.ts'
import type { AnswerFiles } from '../answers/answer-files.ts'
import { totals } from '../housekeeping/totals.ts'
import { movedTables } from '../move/moved-tables.ts'
import { rowsInOrder } from '../move/rows-in-order.ts'
import { formsOf } from '../move/table-forms.ts'
import { inlineAnswerFiles } from '../move/with-bodies.ts'
import { ledgerIdentity } from '../opening/ledger-identity.ts'
import { backupFormat, BackupRefused, line, rowsLine, type BackupEnd, type BackupEngine, type BackupHeader } from './backup-format.ts'
import { sumsOf } from './sums.ts'

export interface BackupParts {
  readonly snapshot: Snapshot
  readonly engine: BackupEngine
  readonly files: AnswerFiles
  /** A moment before the snapshot was opened. */
  readonly takenAt: number
  readonly version: string
  /** Called with the header, before any rows. */
  readonly onStart: (header: BackupHeader) => void
  /** Called with the number of further rows of a table that are done. */
  readonly onRows: (table: string, rows: number) => void
}

/**
 * A ledger as lines of text, which are the same for both engines: a header, the rows of each table in the order of their keys, and an end that
 * says how many they were and what they add up to. Leases are not in it, nor anything that is found out again.
 * @throws BackupRefused where there is no whole ledger here; StoreFailed
 */
export async function* backupLines(parts: BackupParts): AsyncGenerator<string, BackupEnd> {
  const { snapshot, files, onRows } = parts
  const digest = createHash('sha256')
  const digested = (text: string) => {
    digest.update(text)
    return text
  }
  const header = await headerOf(parts)
  parts.onStart(header)
  yield digested(line(header))
  let written = 0
  let lostAnswers = 0
  for (const table of movedTables) {
    for await (const rows of rowsInOrder(snapshot, table)) {
      for await (const part of inlineAnswerFiles(rows, files, () => lostAnswers++)) {
        yield digested(rowsLine(table, part))
        written += part.length
      }
      onRows(table.name, rows.length)
    }
  }
  const end: BackupEnd = {
    end: true,
    rows: written,
    sums: sumsOf(await snapshot.read(totals, undefined)),
    lostAnswers,
    sha256: digest.digest('hex'),
  }
  yield line(end)
  return end
}

async function headerOf({ snapshot, engine, takenAt, version }: BackupParts): Promise<BackupHeader> {
  const { id, mode, moved, moving } = await snapshot.read(ledgerIdentity, undefined)
  if (moved) throw new BackupRefused('the ledger of this directory was moved to PostgreSQL: set DATABASE_URL to back it up')
  if (moving !== null && engine === 'postgres')
    throw new BackupRefused('the ledger in DATABASE_URL is not complete: rows are being moved or restored there')
  const tables: BackupHeader['tables'][number][] = []
  for (const table of movedTables) {
    const rows = Number(await snapshot.read(formsOf(table).count, undefined))
    tables.push({ name: table.name, columns: Object.keys(table.columns), rows })
  }
  return { farthing: 'backup', format: backupFormat, version, takenAt, engine, ledger: { id, mode }, schema: snapshot.schema, tables }
}
