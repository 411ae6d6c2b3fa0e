import type { SqliteTransaction, Unit } from '../store/store.ts'
import { audit } from './audit.ts'
import { holderOf, ownIdentities } from './identities.ts'
import { transferIdentity } from './identity.ts'
import type { SettledInput } from './ledger.ts'
import { moveTransfer } from './move-transfer.ts'
import type { Payment } from './payment.ts'
import { hotPayment, lower, paymentColumns, paymentOf } from './payment-row.ts'

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

function settleOne(transaction: SqliteTransaction, input: SettledInput): Payment | undefined {
  const before = hotPayment(transaction, input.id)
  if (before?.authorization === null) return moveTransfer(transaction, before, input)
  if (!before || !['served', 'settling', 'refused'].includes(before.state)) return undefined
  const identities = ownTransfer(transaction, before, input)
  const row = transaction.get(
    `UPDATE payments SET state = 'settled', epoch = epoch + 1, reason = NULL, final = 0, settled_at = ?,
       transaction_hash = ?, block_number = ?, block_hash = ?, log_index = ?,
       identities = coalesce(?, identities)
     WHERE id = ? RETURNING ${paymentColumns}`,
    BigInt(input.at),
    lower(input.transaction),
    input.blockNumber,
    lower(input.blockHash),
    BigInt(input.logIndex),
    identities && JSON.stringify(identities),
    input.id,
  )
  // Kept from now on for as long as it would have been from the moment when it was served.
  const waited = before.settledAt === null && before.servedAt !== null ? Math.max(0, input.at - before.servedAt) : 0
  transaction.run('UPDATE answers SET expires_at = expires_at + ? WHERE payment_id = ?', BigInt(waited), input.id)
  transaction.run('INSERT INTO paying_wallets (payer) VALUES (?) ON CONFLICT (payer) DO NOTHING', before.payer)
  if (before.state === 'refused') {
    audit(transaction, {
      kind: 'settled_late',
      subject: input.id,
      detail: { transaction: input.transaction, was: before.reason },
      at: input.at,
    })
  }
  return paymentOf(row!)
}

/**
 * Takes the key of the transfer for this payment; gives all keys that it holds then, null where another payment holds that
 * one. Two answers have come for one transfer then, which no order of units allows, since a claim by hash takes the
 * authorization's key as well. The chain says all the same that this payment was made: it settles, its holder keeps the
 * key, and the operator learns of it.
 */
function ownTransfer(transaction: SqliteTransaction, { id, network, payTo, amount }: Payment, input: SettledInput): string[] | null {
  const identity = transferIdentity({ network, payTo, amount, transaction: input.transaction, occurrence: input.occurrence })
  const holder = holderOf(transaction, identity)
  if (holder === undefined || holder.id === id) return ownIdentities(transaction, id, [identity])
  audit(transaction, { kind: 'identity_conflict', subject: id, detail: { identity, heldBy: holder.id }, at: input.at })
  return null
}
