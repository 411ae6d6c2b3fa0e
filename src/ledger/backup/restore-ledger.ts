import type { Random } from '../../shared/random.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Query, Row, Store } from '../../store/store.ts'
import { totals } from '../housekeeping/totals.ts'
import { beginMove, emptyTables, serviceLeasedUntil } from '../move/move-facts.ts'
import { movedTables, type MovedTable } from '../move/moved-tables.ts'
import { formsOf } from '../move/table-forms.ts'
import { ledgerIdentity } from '../opening/ledger-identity.ts'
import { BackupRefused, type BackupHeader } from './backup-format.ts'
import { readBackup, type ReadBackup } from './read-backup.ts'
import { markRestored } from './restore-facts.ts'
import { isSameSums, sumsOf } from './sums.ts'

/** This place must not be written to: a ledger is there, or a service uses it. */
export class RestoreRefused extends Error {
  override readonly name = 'RestoreRefused'
}

/** Stands before the token of a PostgreSQL ledger while rows are written to it. A service does not open such a ledger. */
const tokenPrefix = 'restore:'

const schemaVersion: Query<undefined, number> = {
  name: 'schema_version',
  sqlite: (transaction) => Number(transaction.get('SELECT max(version) AS version FROM schema_migrations')!['version']),
  postgres: {
    text: 'SELECT max(version) AS version FROM schema_migrations',
    values: () => ({}),
    result: ([row]) => Number(row!['version']),
  },
}

/** Rows go only into a database with the schema that they come from. @throws BackupRefused */
export async function requireSchema(store: Pick<Store, 'read'>, { schema, version }: BackupHeader): Promise<void> {
  const here = await store.read(schemaVersion, undefined)
  if (here !== schema)
    throw new BackupRefused(
      `its schema has ${schema} steps and that of this version has ${here}: restore it with farthing ${version}, then start this version, which brings the schema up to date`,
    )
}

/** @throws RestoreRefused where payments are there */
export async function requireEmpty(store: Pick<Store, 'read'>, place: string): Promise<void> {
  for (const table of movedTables) {
    if (table.name !== 'payments' && table.name !== 'payments_archive') continue
    if ((await store.read(formsOf(table).count, undefined)) > 0n)
      throw new RestoreRefused(`${place} has a ledger with payments: give an empty place; nothing was changed`)
  }
}

/**
 * Makes a database on PostgreSQL ready for rows, and keeps services from opening it. What an interrupted restore left is removed.
 * @throws RestoreRefused where it has payments, or where a service runs on it
 */
export async function beginRestore(
  store: Store,
  { ledger }: BackupHeader,
  { clock, random }: { readonly clock: Clock; readonly random: Random },
): Promise<void> {
  const until = await store.read(serviceLeasedUntil, { now: clock.now() })
  if (until !== null)
    throw new RestoreRefused(
      `a service runs on this database, or was killed a moment ago: stop it, and try again after ${new Date(until).toISOString()}`,
    )
  const { moving } = await store.read(ledgerIdentity, undefined)
  if (moving !== null && !moving.startsWith(tokenPrefix))
    throw new RestoreRefused('a ledger is being moved to this database: finish farthing migrate, or give another database')
  if (moving === null) await requireEmpty(store, 'the database')
  else await store.write(emptyTables, undefined)
  const token = tokenPrefix + Buffer.from(random.bytes(16)).toString('hex')
  const begun = await store.write(beginMove, { id: ledger.id ?? 'none', token, mode: ledger.mode })
  if (!begun) throw new RestoreRefused('a service sells with the ledger of this database: give an empty database')
  await store.write(emptyTables, undefined)
}

/**
 * Writes a backup into an empty database, compares what is there then with what the backup says of itself, and marks the ledger as restored.
 * @throws BackupRefused, StoreFailed; then the ledger is not complete, and no service opens it
 */
export async function restoreRows(
  store: Store,
  lines: AsyncIterable<string>,
  onRows: (table: string, rows: number) => void,
): Promise<ReadBackup> {
  const read = await readBackup(lines, async (table: MovedTable, rows: Row[]) => {
    await store.write(formsOf(table).insert, rows)
    onRows(table.name, rows.length)
  })
  for (const table of movedTables) {
    const { advanceSequence, count } = formsOf(table)
    const stored = Number(await store.read(count, undefined))
    const expected =
      read.header.tables.find(({ name }) => name === table.name)!.rows - (table.name === 'answers' ? read.end.lostAnswers : 0)
    if (stored !== expected) throw new BackupRefused(`${table.name} has ${stored} rows after the restore, and the backup has ${expected}`)
    if (advanceSequence) await store.write(advanceSequence, undefined)
  }
  if (!isSameSums(read.end.sums, sumsOf(await store.read(totals, undefined))))
    throw new BackupRefused('the sums of the payments after the restore are not those of the backup')
  await store.write(markRestored, { ...read.header.ledger, from: read.header.takenAt })
  return read
}
