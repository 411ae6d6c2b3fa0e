import type pg from 'pg'

/** What a PostgreSQL server has done since its start. */
export interface DatabaseCounters {
  readonly statements: number
  readonly commits: number
  readonly inserted: number
  readonly updated: number
  /** Updates that changed no index. */
  readonly updatedInPlace: number
  readonly deleted: number
  readonly walBytes: number
  /** Whole pages in the log: the first change of a page after a checkpoint writes the whole page. */
  readonly walPages: number
}

/** Needs `pg_stat_statements`. The work of a session is counted when the session has ended. */
export async function databaseCounters(client: pg.ClientBase): Promise<DatabaseCounters> {
  await client.query('SELECT pg_stat_clear_snapshot()')
  const { rows } = await client.query<Record<keyof DatabaseCounters, string>>(`SELECT
    (SELECT sum(calls) FROM pg_stat_statements WHERE dbid = d.oid AND query !~ 'pg_stat|CHECKPOINT|VACUUM') AS statements,
    s.xact_commit AS commits, t.*, w.wal_bytes AS "walBytes", w.wal_fpi AS "walPages"
    FROM pg_database d JOIN pg_stat_database s ON s.datid = d.oid, pg_stat_wal w,
      (SELECT sum(n_tup_ins) AS inserted, sum(n_tup_upd) AS updated, sum(n_tup_hot_upd) AS "updatedInPlace", sum(n_tup_del) AS deleted FROM pg_stat_user_tables) t
    WHERE d.datname = current_database()`)
  return Object.fromEntries(Object.entries(rows[0]!).map(([name, value]) => [name, Number(value)])) as unknown as DatabaseCounters
}

export function since(after: DatabaseCounters, before: DatabaseCounters): DatabaseCounters {
  const names = Object.keys(after) as (keyof DatabaseCounters)[]
  return Object.fromEntries(names.map((name) => [name, after[name] - before[name]])) as unknown as DatabaseCounters
}

/** Bytes of tables, and of their indexes. */
export async function sizeOf(
  client: pg.ClientBase,
  tables: readonly string[],
): Promise<{ readonly rows: number; readonly indexes: number }> {
  const { rows } = await client.query<{ rows: string; indexes: string }>(
    `SELECT sum(pg_table_size(name::regclass)) AS rows, sum(pg_indexes_size(name::regclass)) AS indexes FROM unnest($1::text[]) AS t (name)`,
    [tables],
  )
  return { rows: Number(rows[0]!.rows), indexes: Number(rows[0]!.indexes) }
}
