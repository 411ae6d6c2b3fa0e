import type { Query, Row, Unit } from '../../store/store.ts'
import { instanceLeaseName, isInstanceLease } from '../leases/ended-instances.ts'

/** What a database server says of itself, and what the ledger on it says of the server that it was on. */
export interface ServerIdentity {
  /** `system/timeline`. A standby that is promoted begins a new timeline. Null where the server does not say. */
  readonly server: string | null
  /** The one that the ledger was on when it was last looked at. */
  readonly noted: NotedServer | null
  /** The newest moment of which the ledger has a trace: what was committed before it is there. Milliseconds since the epoch; 0 where there is none. */
  readonly knownUntil: number
  /** Until when the ledger has the lease of this instance; null where it has none. */
  readonly ownLeaseUntil: number | null
}

export interface NotedServer {
  readonly server: string
  /** What was written before this was on it from the beginning. What was written later, on the server before it, may be lost. */
  readonly since: number
}

/** Of the whole database, so no longer lease may count. */
const longestLeaseMs = 10_000
const noted = `(SELECT value FROM ledger_facts WHERE name = 'server')`
const own = `(SELECT until FROM leases WHERE name = :own)`
/** The lease of health is written with the moment of writing, those of instances with a moment ten seconds ahead. */
const known = `(SELECT max(until) FROM (SELECT until FROM leases WHERE name = 'health'
  UNION ALL SELECT until - ${longestLeaseMs} FROM leases WHERE ${isInstanceLease}) AS written)`
const server = `(SELECT system_identifier::text FROM pg_control_system()) || '/' ||
  CASE WHEN pg_is_in_recovery() THEN 'standby' ELSE substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) END`

const textWith = (identity: string) => `SELECT ${identity} AS server, ${noted} AS noted, ${own} AS own_until, ${known} AS known_until`

function form(text: string): NonNullable<Query<string, ServerIdentity>['postgres']> {
  return { text, values: (instance) => ({ own: instanceLeaseName(instance) }), result: ([row]) => identityOf(row!) }
}

const onSqlite = () => ({ server: null, noted: null, knownUntil: 0, ownLeaseUntil: null })

/** Asked by an instance, by its name. Every role may ask that of an ordinary PostgreSQL. */
export const serverIdentity: Query<string, ServerIdentity> = { name: 'server_identity', sqlite: onSqlite, postgres: form(textWith(server)) }

/** The same where the server has no such functions, or does not let us call them: only the leases show whether it lost anything. */
export const leasesOnServer: Query<string, ServerIdentity> = {
  name: 'leases_on_server',
  sqlite: onSqlite,
  postgres: form(textWith('NULL::text')),
}

function identityOf(row: Row): ServerIdentity {
  const [, noted = null, since = '0'] = /^(\S+) (\d+)$/.exec((row['noted'] as string | null) ?? '') ?? []
  const number = (name: string) => (row[name] === null ? null : Number(row[name]))
  return {
    server: row['server'] as string | null,
    noted: noted === null ? null : { server: noted, since: Number(since) },
    knownUntil: number('known_until') ?? 0,
    ownLeaseUntil: number('own_until'),
  }
}

export interface NoteServerInput extends NotedServer {
  /** What was noted before; null where nothing was. */
  readonly before: string | null
  /** Whether what was written since then may be lost, so that the ledger has to be compared with the chains. */
  readonly lost: boolean
}

/** Notes the server that the ledger is on. Where another instance has just done it, nothing is changed. */
export const noteServer: Unit<NoteServerInput, void> = {
  name: 'note_server',
  sqlite: () => undefined,
  postgres: {
    text: `WITH changed AS (
        INSERT INTO ledger_facts (name, value) VALUES ('server', :server::text || ' ' || :since::int8)
        ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE split_part(ledger_facts.value, ' ', 1) = :before::text
        RETURNING name
      ) INSERT INTO ledger_facts (name, value) SELECT 'restored', (:since::int8)::text FROM changed WHERE :lost::int8 = 1
        ON CONFLICT (name) DO UPDATE SET value = least(ledger_facts.value::int8, excluded.value::int8)::text`,
    values: ({ server: name, since, before, lost }) => ({ server: name, since: BigInt(since), before, lost: lost ? 1n : 0n }),
    result: () => undefined,
  },
}
