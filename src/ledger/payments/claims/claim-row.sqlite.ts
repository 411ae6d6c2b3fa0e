import type { SqliteTransaction } from '../../../store/store.ts'
import type { ClaimInput, ClaimTransferInput } from '../../ledger.ts'
import { hotPaymentColumnTypes, paymentColumns } from '../payment-columns.ts'
import type { Payment } from '../payment.ts'
import { paymentFromRow } from '../payment-row.ts'
import { claimValues, claimedRow, transferValues, type Cells, type ClaimDecision } from './claim-values.ts'

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

const columns = Object.keys(hotPaymentColumnTypes)
const insertStatement = `INSERT INTO payments (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`

/** The row is made from the cells that go in, so it is not read back. */
function insert(transaction: SqliteTransaction, decision: ClaimDecision, cells: Cells): Payment {
  const row = claimedRow(decision, cells)
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
