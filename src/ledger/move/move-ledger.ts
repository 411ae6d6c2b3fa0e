import type { Clock } from '../../shared/clock.ts'
import type { Random } from '../../shared/random.ts'
import { invalidateCopy } from '../opening/check-ledger.ts'
import { ledgerIdentity } from '../opening/ledger-identity.ts'
import type { Totals } from '../ledger.ts'
import { totals } from '../housekeeping/totals.ts'
import { compareTable, type TableComparison } from './compare-table.ts'
import { copyTable, type MoveEnds } from './copy-table.ts'
import {
  beginMove,
  emptyTables,
  endMove,
  markMoved,
  MoveRefused,
  assignLedgerId,
  setCopyToken,
  serviceLeasedUntil,
  moveState,
} from './move-facts.ts'
import { movedTables } from './moved-tables.ts'
import { releaseUnfinished } from './release-unfinished.ts'
import { formsOf } from './table-forms.ts'

export interface MoveParts extends Omit<MoveEnds, 'onRows'> {
  readonly clock: Clock
  readonly random: Random
  readonly listener: MoveListener
}

/** Called with the progress of a move. */
export interface MoveListener {
  /** A part begins: how many rows it has, and how many of them were done before. */
  onStart(part: 'copied' | 'checked', rows: number, done: number): void
  /** The number of further rows of a table that are done. */
  onRows(table: string, rows: number): void
}

export interface MoveReport {
  /** Every row is there, and no row and no sum differs. */
  readonly matches: boolean
  /** The ledger was moved before, and nothing was done. */
  readonly movedBefore: boolean
  /** Rows that an earlier, interrupted copy had brought. */
  readonly resumed: number
  readonly copied: number
  readonly copySeconds: number
  readonly checkSeconds: number
  readonly tables: readonly TableComparison[]
  /** Of all payments by network and state, on both sides. */
  readonly sums: readonly SumComparison[]
}

export interface SumComparison extends Totals {
  /** The same sum on PostgreSQL; null where it has no such payments. */
  readonly there: Pick<Totals, 'payments' | 'amount'> | null
}

/**
 * Moves a ledger from the embedded engine to PostgreSQL, whose schema is up to date, and compares every row of both. Only then can
 * services open it there, and no longer here. The move may be killed at any moment and run again: it goes on where it stopped,
 * unless a service has sold here since; then it starts from the beginning.
 * @throws MoveRefused, StoreFailed
 */
export async function moveLedger(parts: MoveParts): Promise<MoveReport> {
  const { from, to, clock } = parts
  const [here, there] = [await from.read(ledgerIdentity, undefined), await to.read(ledgerIdentity, undefined)]
  if (here.restoredFrom !== null)
    throw new MoveRefused(
      'this ledger was restored and has not been compared with the chains since: start the service on it once, then move it',
    )
  const sold = (await rowsOf(to, paymentTables)) > 0
  const state = moveState(here, there, sold)
  if (state === 'moved') return { ...nothing, matches: true, movedBefore: true }
  await refuseService(parts)
  if (state !== 'resume') await begin(parts, state === 'restart')
  const started = clock.now()
  const [all, resumed] = [await rowsOf(from), await rowsOf(to)]
  parts.listener.onStart('copied', all, resumed)
  let copied = 0
  for (const table of movedTables) copied += await copyTable(table, endsFor(parts, table.name))
  const copySeconds = (clock.now() - started) / 1000
  const report = { ...(await check(parts)), resumed, copied, copySeconds }
  await refuseService(parts)
  if (report.matches) {
    // In this order there is no moment at which services may open both.
    await from.write(markMoved, { at: clock.now() })
    await releaseInstances(parts)
    await to.write(endMove, undefined)
  } else {
    // The copy is of no use, so the next run starts from the beginning.
    await from.write(invalidateCopy, undefined)
  }
  return report
}

/**
 * Only compares the two.
 * @throws MoveRefused where they are not the same ledger
 */
export async function checkMove(parts: MoveParts): Promise<MoveReport> {
  const [here, there] = [await parts.from.read(ledgerIdentity, undefined), await parts.to.read(ledgerIdentity, undefined)]
  if (here.id === null || here.id !== there.id) throw new MoveRefused('the database has no copy of this ledger')
  return check(parts)
}

const nothing = { movedBefore: false, resumed: 0, copied: 0, copySeconds: 0, checkSeconds: 0, tables: [], sums: [] }
const paymentTables = movedTables.filter(({ name }) => name === 'payments' || name === 'payments_archive')

async function begin({ from, to, random }: MoveParts, restart: boolean): Promise<void> {
  const fresh = () => Buffer.from(random.bytes(16)).toString('hex')
  const { id, mode } = await from.write(assignLedgerId, { id: fresh() })
  const token = fresh()
  // No service can have sold with what an earlier copy brought.
  if (restart) await to.write(emptyTables, undefined)
  const begun = await to.write(beginMove, { id: id!, token, mode })
  if (!begun) throw new MoveRefused('a service sells with the ledger of this database: give an empty database')
  if (!restart) await to.write(emptyTables, undefined)
  // Last, since only now the tables hold nothing but this copy.
  await from.write(setCopyToken, { token })
}

/** A service that had the database open before the move began does not notice the move. */
async function refuseService({ to, clock }: MoveParts): Promise<void> {
  const until = await to.read(serviceLeasedUntil, { now: clock.now() })
  if (until !== null)
    throw new MoveRefused(
      `a service runs on this database, or was killed a moment ago: stop it, and try again; after ${new Date(until).toISOString()} it can no longer block the move`,
    )
}

/** Frees at once what was under way when the service was stopped. We hold the lock on its directory, which is no longer a ledger. */
async function releaseInstances({ from, to, clock }: MoveParts): Promise<void> {
  await releaseUnfinished(from, to, clock)
}

async function check(parts: MoveParts): Promise<MoveReport> {
  const { from, to, clock } = parts
  const started = clock.now()
  parts.listener.onStart('checked', await rowsOf(from), 0)
  const tables: TableComparison[] = []
  for (const table of movedTables) tables.push(await compareTable(table, endsFor(parts, table.name)))
  const sums = compareSums(await from.read(totals, undefined), await to.read(totals, undefined))
  const matches = tables.every(({ differences }) => differences === 0) && sums.every(isSameSum)
  return { ...nothing, matches, tables, sums, checkSeconds: (clock.now() - started) / 1000 }
}

function compareSums(here: readonly Totals[], there: readonly Totals[]): SumComparison[] {
  const nameOf = ({ network, state, theft }: Totals) => `${network} ${state} ${theft}`
  const theirs = new Map(there.map((total) => [nameOf(total), total]))
  const known = new Set(here.map(nameOf))
  const surplus = there.filter((total) => !known.has(nameOf(total))).map((total) => ({ ...total, payments: 0n, amount: 0n }))
  return [...here, ...surplus].map((total) => {
    const { payments, amount } = theirs.get(nameOf(total)) ?? {}
    return { ...total, there: payments === undefined || amount === undefined ? null : { payments, amount } }
  })
}

export function isSameSum({ payments, amount, there }: SumComparison): boolean {
  return there !== null && there.payments === payments && there.amount === amount
}

async function rowsOf(store: MoveEnds['from'], tables = movedTables): Promise<number> {
  let rows = 0n
  for (const table of tables) rows += await store.read(formsOf(table).count, undefined)
  return Number(rows)
}

function endsFor({ from, files, to, listener }: MoveParts, table: string): MoveEnds {
  return { from, files, to, onRows: (rows) => listener.onRows(table, rows) }
}
