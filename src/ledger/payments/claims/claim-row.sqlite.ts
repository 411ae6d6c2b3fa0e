import type { Cell, SqliteTransaction } from '../../../store/store.ts'
import type { ClaimInput, ClaimTransferInput } from '../../ledger.ts'
import { hotPaymentColumnTypes, paymentColumns, type HotPaymentColumn } from '../payment-columns.ts'
import type { Payment } from '../payment.ts'
import { paymentFromRow } from '../payment-row.ts'
import { claimValues, transferValues } from './claim-values.ts'

/** What the claim decided about the row, beside what came in. */
export interface ClaimDecision {
  readonly id: string
  readonly free: boolean
  readonly theft: boolean
  /** All keys that the payment owns from now on. */
  readonly identities: readonly string[]
}

/** Inserts a new row in `claimed`. */
export function insertClaimed(transaction: SqliteTransaction, decision: ClaimDecision, input: ClaimInput): Payment {
  return insert(transaction, decision, claimValues(input))
}

/** Claims the released row again, with everything that the new request brought; its receipt id stays. */
export function reclaimReleased(transaction: SqliteTransaction, { id, free, identities }: ClaimDecision, input: ClaimInput): Payment {
  return reclaim(transaction, id, 'released', {
    ...claimValues(input),
    free: free ? 1n : 0n,
    identities: JSON.stringify(identities),
  })
}

/** Inserts a new row in `claimed` for a transfer. */
export function insertTransfer(transaction: SqliteTransaction, decision: ClaimDecision, input: ClaimTransferInput): Payment {
  return insert(transaction, decision, transferValues(input))
}

/** Claims the credit again, with everything that the new request brought, in the block that holds its transfer now; its receipt id stays. */
export function reclaimCredit(transaction: SqliteTransaction, { id, identities }: ClaimDecision, input: ClaimTransferInput): Payment {
  return reclaim(transaction, id, 'credit', { ...transferValues(input), identities: JSON.stringify(identities) })
}

type Cells = Readonly<Partial<Record<HotPaymentColumn, Cell>>>

const columns = Object.keys(hotPaymentColumnTypes) as HotPaymentColumn[]
const emptyRow = Object.fromEntries(columns.map((column) => [column, null])) as Readonly<Record<HotPaymentColumn, Cell>>
const newRow = { ...emptyRow, state: 'claimed', unfinished: 1n, epoch: 1n, final: 0n, bound: 0n, timing: 'after', runs: 0n } as const
const insertStatement = `INSERT INTO payments (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`

/** The row is made from the cells that go in, so it is not read back. */
function insert(transaction: SqliteTransaction, { id, free, theft, identities }: ClaimDecision, cells: Cells): Payment {
  const row = { ...newRow, ...cells, id, free: free ? 1n : 0n, theft: theft ? 1n : 0n, identities: JSON.stringify(identities) }
  transaction.run(insertStatement, ...Object.values(row))
  return paymentFromRow(row)
}

function reclaim(transaction: SqliteTransaction, id: string, from: 'released' | 'credit', cells: Cells): Payment {
  const changes = Object.keys(cells).map((name) => `${name} = ?`)
  const row = transaction.get(
    `UPDATE payments SET state = 'claimed', unfinished = 1, epoch = epoch + 1, reason = NULL, ${changes.join(', ')}
     WHERE id = ? AND state = '${from}' RETURNING ${paymentColumns}`,
    ...Object.values(cells),
    id,
  )
  return paymentFromRow(row!)
}
