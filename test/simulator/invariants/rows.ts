import type { Row } from '../../../src/store/store.ts'
import type { MemoryStore } from '../../../src/store/sqlite/open-memory-store.ts'

/** A payment as it stands in the books, hot or archived. */
export interface BookRow {
  readonly id: string
  readonly state: string
  readonly epoch: number
  /** Whose it is, or was when it ended. */
  readonly instance: string
  readonly network: string
  readonly payer: string
  readonly amount: bigint
  readonly nonce: string | null
  readonly transaction: string | null
  readonly occurrence: bigint | null
  readonly reason: string | null
  readonly theft: boolean
  readonly claimedAt: number
  readonly servedAt: number | null
  readonly settledAt: number | null
  readonly validBefore: bigint | null
  /** The keys that it says it holds; archived rows do not say it any more. */
  readonly identities: readonly string[] | null
}

/** Payments and the keys that name them, in the tables of those that may still change or in the archive. */
interface Shelf {
  readonly payments: readonly BookRow[]
  readonly identities: ReadonlyMap<string, string>
}

export interface Books {
  readonly hot: Shelf
  readonly archived: Shelf
  /** Of both shelves. */
  readonly payments: readonly BookRow[]
  /** Row of each identity. */
  readonly identities: ReadonlyMap<string, string>
  readonly openSlots: number
  /** Hashes of the transactions that were stored to be sent. */
  readonly transactions: ReadonlySet<string>
  /** Payments for whose transfer another one had answered already. */
  readonly conflicts: readonly string[]
  /** Payers that may not claim by authorizations, until then. */
  readonly barred: readonly { readonly payer: string; readonly until: number }[]
  readonly quotas: ReadonlyMap<string, number>
  /** Payers of settlements that a reorganisation took back for a while. */
  readonly reorganised: ReadonlySet<string>
}

/** Everything that the books say, read from the tables themselves. */
export async function readBooks(store: MemoryStore): Promise<Books> {
  const ask = (sql: string) => store.read({ name: 'books', sqlite: (transaction) => transaction.all(sql) }, undefined)
  const hot = shelf(await ask('SELECT * FROM payments'), await ask('SELECT * FROM identities'))
  const archived = shelf(await ask('SELECT * FROM payments_archive'), await ask('SELECT * FROM identities_archive'))
  const payments = [...hot.payments, ...archived.payments]
  const [open] = await ask(`SELECT count(*) AS n FROM slots WHERE state = 'open'`)
  const barred = await ask('SELECT payer, until FROM barred')
  const quotas = await ask('SELECT pool, sum(used) AS used FROM quotas GROUP BY pool')
  const transactions = await ask('SELECT hash FROM transactions')
  const audit = await ask('SELECT kind, subject FROM audit')
  const told = (kind: string) => audit.filter((row) => row['kind'] === kind).map((row) => row['subject'] as string)
  const takenBack = new Set(told('unsettled'))
  return {
    hot,
    archived,
    payments,
    identities: new Map([...hot.identities, ...archived.identities]),
    openSlots: Number(open?.['n'] ?? 0n),
    transactions: new Set(transactions.map((row) => row['hash'] as string)),
    conflicts: told('identity_conflict'),
    barred: barred.map((row) => ({ payer: row['payer'] as string, until: Number(row['until']) })),
    quotas: new Map(quotas.map((row) => [row['pool'] as string, Number(row['used'])])),
    reorganised: new Set(payments.filter(({ id }) => takenBack.has(id)).map(({ payer }) => payer)),
  }
}

function shelf(payments: readonly Row[], identities: readonly Row[]): Shelf {
  return {
    payments: payments.map(readRow),
    identities: new Map(identities.map((row) => [row['identity'] as string, row['payment_id'] as string])),
  }
}

function readRow(row: Row): BookRow {
  const number = (name: string) => (row[name] === null || row[name] === undefined ? null : Number(row[name]))
  return {
    id: row['id'] as string,
    state: row['state'] as string,
    epoch: Number(row['epoch']),
    instance: (row['instance'] as string | null | undefined) ?? '',
    network: row['network'] as string,
    payer: row['payer'] as string,
    amount: row['amount'] as bigint,
    nonce: row['nonce'] as string | null,
    transaction: row['transaction_hash'] as string | null,
    occurrence: (row['occurrence'] as bigint | null | undefined) ?? null,
    reason: row['reason'] as string | null,
    theft: row['theft'] === 1n,
    claimedAt: Number(row['claimed_at']),
    servedAt: number('served_at'),
    settledAt: number('settled_at'),
    validBefore: row['valid_before'] as bigint | null,
    identities: typeof row['identities'] === 'string' ? (JSON.parse(row['identities']) as string[]) : null,
  }
}
