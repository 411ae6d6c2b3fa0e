import type { Cell, Query, Row, SqliteTransaction, Unit } from '../../store/store.ts'
import type { Payment } from '../payments/payment.ts'

/** The most runs of an hour that may end without a charge. */
export interface UnchargedRunLimits {
  /** UTC. */
  readonly hour: string
  readonly perPayer: number
  readonly perClient: number
  /** Refused settlements of contract payers that have settled nothing before. */
  readonly contractsPerClient: number
  /** Claims of the client address that are under way at this instance. */
  readonly clientUnderWay: number
  /** What this instance saw the payer settle. The history of the ledger has some of it already, so the higher figure counts. */
  readonly settledHere: number
}

/** Runs of this hour that ended without a charge, by whom they are counted. */
export interface UnchargedRuns {
  readonly payer: number
  readonly client: number
  /** Settlements of contract payers that were refused, by client address. */
  readonly contract: number
}

/** A run that counts, and how. */
export interface CountedRun {
  /** UTC. */
  readonly hour: string
  /** Seconds of work that it took, one at least. A client may have as many of them in an hour as it may have short runs. */
  readonly seconds: number
}

/** Whose limit a claim has reached. */
export type LimitedBy = keyof UnchargedRuns

/** What is known of whoever asks for a run. */
export interface Runner {
  /** Its payments that are under way: each of them may still end without a charge. */
  readonly underWay: number
  /** What it has settled before. */
  readonly settled: number
  /** Whether its payer has proven itself. A bare transaction hash proves nothing, so its payer is not held to anything. */
  readonly proven: boolean
  /** Whether its payer is a contract. */
  readonly contract: boolean
}

const runsOf = `coalesce((SELECT runs FROM uncharged_runs WHERE hour = ? AND subject = ?), 0)`

/** Columns of `unchargedRunsOf`. */
export const unchargedRunsColumns = `${runsOf} AS payer_runs, ${runsOf} AS client_runs, ${runsOf} AS contract_runs`

export function unchargedRunsCells(hour: string, payer: string, client: string): Cell[] {
  return [hour, `payer:${payer}`, hour, `client:${client}`, hour, `contract:${client}`]
}

export function unchargedRunsOf(row: Row): UnchargedRuns {
  return { payer: Number(row['payer_runs']), client: Number(row['client_runs']), contract: Number(row['contract_runs']) }
}

export function readUnchargedRuns(transaction: SqliteTransaction, hour: string, payer: string, client: string): UnchargedRuns {
  return unchargedRunsOf(transaction.get(`SELECT ${unchargedRunsColumns}`, ...unchargedRunsCells(hour, payer, client))!)
}

/** The most runs of an hour that a payer may have by what it has settled, however much that is. */
const maxRunsOfSettled = 256

/**
 * Whose limit one more run would pass, null for nobody's. Payments under way count, so that a crowd of calls can't pass the limit
 * together; but what a payer has settled before speaks for as many of them, and for as many runs up to a maximum. A payer that has settled
 * is never held to the limits of its client address, which it may share with strangers.
 */
export function limitReached(runs: UnchargedRuns, runner: Runner, limits: UnchargedRunLimits): LimitedBy | null {
  const { underWay, settled, proven, contract } = runner
  const mayHave = Math.max(limits.perPayer, Math.min(limits.perPayer + settled, maxRunsOfSettled))
  if (proven && (runs.payer >= mayHave || runs.payer + underWay >= limits.perPayer + settled)) return 'payer'
  if (proven && settled > 0) return null
  if (contract && runs.contract >= limits.contractsPerClient) return 'contract'
  return runs.client + limits.clientUnderWay >= limits.perClient ? 'client' : null
}

/** Counts a run of this payment that ended without a charge: for its payer as one, for its client by its seconds. */
export function countUnchargedRun(transaction: SqliteTransaction, { hour, seconds }: CountedRun, payment: Payment, contract = false): void {
  const proven = payment.authorization !== null || payment.bound
  add(transaction, hour, `client:${payment.client}`, seconds)
  if (contract) add(transaction, hour, `contract:${payment.client}`, 1)
  if (proven) add(transaction, hour, `payer:${payment.payer}`, 1)
}

function add(transaction: SqliteTransaction, hour: string, subject: string, runs: number): void {
  transaction.run(
    'INSERT INTO uncharged_runs (hour, subject, runs) VALUES (?, ?, ?) ON CONFLICT (hour, subject) DO UPDATE SET runs = runs + excluded.runs',
    hour,
    subject,
    BigInt(runs),
  )
}

/** Counts a call without a payment that failed by its client's doing. */
export const countFreeRun: Unit<CountedRun & { readonly client: string }, void> = {
  name: 'count_free_run',
  sqlite: (transaction, { hour, client, seconds }) => add(transaction, hour, `client:${client}`, seconds),
  postgres: {
    text: `INSERT INTO uncharged_runs (hour, subject, runs) VALUES (:hour, 'client:' || :client::text, :seconds::int8)
      ON CONFLICT (hour, subject) DO UPDATE SET runs = uncharged_runs.runs + excluded.runs`,
    values: ({ hour, client, seconds }) => ({ hour, client, seconds: BigInt(seconds) }),
    result: () => {},
    orderKey: ({ client }) => client,
    brief: true,
  },
}

/** What was counted for a client in an hour. */
export const runsOfClient: Query<{ readonly hour: string; readonly client: string }, number> = {
  name: 'runs_of_client',
  sqlite: (transaction, { hour, client }) => Number(transaction.get(`SELECT ${runsOf} AS runs`, hour, `client:${client}`)!['runs']),
  postgres: {
    text: `SELECT runs FROM uncharged_runs WHERE hour = :hour AND subject = 'client:' || :client::text`,
    values: ({ hour, client }) => ({ hour, client }),
    result: ([row]) => Number(row?.['runs'] ?? 0n),
    brief: true,
  },
}

/** PostgreSQL: the same figures for the claim `g`, as columns of one row. */
export const unchargedRunsSql = `SELECT coalesce(max(runs) FILTER (WHERE subject = 'payer:' || g.payer), 0) AS payer_runs,
  coalesce(max(runs) FILTER (WHERE subject = 'client:' || g.client), 0) AS client_runs,
  coalesce(max(runs) FILTER (WHERE subject = 'contract:' || g.client), 0) AS contract_runs FROM uncharged_runs
  WHERE hour = g.hour AND subject IN ('payer:' || g.payer, 'client:' || g.client, 'contract:' || g.client)`

/** PostgreSQL: `limitReached`, from the columns above, `under_way`, `settled`, and those of `runLimitColumns`. */
export const limitReachedSql = `CASE
  WHEN proven = 1 AND (payer_runs >= greatest(per_payer, least(per_payer + settled, ${maxRunsOfSettled})) OR payer_runs + under_way >= per_payer + settled) THEN 'payer'
  WHEN proven = 1 AND settled > 0 THEN NULL
  WHEN contract = 1 AND contract_runs >= contracts_per_client THEN 'contract'
  WHEN client_runs + client_under_way >= per_client THEN 'client' END`

/** The columns of `runLimitValues`. */
export const runLimitColumns = {
  hour: 'text',
  per_payer: 'int8',
  per_client: 'int8',
  client_under_way: 'int8',
  contracts_per_client: 'int8',
  settled_here: 'int8',
  proven: 'int8',
  contract: 'int8',
} as const

export function runLimitValues(limits: UnchargedRunLimits, { proven, contract }: Pick<Runner, 'proven' | 'contract'>) {
  return {
    hour: limits.hour,
    per_payer: BigInt(limits.perPayer),
    per_client: BigInt(limits.perClient),
    client_under_way: BigInt(limits.clientUnderWay),
    contracts_per_client: BigInt(limits.contractsPerClient),
    settled_here: BigInt(limits.settledHere),
    proven: proven ? 1n : 0n,
    contract: contract ? 1n : 0n,
  }
}

/** PostgreSQL: what the payer of the claim `g` has settled before. */
export const settledBeforeSql = `greatest(coalesce((SELECT h.settled FROM payer_history h WHERE h.payer = g.payer), 0), g.settled_here)`

/**
 * PostgreSQL: counts a run of the payment in `source`, if there is one, with `:seconds` of work. Always in the order of the subjects, so that two statements
 * that count the same pair can't block each other for ever.
 */
export function countRunSql(source: string, contract = 'false'): string {
  return `INSERT INTO uncharged_runs (hour, subject, runs)
    SELECT :hour::text, who.subject, who.runs FROM ${source} e CROSS JOIN LATERAL (VALUES ('client:' || e.client, :seconds::int8),
      (CASE WHEN ${contract} THEN 'contract:' || e.client END, 1),
      (CASE WHEN e.nonce IS NOT NULL OR e.bound = 1 THEN 'payer:' || e.payer END, 1)) AS who (subject, runs)
    WHERE who.subject IS NOT NULL
    ORDER BY who.subject ON CONFLICT (hour, subject) DO UPDATE SET runs = uncharged_runs.runs + excluded.runs`
}

/** PostgreSQL: the values of `countRunSql`, and of `:counted`. */
export function countedRunValues(counted: CountedRun | null) {
  return { counted: counted ? 1n : 0n, hour: counted?.hour ?? '', seconds: BigInt(counted?.seconds ?? 0) }
}
