import type { Cell, Row, SqliteTransaction } from '../store/store.ts'

/** Who is counted: the payer and the client address, each for itself. */
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
