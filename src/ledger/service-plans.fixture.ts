import type pg from 'pg'
import { preparedOf } from '../store/postgres/statement.ts'
import { plansByIndex } from '../store/postgres/transaction-frame.ts'
import type { Query } from '../store/store.ts'
import { adopt } from './payments/adopt.ts'
import { findAnswer } from './answers/answer.ts'
import { archive } from './housekeeping/archive.ts'
import { claimTransfer } from './payments/claims/claim-transfer.ts'
import { claim } from './payments/claims/claim.ts'
import { barredUntil } from './payments/bar-payer.ts'
import { closeSlot } from './slots/close-slot.ts'
import { highestNonce } from './slots/highest-nonce.ts'
import { openSlots, slotAt } from './slots/open-slots.ts'
import { payerHistory } from './payments/payer-history.ts'
import { pricesSince, recordPrices } from './housekeeping/record-prices.ts'
import { expireAnswers, expireCounters, unreferencedFiles } from './housekeeping/expire.ts'
import { extendLease } from './payments/extend-lease.ts'
import { finalize } from './payments/finalize.ts'
import { changedSince } from './payments/changed-since.ts'
import { find, findByCredential, findByIdentity, hotByIdentity } from './payments/find.ts'
import { freeLeases } from './leases/free-leases.ts'
import { takeLease } from './leases/take-lease.ts'
import { orphans } from './payments/orphans.ts'
import { payersSince } from './payments/payers-since.ts'
import { ipv6Pools, quotaLeft, returnQuota, takeQuota } from './quotas/quota.ts'
import { countFreeRun, runsOfClient } from './quotas/uncharged-runs.ts'
import { recordTransaction } from './slots/record-transaction.ts'
import { reopenSlot } from './slots/reopen-slot.ts'
import { creditFigures } from './refunds/credit-figures.ts'
import { refuse } from './payments/refuse.ts'
import { release } from './payments/release.ts'
import { reverse } from './payments/reverse.ts'
import { serve } from './payments/serve.ts'
import { settle } from './payments/settle.ts'
import { uncharge } from './payments/uncharge.ts'
import { notFinal } from './payments/not-final.ts'
import { unsettle } from './payments/unsettle.ts'
import { refusedStillValid } from './payments/refused-still-valid.ts'

/** Tables that have, or may come to have, a row for every payment, payer or client address. */
const large = new Set(
  `payments payments_archive identities identities_archive payment_keys paying_wallets free_grants free_calls quotas uncharged_runs answers slots
  slot_payments transactions turns payer_history barred audit prices`.split(/\s+/),
)

/** What a service does all the time, or in the background. */
export const serviceUnits = [
  claim,
  claimTransfer,
  serve,
  release,
  uncharge,
  settle,
  refuse,
  unsettle,
  reverse,
  finalize,
  recordTransaction,
  extendLease,
  adopt,
  orphans,
  takeLease,
  freeLeases,
  notFinal,
  refusedStillValid,
  find,
  changedSince,
  findByCredential,
  findByIdentity,
  hotByIdentity,
  findAnswer,
  payersSince,
  takeQuota,
  archive,
  expireAnswers,
  expireCounters,
  unreferencedFiles,
  openSlots,
  slotAt,
  closeSlot,
  reopenSlot,
  highestNonce,
  returnQuota,
  quotaLeft,
  countFreeRun,
  runsOfClient,
  ipv6Pools,
  recordPrices,
  pricesSince,
  barredUntil,
  payerHistory,
  creditFigures,
] as Query<never, unknown>[]

/** The lines of the plan that a service keeps for a statement, on any version of PostgreSQL. */
export async function genericPlan(client: pg.ClientBase, { name, postgres }: Query<never, unknown>): Promise<string[]> {
  const statement = preparedOf(postgres!, name)
  await client.query('BEGIN')
  try {
    for (const [setting, value] of Object.entries(plansByIndex)) await client.query(`SET LOCAL ${setting} = ${value}`)
    await client.query(`PREPARE planned AS ${statement.text}`)
    const values = statement.names.length === 0 ? '' : `(${statement.names.map(() => 'NULL').join(', ')})`
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN EXECUTE planned${values}`)
    return rows.map((row) => row['QUERY PLAN'])
  } finally {
    await client.query('ROLLBACK')
    await client.query('DEALLOCATE ALL')
  }
}

/**
 * The large tables that a plan reads from end to end, or through all of an index that is not about a few of its rows.
 */
export function tablesReadWhole(lines: readonly string[]): string[] {
  return lines.flatMap((line, index) => {
    const table = /Seq Scan on (\w+)/.exec(line)?.[1] ?? (lines[index + 1]?.includes('Index Cond') ? undefined : walked(line))
    return table !== undefined && large.has(table) ? [table] : []
  })
}

/** What is unfinished is few, whatever else there is, and so are payments that were settled first. */
const short = new Set(['payments_lease', 'payments_settled_first'])

function walked(line: string): string | undefined {
  const [, index, table] = /Index (?:Only )?Scan(?: Backward)? using (\w+) on (\w+)/.exec(line) ?? []
  return index === undefined || short.has(index) ? undefined : table
}
