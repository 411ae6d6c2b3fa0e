import type { Clock } from '../../shared/clock.ts'
import type { Random } from '../../shared/random.ts'
import { forgetCopy } from '../hold-ledger.ts'
import { giveBackInstance } from '../instance-lease.ts'
import { ledgerFacts } from '../ledger-facts.ts'
import type { Totals } from '../ledger.ts'
import { takeLease, type TakeLeaseInput } from '../take-lease.ts'
import { totals } from '../totals.ts'
import { compareTable, type TableComparison } from './compare-table.ts'
import { copyTable, type MoveEnds } from './copy-table.ts'
import {
  beginMove,
  emptyTables,
  endMove,
  instancesOfUnfinished,
  markMoved,
  MoveRefused,
  nameLedger,
  noteCopy,
  servedUntil,
  stateOfMove,
} from './move-facts.ts'
import { movedTables } from './moved-tables.ts'
import { formsOf } from './table-forms.ts'

export interface MoveParts extends Omit<MoveEnds, 'passed'> {
  readonly clock: Clock
  readonly random: Random
  readonly tell: MoveListener
}

/** Hears how far a move is. */
export interface MoveListener {
  /** A part begins that has so many rows, of which some are done already. */
  began(part: 'copied' | 'checked', rows: number, done: number): void
  /** So many rows of a table more are done. */
  passed(table: string, rows: number): void
}

export interface MoveReport {
  /** All is there, and no row and no sum differs. */
  readonly well: boolean
  /** It had been moved before, and nothing was done. */
  readonly already: boolean
  /** Rows that an earlier copy had brought, which broke off. */
  readonly resumed: number
  readonly copied: number
  readonly copySeconds: number
  readonly checkSeconds: number
  readonly tables: readonly TableComparison[]
  /** Of all payments by network and state, on both sides. */
  readonly sums: readonly SumComparison[]
}

export interface SumComparison extends Totals {
  /** The same on PostgreSQL; null where it has none of that kind. */
  readonly there: Pick<Totals, 'payments' | 'amount'> | null
}

/**
 * Takes a ledger from the embedded engine to PostgreSQL, whose schema is up to date, and holds every row of both against each other.
 * Only then the ledger is theirs who open it there, and nobody's here. It may be killed at any moment, and run again: what is there of
 * it goes on where it stopped, unless somebody has sold here since; then it begins anew.
 * @throws MoveRefused, StoreFailed
 */
export async function moveLedger(parts: MoveParts): Promise<MoveReport> {
  const { from, to, clock } = parts
  const [here, there] = [await from.read(ledgerFacts, undefined), await to.read(ledgerFacts, undefined)]
  const sold = (await rowsOf(to, paymentTables)) > 0
  const state = stateOfMove(here, there, sold)
  if (state === 'moved') return { ...nothing, well: true, already: true }
  await refuseService(parts)
  if (state !== 'resume') await begin(parts, state === 'restart')
  const started = clock.now()
  const [all, resumed] = [await rowsOf(from), await rowsOf(to)]
  parts.tell.began('copied', all, resumed)
  let copied = 0
  for (const table of movedTables) copied += await copyTable(table, endsFor(parts, table.name))
  const copySeconds = (clock.now() - started) / 1000
  const report = { ...(await check(parts)), resumed, copied, copySeconds }
  await refuseService(parts)
  if (report.well) {
    // In this order there is no moment at which both may be opened.
    await from.write(markMoved, { at: clock.now() })
    await giveBack(parts)
    await to.write(endMove, undefined)
  } else {
    // What is there is of no use, so the next run begins anew.
    await from.write(forgetCopy, undefined)
  }
  return report
}

/**
 * Only holds the two against each other.
 * @throws MoveRefused where they are not the same ledger
 */
export async function checkMove(parts: MoveParts): Promise<MoveReport> {
  const [here, there] = [await parts.from.read(ledgerFacts, undefined), await parts.to.read(ledgerFacts, undefined)]
  if (here.id === null || here.id !== there.id) throw new MoveRefused('the database keeps no copy of this ledger')
  return check(parts)
}

const nothing = { already: false, resumed: 0, copied: 0, copySeconds: 0, checkSeconds: 0, tables: [], sums: [] }
const paymentTables = movedTables.filter(({ name }) => name === 'payments' || name === 'payments_archive')

async function begin({ from, to, random }: MoveParts, again: boolean): Promise<void> {
  const fresh = () => Buffer.from(random.bytes(16)).toString('hex')
  const { id, mode } = await from.write(nameLedger, { id: fresh() })
  const token = fresh()
  // Nobody can have sold what an earlier copy brought.
  if (again) await to.write(emptyTables, undefined)
  const begun = await to.write(beginMove, { id: id!, token, mode })
  if (!begun) throw new MoveRefused('somebody sells with the ledger of this database: name an empty one')
  if (!again) await to.write(emptyTables, undefined)
  // Last, since only then what is there is nothing but this copy.
  await from.write(noteCopy, { token })
}

/** Whoever had the ledger open before the move began does not hear of it. */
async function refuseService({ to, clock }: MoveParts): Promise<void> {
  const until = await to.read(servedUntil, { now: clock.now() })
  if (until !== null)
    throw new MoveRefused(
      `a service runs on this database, or was killed a moment ago: stop it, and try again after ${new Date(until).toISOString()} at the latest`,
    )
}

/** What was under way when the service was stopped is free at once: its directory is locked for us, and is nobody's ledger any more. */
async function giveBack({ from, to, clock }: MoveParts): Promise<void> {
  const ledger = { takeLease: (input: TakeLeaseInput) => to.write(takeLease, input) }
  for (const instance of await from.read(instancesOfUnfinished, undefined)) await giveBackInstance({ ledger, clock }, instance)
}

async function check(parts: MoveParts): Promise<MoveReport> {
  const { from, to, clock } = parts
  const started = clock.now()
  parts.tell.began('checked', await rowsOf(from), 0)
  const tables: TableComparison[] = []
  for (const table of movedTables) tables.push(await compareTable(table, endsFor(parts, table.name)))
  const sums = compareSums(await from.read(totals, undefined), await to.read(totals, undefined))
  const well = tables.every(({ differences }) => differences === 0) && sums.every(isSameSum)
  return { ...nothing, well, tables, sums, checkSeconds: (clock.now() - started) / 1000 }
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

function endsFor({ from, files, to, tell }: MoveParts, table: string): MoveEnds {
  return { from, files, to, passed: (rows) => tell.passed(table, rows) }
}
