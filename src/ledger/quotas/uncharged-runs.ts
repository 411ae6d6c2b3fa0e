import type { Cell, Row, SqliteTransaction } from '../../store/store.ts'

/** Whose runs are counted: the payer's and the client address's, separately. */
export interface Runner {
  readonly payer: string
  readonly client: string
}

/** Column of `unchargedRunsOf`. */
export const unchargedRunsColumn = `max(coalesce((SELECT runs FROM uncharged_runs WHERE hour = ? AND subject = ?), 0),
  coalesce((SELECT runs FROM uncharged_runs WHERE hour = ? AND subject = ?), 0)) AS runs`

export function unchargedRunsCells(hour: string, runner: Runner): Cell[] {
  return subjects(runner).flatMap((subject) => [hour, subject])
}

/** The higher of the two counts of the hour. */
export function unchargedRunsOf(row: Row): number {
  return Number(row['runs'])
}

export function unchargedRuns(transaction: SqliteTransaction, hour: string, runner: Runner): number {
  return unchargedRunsOf(transaction.get(`SELECT ${unchargedRunsColumn}`, ...unchargedRunsCells(hour, runner))!)
}

export function countUnchargedRun(transaction: SqliteTransaction, hour: string, runner: Runner): void {
  for (const subject of subjects(runner)) {
    transaction.run(
      'INSERT INTO uncharged_runs (hour, subject, runs) VALUES (?, ?, 1) ON CONFLICT (hour, subject) DO UPDATE SET runs = runs + 1',
      hour,
      subject,
    )
  }
}

function subjects({ payer, client }: Runner): [string, string] {
  return [`payer:${payer}`, `client:${client}`]
}

/** PostgreSQL: the higher of the two counts of the hour. */
export const unchargedRunsSql = `(SELECT coalesce(max(runs), 0) FROM uncharged_runs WHERE hour = :hour AND subject IN ('payer:' || :payer::text, 'client:' || :client::text))`

/**
 * PostgreSQL: counts a run of the payment in `source`, if there is one. Always the address first, so that two statements that count
 * the same pair can't block each other for ever.
 */
export function countRunSql(source: string): string {
  return `INSERT INTO uncharged_runs (hour, subject, runs)
    SELECT :hour::text, who.subject, 1 FROM ${source} e CROSS JOIN LATERAL (VALUES ('client:' || e.client), ('payer:' || e.payer)) AS who (subject)
    ORDER BY who.subject ON CONFLICT (hour, subject) DO UPDATE SET runs = uncharged_runs.runs + 1`
}
