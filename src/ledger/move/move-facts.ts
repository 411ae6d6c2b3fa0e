import type { Query, Unit } from '../../store/store.ts'
import { ledgerFacts, type LedgerFacts, type LedgerMode } from '../ledger-facts.ts'
import { nobody, ofInstances } from '../instances-gone.ts'
import { unfinished } from '../payment-row.ts'
import { movedTables } from './moved-tables.ts'

/** The ledger must not be moved there. */
export class MoveRefused extends Error {
  override readonly name = 'MoveRefused'
}

/**
 * How a move goes on.
 *
 * fresh    nothing of it is there yet
 * resume   what is there of it is as it stands here: nobody has opened the ledger since
 * restart  what is there of it is old
 * moved    it has come to its end before
 */
export type MoveState = 'fresh' | 'resume' | 'restart' | 'moved'

/**
 * @param sold whether the database has payments
 * @throws MoveRefused where it is somebody else's
 */
export function stateOfMove(here: LedgerFacts, there: LedgerFacts, sold: boolean): MoveState {
  const same = here.id !== null && here.id === there.id
  if (there.moving !== null) {
    if (!same) throw new MoveRefused('another ledger is being moved to this database: end that move first, or name another database')
    return there.moving === here.moving ? 'resume' : 'restart'
  }
  if (here.moved) {
    if (!same) throw new MoveRefused('this ledger was moved to another database already')
    return 'moved'
  }
  if (sold) throw new MoveRefused('the database keeps a ledger with payments of its own: name an empty one')
  if (here.mode !== null && there.mode !== null && here.mode !== there.mode)
    throw new MoveRefused(
      `the ledger is of MODE=${here.mode}, and the database of MODE=${there.mode}: play money and real money never share one`,
    )
  return 'fresh'
}

/** In the embedded ledger: it has a name from now on, that one unless it had another. Gives what it knows then. */
export const nameLedger: Unit<{ readonly id: string }, LedgerFacts> = {
  name: 'name_ledger',
  sqlite(transaction, { id }) {
    transaction.run(`INSERT INTO ledger_facts (name, value) VALUES ('id', ?) ON CONFLICT (name) DO NOTHING`, id)
    return ledgerFacts.sqlite(transaction, undefined)
  },
}

/** In the embedded ledger: whoever opens it to sell takes the token away, and with it the worth of the copy. */
export const noteCopy: Unit<{ readonly token: string }, void> = {
  name: 'note_copy',
  sqlite(transaction, { token }) {
    transaction.run(
      `INSERT INTO ledger_facts (name, value) VALUES ('moving', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
      token,
    )
  },
}

/**
 * On PostgreSQL: the ledger is that one from now on, and nobody opens it. False where somebody sold there meanwhile.
 * `token` says which copy it is.
 */
export const beginMove: Unit<{ readonly id: string; readonly token: string; readonly mode: LedgerMode | null }, boolean> = {
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

/** On PostgreSQL: nothing of an earlier copy, or of a service that was tried out there, stays. */
export const emptyTables: Unit<undefined, void> = {
  name: 'empty_tables',
  sqlite: onPostgresOnly,
  postgres: {
    text: `TRUNCATE ${[...movedTables.map(({ name }) => name), 'leases', 'turns'].join(', ')}`,
    values: () => ({}),
    result: () => undefined,
  },
}

/** In the embedded ledger: whoever opens it is sent to PostgreSQL. */
export const markMoved: Unit<{ readonly at: number }, void> = {
  name: 'mark_moved',
  sqlite(transaction, { at }) {
    transaction.run(`INSERT INTO ledger_facts (name, value) VALUES ('moved', ?) ON CONFLICT (name) DO NOTHING`, `${at}`)
  },
}

/** On PostgreSQL: the ledger may be opened. */
export const endMove: Unit<undefined, void> = {
  name: 'end_move',
  sqlite: onPostgresOnly,
  postgres: { text: `DELETE FROM ledger_facts WHERE name = 'moving'`, values: () => ({}), result: () => undefined },
}

/** Until when a service that runs on PostgreSQL says that it does. In milliseconds since the epoch; null where none says so. */
export const servedUntil: Query<{ readonly now: number }, number | null> = {
  name: 'served_until',
  sqlite: onPostgresOnly,
  postgres: {
    text: `SELECT max(until) AS until FROM leases WHERE ${ofInstances} AND owner <> '${nobody}' AND until > :now`,
    values: ({ now }) => ({ now: BigInt(now) }),
    result: ([row]) => (row!['until'] === null ? null : Number(row!['until'])),
  },
}

/** Who had what is unfinished in the embedded ledger. */
export const instancesOfUnfinished: Query<undefined, string[]> = {
  name: 'instances_of_unfinished',
  sqlite: (transaction) =>
    transaction.all(`SELECT DISTINCT instance FROM payments WHERE ${unfinished}`).map((row) => row['instance'] as string),
}

function onPostgresOnly(): never {
  throw new MoveRefused('ledgers are moved to PostgreSQL only')
}
