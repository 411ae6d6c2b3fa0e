import type { Row } from '../../../src/store/store.ts'
import type { MemoryStore } from '../../../src/store/sqlite/open-memory-store.ts'

/** A payment in the books, hot or archived. */
export interface BookRow {
  readonly id: string
  readonly state: string
  readonly epoch: number
  readonly offerId: string
  /** The instance that owns it, or owned it when it ended. */
  readonly instance: string
  readonly network: string
  readonly payer: string
  readonly amount: bigint
  readonly nonce: string | null
  /** A transfer that only its payer can have presented. */
  readonly bound: boolean
  /** Not archived yet. */
  readonly hot: boolean
  readonly transaction: string | null
  readonly occurrence: bigint | null
  readonly reason: string | null
  readonly theft: boolean
  /** When it is settled: after the answer is made, first, or early; or a refund. */
  readonly timing: string
  readonly runs: number
  readonly client: string
  readonly claimedAt: number
  readonly servedAt: number | null
  readonly settledAt: number | null
  readonly validBefore: bigint | null
  /** The keys that the row lists; null for archived rows, which do not list them. */
  readonly identities: readonly string[] | null
}

const paidStates: ReadonlySet<string> = new Set(['credit', 'running', 'refunding', 'refunded'])

/** Whether its money came in and is booked: settled, or settled first and not answered yet, or given back since. */
export function isCollected({ state, timing }: Pick<BookRow, 'state' | 'timing'>): boolean {
  if (timing === 'refund') return false
  return state === 'settled' || (timing === 'first' && paidStates.has(state))
}

/** Payments and the keys that name them, either from the hot tables or from the archive. */
interface PaymentTables {
  readonly payments: readonly BookRow[]
  readonly identities: ReadonlyMap<string, string>
}

/** An attempt to give a credit back. */
export interface RefundRow {
  readonly id: string
  readonly paymentId: string
  readonly payer: string
  readonly outcome: string | null
  readonly amount: bigint
  readonly net: bigint
}

export interface Books {
  readonly hot: PaymentTables
  readonly archived: PaymentTables
  /** Hot and archived ones. */
  readonly payments: readonly BookRow[]
  /** Payment id by key, hot and archived. */
  readonly identities: ReadonlyMap<string, string>
  readonly openSlots: number
  readonly refunds: readonly RefundRow[]
  /** Hashes of the transactions that were stored to be sent. */
  readonly transactions: ReadonlySet<string>
  /** Payments whose transfer had already paid for another answer. */
  readonly conflicts: readonly string[]
  /** Payers who may not claim by authorization until that time. */
  readonly barred: readonly { readonly payer: string; readonly until: number }[]
  readonly quotas: ReadonlyMap<string, number>
  /** Runs that ended without a charge by the payer's doing, as counted by payer. */
  readonly unchargedRuns: ReadonlyMap<string, number>
  /** Losses by early answers, by subject. */
  readonly earlyLosses: ReadonlyMap<string, bigint>
  /** Payments that were owed at some time. */
  readonly wereOwed: ReadonlySet<string>
  /** Payers whose history began anew: when, and how many settled payments it has. */
  readonly histories: readonly { readonly payer: string; readonly since: number; readonly settled: number }[]
  /** Payers of settlements that a reorganisation removed for a while. */
  readonly reorganised: ReadonlySet<string>
}

/** Reads the books from the tables themselves. */
export async function readBooks(store: MemoryStore): Promise<Books> {
  const ask = (sql: string) => store.read({ name: 'books', sqlite: (transaction) => transaction.all(sql) }, undefined)
  const hot = readPaymentTables(await ask('SELECT * FROM payments'), await ask('SELECT * FROM identities'), { hot: true })
  const archived = readPaymentTables(await ask('SELECT * FROM payments_archive'), await ask('SELECT * FROM identities_archive'), {
    hot: false,
  })
  const payments = [...hot.payments, ...archived.payments]
  const [open] = await ask(`SELECT count(*) AS n FROM slots WHERE state = 'open'`)
  const barred = await ask('SELECT payer, until FROM barred')
  // Rows of an hour count the failed calls that gave their unit back.
  const quotas = await ask('SELECT pool, sum(used) AS used FROM quotas WHERE length(day) = 10 GROUP BY pool')
  const runs = await ask(
    `SELECT substr(subject, 7) AS payer, sum(runs) AS runs FROM uncharged_runs WHERE subject LIKE 'payer:%' GROUP BY subject`,
  )
  const refunds = await ask('SELECT * FROM refunds')
  const losses = await ask('SELECT subject, sum(amount) AS amount FROM early_losses GROUP BY subject')
  const histories = await ask('SELECT payer, since, settled FROM payer_history WHERE since > 0')
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
    refunds: refunds.map((row) => ({
      id: row['refund_id'] as string,
      paymentId: row['payment_id'] as string,
      payer: row['payer'] as string,
      outcome: row['outcome'] as string | null,
      amount: row['amount'] as bigint,
      net: row['net'] as bigint,
    })),
    transactions: new Set(transactions.map((row) => row['hash'] as string)),
    conflicts: told('identity_conflict'),
    barred: barred.map((row) => ({ payer: row['payer'] as string, until: Number(row['until']) })),
    quotas: new Map(quotas.map((row) => [row['pool'] as string, Number(row['used'])])),
    unchargedRuns: new Map(runs.map((row) => [row['payer'] as string, Number(row['runs'])])),
    earlyLosses: new Map(losses.map((row) => [row['subject'] as string, row['amount'] as bigint])),
    wereOwed: new Set(told('owed')),
    histories: histories.map((row) => ({ payer: row['payer'] as string, since: Number(row['since']), settled: Number(row['settled']) })),
    reorganised: new Set(payments.filter(({ id }) => takenBack.has(id)).map(({ payer }) => payer)),
  }
}

function readPaymentTables(payments: readonly Row[], identities: readonly Row[], { hot }: { hot: boolean }): PaymentTables {
  return {
    payments: payments.map((row) => readRow(row, hot)),
    identities: new Map(identities.map((row) => [row['identity'] as string, row['payment_id'] as string])),
  }
}

function readRow(row: Row, hot: boolean): BookRow {
  const number = (name: string) => (row[name] === null || row[name] === undefined ? null : Number(row[name]))
  return {
    id: row['id'] as string,
    state: row['state'] as string,
    epoch: Number(row['epoch']),
    offerId: row['offer_id'] as string,
    instance: (row['instance'] as string | null | undefined) ?? '',
    network: row['network'] as string,
    payer: row['payer'] as string,
    amount: row['amount'] as bigint,
    nonce: row['nonce'] as string | null,
    bound: row['bound'] === 1n,
    hot,
    transaction: row['transaction_hash'] as string | null,
    occurrence: (row['occurrence'] as bigint | null | undefined) ?? null,
    reason: row['reason'] as string | null,
    theft: row['theft'] === 1n,
    timing: row['timing'] as string,
    runs: Number(row['runs']),
    client: row['client'] as string,
    claimedAt: Number(row['claimed_at']),
    servedAt: number('served_at'),
    settledAt: number('settled_at'),
    validBefore: row['valid_before'] as bigint | null,
    identities: typeof row['identities'] === 'string' ? (JSON.parse(row['identities']) as string[]) : null,
  }
}
