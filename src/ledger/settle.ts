import type { Cell, SqliteTransaction, Unit } from '../store/store.ts'
import { audit } from './audit.ts'
import { disown, ownerOf, ownIfFree } from './identities.ts'
import { transferIdentity } from './identity.ts'
import type { SettledInput } from './ledger.ts'
import { moveTransfer } from './move-transfer.ts'
import type { Payment } from './payment.ts'
import { hotPayment, lower } from './payment-row.ts'

/**
 * served, settling or refused -> settled, for all of a transaction in one unit. What the chain says decides, so this is
 * compare-and-set on the state only, and telling it again changes nothing. Gives the payments that changed.
 *
 * The transfer that paid takes its key for this payment in the same unit, so that its hash buys nothing more. A payment that
 * was itself claimed by a transfer only moves to another block.
 */
export const settle: Unit<readonly SettledInput[], Payment[]> = {
  name: 'settle',
  sqlite: (transaction, inputs) => inputs.map((input) => settleOne(transaction, input)).filter((payment) => payment !== undefined),
}

/** Answers are kept for hours. */
const unfeltMs = 60_000

const toSettled = `UPDATE payments SET state = 'settled', unfinished = 0, epoch = epoch + 1, reason = NULL, final = 0, settled_at = ?,
  transaction_hash = ?, block_number = ?, block_hash = ?, log_index = ?,
  identities = CASE WHEN ? IS NULL THEN identities ELSE json_insert(identities, '$[#]', ?) END
  WHERE id = ?`
/** Of a payment that is as it was when it was served, but for the transaction that was sent since. */
const firstTime = `${toSettled} AND nonce IS NOT NULL AND state IN ('served', 'settling') AND settled_at IS NULL RETURNING epoch`

function settleOne(transaction: SqliteTransaction, input: SettledInput): Payment | undefined {
  if (input.served) {
    const fresh = ownTransfer(transaction, input.served, input)
    const row = transaction.get(firstTime, ...cells(input, fresh))
    if (row) return settled(transaction, input.served, input, { fresh, epoch: Number(row['epoch']) })
    if (fresh !== null) disown(transaction, input.id, fresh)
  }
  const before = hotPayment(transaction, input.id)
  if (before?.authorization === null) return moveTransfer(transaction, before, input)
  if (!before || !['served', 'settling', 'refused'].includes(before.state)) return undefined
  const fresh = ownTransfer(transaction, before, input)
  transaction.run(toSettled, ...cells(input, fresh))
  if (before.state === 'refused') {
    audit(transaction, {
      kind: 'settled_late',
      subject: input.id,
      detail: { transaction: input.transaction, was: before.reason },
      at: input.at,
    })
  }
  return settled(transaction, before, input, { fresh, epoch: before.epoch + 1 })
}

function cells(input: SettledInput, fresh: string | null): Cell[] {
  const { at, transaction, blockNumber, blockHash, logIndex, id } = input
  return [BigInt(at), lower(transaction), blockNumber, lower(blockHash), BigInt(logIndex), fresh, fresh, id]
}

/** The payment after its row was written, and what a settlement brings with it beside the row. */
function settled(
  transaction: SqliteTransaction,
  before: Payment,
  input: SettledInput,
  { fresh, epoch }: { readonly fresh: string | null; readonly epoch: number },
): Payment {
  if (fresh === null) tellConflict(transaction, before, input)
  // Kept from now on for as long as it would have been from the moment when it was served, where that is felt.
  const waited = before.settledAt === null && before.servedAt !== null ? input.at - before.servedAt : 0
  if (waited > unfeltMs) transaction.run('UPDATE answers SET expires_at = expires_at + ? WHERE payment_id = ?', BigInt(waited), input.id)
  transaction.run('INSERT INTO paying_wallets (payer) VALUES (?) ON CONFLICT (payer) DO NOTHING', before.payer)
  return {
    ...before,
    transaction: lower(input.transaction),
    blockNumber: input.blockNumber,
    blockHash: lower(input.blockHash),
    logIndex: input.logIndex,
    state: 'settled',
    epoch,
    reason: null,
    final: false,
    settledAt: input.at,
  }
}

/** Takes the key of the transfer for this payment; gives the key, null where the payment holds it already or another one does. */
function ownTransfer(transaction: SqliteTransaction, payment: Payment, input: SettledInput): string | null {
  const identity = identityOf(payment, input)
  return ownIfFree(transaction, payment.id, identity) ? identity : null
}

/**
 * Where another payment holds the key, two answers have come for one transfer, which no order of units allows, since a claim
 * by hash takes the authorization's key as well. The chain says all the same that this payment was made: it settles, its
 * holder keeps the key, and the operator learns of it.
 */
function tellConflict(transaction: SqliteTransaction, payment: Payment, input: SettledInput): void {
  const holder = ownerOf(transaction, identityOf(payment, input))
  if (holder === payment.id) return
  const detail = { transaction: input.transaction, heldBy: holder ?? null }
  audit(transaction, { kind: 'identity_conflict', subject: payment.id, detail, at: input.at })
}

function identityOf({ network, payTo, amount }: Payment, { transaction, occurrence }: SettledInput): string {
  return transferIdentity({ network, payTo, amount, transaction, occurrence })
}
