import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { PaymentState } from '../../src/ledger/payments/payment.ts'

/** A payment in the service's own database. */
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
  /** Free calls of quotas that each client address has used, by UTC day. */
  readonly quotas: readonly Used[]
  /** First calls free that each client address has had, by UTC day. */
  readonly freeCalls: readonly Used[]
  /** The payments that were wallets' first calls free. */
  readonly grants: readonly { readonly payer: string; readonly payment: string }[]
  /** Audit entries of a payment. */
  audit(id: string): readonly string[]
}

export interface Used {
  readonly day: string
  readonly client: string
  readonly used: number
}

/** Reads a ledger with its archive from outside the service, read-only. */
export interface LedgerReader {
  books(): Promise<LedgerBooks>
  /** Number of payments that have not reached an end state. */
  unfinished(): Promise<number>
}

type Row = Readonly<Record<string, unknown>>

const columns = 'id, state, network, payer, amount, nonce, transaction_hash, block_hash, reason, theft'
const questions = {
  rows: `SELECT ${columns} FROM payments UNION ALL SELECT ${columns} FROM payments_archive`,
  notes: 'SELECT subject, at, kind, detail FROM audit ORDER BY number',
  quotas: 'SELECT day, pool AS client, used FROM quotas WHERE used > 0 AND length(day) = 10',
  freeCalls: 'SELECT day, client, used FROM free_calls WHERE used > 0',
  grants: "SELECT payer, payment_id FROM free_grants WHERE payment_id <> ''",
  unfinished: "SELECT count(*) AS open FROM payments WHERE state IN ('claimed', 'ordered', 'served', 'settling', 'running')",
}

/** The ledger in this file of the embedded engine, while the service has it open. */
export function sqliteLedger(file: string): LedgerReader {
  return readerOf(async (work) => {
    const database = new DatabaseSync(file, { readOnly: true, timeout: 2_000 })
    try {
      return await work((text) => {
        const statement = database.prepare(text)
        statement.setReadBigInts(true)
        return Promise.resolve(statement.all())
      })
    } finally {
      database.close()
    }
  })
}

/** The ledger in the PostgreSQL of this address. */
export function postgresLedger(url: string): LedgerReader {
  return readerOf(async (work) => {
    const client = new pg.Client(url)
    await client.connect()
    try {
      return await work(async (text) => (await client.query<Row>(text)).rows)
    } finally {
      await client.end()
    }
  })
}

type Ask = (text: string) => Promise<readonly Row[]>

function readerOf(open: <T>(work: (ask: Ask) => Promise<T>) => Promise<T>): LedgerReader {
  return {
    books: () => open(readBooks),
    unfinished: () => open(async (ask) => Number((await ask(questions.unfinished))[0]?.['open'])),
  }
}

async function readBooks(ask: Ask): Promise<LedgerBooks> {
  const notes = Map.groupBy(await ask(questions.notes), ({ subject }) => subject as string)
  return {
    rows: (await ask(questions.rows)).map(rowOf),
    quotas: (await ask(questions.quotas)).map(usedOf),
    freeCalls: (await ask(questions.freeCalls)).map(usedOf),
    grants: (await ask(questions.grants)).map((row) => ({ payer: row['payer'] as string, payment: row['payment_id'] as string })),
    audit: (id) => (notes.get(id) ?? []).map(({ at, kind, detail }) => `${timeOf(at)} ledger: ${String(kind)} ${String(detail)}`),
  }
}

/** One engine returns whole numbers as bigint, the other as text or number. */
function rowOf(row: Row): LedgerRow {
  return {
    id: row['id'] as string,
    state: row['state'] as PaymentState,
    network: row['network'] as string,
    payer: row['payer'] as string,
    amount: BigInt(row['amount'] as bigint | string),
    nonce: row['nonce'] as string | null,
    transaction: row['transaction_hash'] as string | null,
    blockHash: row['block_hash'] as string | null,
    reason: row['reason'] as string | null,
    theft: Number(row['theft']) === 1,
  }
}

function usedOf(row: Row): Used {
  return { day: row['day'] as string, client: row['client'] as string, used: Number(row['used']) }
}

function timeOf(at: unknown): string {
  return at === null ? '' : new Date(Number(at)).toISOString().slice(11, 23)
}
