import { DatabaseSync } from 'node:sqlite'
import type { PaymentState } from '../../src/ledger/payment.ts'

/** A payment as it stands in the service's own file. */
export interface LedgerRow {
  readonly id: string
  readonly state: PaymentState
  readonly network: string
  readonly payer: string
  readonly amount: bigint
  readonly nonce: string | null
  readonly transaction: string | null
  readonly blockHash: string | null
  readonly reason: string | null
  readonly theft: boolean
}

export interface LedgerBooks {
  readonly rows: readonly LedgerRow[]
  /** What the service noted of a payment. */
  audit(id: string): readonly string[]
}

/** Reads the whole ledger, the archive too, without writing a byte. */
export function readLedgerBooks(file: string): LedgerBooks {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 2_000 })
  try {
    const columns = 'id, state, network, payer, amount, nonce, transaction_hash, block_hash, reason, theft'
    const statement = database.prepare(`SELECT ${columns} FROM payments UNION ALL SELECT ${columns} FROM payments_archive`)
    statement.setReadBigInts(true)
    const rows = statement.all().map((row): LedgerRow => ({
      id: row['id'] as string,
      state: row['state'] as PaymentState,
      network: row['network'] as string,
      payer: row['payer'] as string,
      amount: row['amount'] as bigint,
      nonce: row['nonce'] as string | null,
      transaction: row['transaction_hash'] as string | null,
      blockHash: row['block_hash'] as string | null,
      reason: row['reason'] as string | null,
      theft: row['theft'] === 1n,
    }))
    const notes = Map.groupBy(
      database.prepare('SELECT subject, at, kind, detail FROM audit ORDER BY number').all(),
      ({ subject }) => subject as string,
    )
    return {
      rows,
      audit: (id) => (notes.get(id) ?? []).map(({ at, kind, detail }) => `${timeOf(at)} ledger: ${String(kind)} ${String(detail)}`),
    }
  } finally {
    database.close()
  }
}

/** Payments that are still on their way to an end. */
export function countUnfinished(file: string): number {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 2_000 })
  try {
    const row = database.prepare("SELECT count(*) AS open FROM payments WHERE state IN ('claimed', 'served', 'settling')").get()
    return Number(row?.['open'])
  } finally {
    database.close()
  }
}

function timeOf(at: unknown): string {
  return at === null ? '' : new Date(Number(at)).toISOString().slice(11, 23)
}
