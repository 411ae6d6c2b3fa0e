import type { BookOwedInput } from '../../../src/ledger/payments/early/book-owed.ts'
import type { ServedEarly } from '../../../src/ledger/payments/early/serve-early.ts'
import type { SqliteTransaction, Unit } from '../../../src/store/store.ts'
import { earlyLimits } from '../service/early-limits.ts'

interface EarlyCheckParts {
  readonly isUsed: (network: string, payer: string, nonce: string) => boolean
  readonly breach: (what: string) => void
}

const open = `timing = 'early' AND state IN ('served', 'settling') AND reason IS NULL`

/** A unit of early answers with checks at its moment; undefined for any other unit. */
export function checkEarlyUnit<Input, Output>(unit: Unit<Input, Output>, parts: EarlyCheckParts): Unit<Input, Output> | undefined {
  if (unit.name !== 'serve_early' && unit.name !== 'book_owed') return undefined
  return {
    ...unit,
    sqlite(transaction, input) {
      if (unit.name === 'book_owed') checkOwed(transaction, input as BookOwedInput, parts)
      const output = unit.sqlite(transaction, input)
      if (unit.name === 'serve_early') checkServed(transaction, output as ServedEarly | undefined, parts)
      return output
    },
  }
}

/** Whether a payer was answered early and then did not pay. */
export function owes(transaction: SqliteTransaction, payer: string): boolean {
  const row = transaction.get(
    `SELECT 1 AS one FROM payments WHERE payer = ? AND timing = 'early' AND (state = 'owed' OR (reason IS NOT NULL AND state IN ('served', 'settling')))`,
    payer,
  )
  return row !== undefined
}

/** What is open early, and was lost, is within the bounds after each answer that is sent early. */
function checkServed(transaction: SqliteTransaction, served: ServedEarly | undefined, { breach }: EarlyCheckParts): void {
  if (served?.payment.timing !== 'early') return
  const { payer, client, id } = served.payment
  const figure = (sql: string, ...values: string[]) =>
    transaction.get(`SELECT coalesce(sum(amount), 0) AS n FROM ${sql}`, ...values)!['n'] as bigint
  const since = (transaction.get('SELECT since FROM payer_history WHERE payer = ?', payer)?.['since'] ?? 0n) as bigint
  const settled = ['payments', 'payments_archive'].reduce(
    (sum, table) => sum + figure(`${table} WHERE payer = ? AND theft = 0 AND settled_at > ${since}`, payer),
    0n,
  )
  const ofPayer = figure(`payments WHERE payer = ? AND ${open}`, payer)
  const ofClient = figure(`payments WHERE client = ? AND ${open}`, client) + figure('early_losses WHERE subject = ?', `client:${client}`)
  const ofAll = figure(`payments WHERE ${open}`) + figure(`early_losses WHERE subject = 'all'`)
  const which = `receipt ${id.slice(0, 8)} was answered early, and`
  if (ofPayer > settled) breach(`${which} its payer has ${ofPayer} open and has settled ${settled}`)
  if (ofPayer > earlyLimits.perPayer) breach(`${which} its payer has ${ofPayer} open`)
  if (ofClient > earlyLimits.perClient) breach(`${which} its client has ${ofClient} open or lost`)
  if (ofAll > earlyLimits.perDay) breach(`${which} ${ofAll} are open or lost in all`)
  if (owes(transaction, payer)) breach(`${which} its payer owes another one`)
}

/** Clocks of processes and chains differ by less than this. */
const slackMs = 10_000

/** Nothing can collect what is booked as owed: it has expired, or its nonce is used. */
function checkOwed(transaction: SqliteTransaction, { id, at, reason }: BookOwedInput, { isUsed, breach }: EarlyCheckParts): void {
  const row = transaction.get('SELECT network, payer, nonce, valid_before FROM payments WHERE id = ?', id)
  if (row === undefined) return
  const expired = Number(row['valid_before']) * 1000 < at + slackMs
  // A reorganisation may take a cancellation back.
  if (expired || reason === 'invalid_exact_evm_nonce_already_used') return
  if (!isUsed(row['network'] as string, row['payer'] as string, row['nonce'] as string))
    breach(`receipt ${id.slice(0, 8)} is booked as owed (${reason}), and could still be collected`)
}
