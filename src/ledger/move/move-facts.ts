import type { Mode } from '../../shared/mode.ts'
import type { Query, Unit } from '../../store/store.ts'
import { ledgerIdentity, type LedgerIdentity } from '../opening/ledger-identity.ts'
import { noOwner, isInstanceLease } from '../leases/ended-instances.ts'
import { unfinished } from '../payments/payment-row.ts'
import { movedTables } from './moved-tables.ts'

/** The ledger must not be moved to that database. */
export class MoveRefused extends Error {
  override readonly name = 'MoveRefused'
}

/**
 * How a move goes on.
 *
 * fresh    nothing has been copied
 * resume   the rows that were copied are still the same here, since no service has opened the ledger
 * restart  the rows that were copied are out of date
 * moved    the move was finished before
 */
export type MoveState = 'fresh' | 'resume' | 'restart' | 'moved'

/**
 * @param sold whether the database has payments
 * @throws MoveRefused where the database belongs to another ledger
 */
export function moveState(here: LedgerIdentity, there: LedgerIdentity, sold: boolean): MoveState {
  const same = here.id !== null && here.id === there.id
  if (there.moving !== null) {
    if (!same) throw new MoveRefused('another ledger is being moved to this database: finish that move first, or give another database')
    return there.moving === here.moving ? 'resume' : 'restart'
  }
  if (here.moved) {
    if (!same) throw new MoveRefused('this ledger was already moved to another database')
    return 'moved'
  }
  if (sold) throw new MoveRefused('the database has a ledger with payments of its own: give an empty database')
  if (here.mode !== null && there.mode !== null && here.mode !== there.mode)
    throw new MoveRefused(
      `the ledger is of MODE=${here.mode}, and the database of MODE=${there.mode}: play money and real money never share a ledger`,
    )
  return 'fresh'
}

/** In the embedded ledger: sets its id, unless it has one. Returns what it knows then. */
export const assignLedgerId: Unit<{ readonly id: string }, LedgerIdentity> = {
  name: 'name_ledger',
  sqlite(transaction, { id }) {
    transaction.run(`INSERT INTO ledger_facts (name, value) VALUES ('id', ?) ON CONFLICT (name) DO NOTHING`, id)
    return ledgerIdentity.sqlite(transaction, undefined)
  },
}

/** In the embedded ledger: sets the token of the copy. A service that opens the ledger to sell removes the token, which makes the copy out of date. */
export const setCopyToken: Unit<{ readonly token: string }, void> = {
  name: 'note_copy',
  sqlite(transaction, { token }) {
    transaction.run(
      `INSERT INTO ledger_facts (name, value) VALUES ('moving', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
      token,
    )
  },
}

/**
 * On PostgreSQL: gives the ledger its id, and keeps services from opening it. False where payments have been made there since.
 * `token` identifies the copy.
 */
export const beginMove: Unit<{ readonly id: string; readonly token: string; readonly mode: Mode | null }, boolean> = {
  name: 'begin_move',
  sqlite: onPostgresOnly,
  postgres: {
    text: `WITH begun AS (
        INSERT INTO ledger_facts (name, value)
        SELECT fact.name, fact.value FROM (VALUES (1, 'mode', :mode::text), (2, 'id', :id::text), (3, 'moving', :token::text)) AS fact (position, name, value)
        WHERE fact.value IS NOT NULL AND NOT EXISTS (SELECT 1 FROM payments) AND NOT EXISTS (SELECT 1 FROM payments_archive)
        ORDER BY fact.position
        ON CONFLICT (name) DO UPDATE SET value = excluded.value RETURNING name
      ), unsaid AS (
        DELETE FROM ledger_facts WHERE name = 'mode' AND :mode::text IS NULL
      ) SELECT name FROM begun`,
    values: ({ id, token, mode }) => ({ id, token, mode }),
    result: (rows) => rows.length > 0,
  },
}

/** On PostgreSQL: removes all rows of an earlier copy, or of a service that was tried out there. */
export const emptyTables: Unit<undefined, void> = {
  name: 'empty_tables',
  sqlite: onPostgresOnly,
  postgres: {
    text: `TRUNCATE ${[...movedTables.map(({ name }) => name), 'leases', 'turns'].join(', ')}`,
    values: () => ({}),
    result: () => undefined,
  },
}

/** In the embedded ledger: from now on a service that opens it is refused, and told that it is on PostgreSQL. */
export const markMoved: Unit<{ readonly at: number }, void> = {
  name: 'mark_moved',
  sqlite(transaction, { at }) {
    transaction.run(`INSERT INTO ledger_facts (name, value) VALUES ('moved', ?) ON CONFLICT (name) DO NOTHING`, `${at}`)
  },
}

/** On PostgreSQL: from now on services may open the ledger. */
export const endMove: Unit<undefined, void> = {
  name: 'end_move',
  sqlite: onPostgresOnly,
  postgres: { text: `DELETE FROM ledger_facts WHERE name = 'moving'`, values: () => ({}), result: () => undefined },
}

/** When the lease of the last service that runs on PostgreSQL ends, in milliseconds since the epoch; null where none runs. */
export const serviceLeasedUntil: Query<{ readonly now: number }, number | null> = {
  name: 'served_until',
  sqlite: onPostgresOnly,
  postgres: {
    text: `SELECT max(until) AS until FROM leases WHERE ${isInstanceLease} AND owner <> '${noOwner}' AND until > :now`,
    values: ({ now }) => ({ now: BigInt(now) }),
    result: ([row]) => (row!['until'] === null ? null : Number(row!['until'])),
  },
}

/** The instances that own unfinished payments. */
export const instancesOfUnfinished: Query<undefined, string[]> = {
  name: 'instances_of_unfinished',
  sqlite: (transaction) =>
    transaction.all(`SELECT DISTINCT instance FROM payments WHERE ${unfinished}`).map((row) => row['instance'] as string),
  postgres: {
    text: `SELECT DISTINCT instance FROM payments WHERE ${unfinished} OR (state = 'running' AND timing = 'first')`,
    values: () => ({}),
    result: (rows) => rows.map((row) => row['instance'] as string),
  },
}

function onPostgresOnly(): never {
  throw new MoveRefused('ledgers are moved to PostgreSQL only')
}
