import type { SqliteTransaction, Unit } from '../store/store.ts'
import { audit } from './audit.ts'
import { own, ownerOf } from './identities.ts'
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

function settleOne(transaction: SqliteTransaction, input: SettledInput): Payment | undefined {
  const before = hotPayment(transaction, input.id)
  if (before?.authorization === null) return moveTransfer(transaction, before, input)
  if (!before || !['served', 'settling', 'refused'].includes(before.state)) return undefined
  const place = {
    transaction: lower(input.transaction),
    blockNumber: input.blockNumber,
    blockHash: lower(input.blockHash),
    logIndex: input.logIndex,
  }
  const fresh = ownTransfer(transaction, before, input)
  transaction.run(
    `UPDATE payments SET state = 'settled', unfinished = 0, epoch = epoch + 1, reason = NULL, final = 0, settled_at = ?,
       transaction_hash = ?, block_number = ?, block_hash = ?, log_index = ?,
       identities = CASE WHEN ? IS NULL THEN identities ELSE json_insert(identities, '$[#]', ?) END
     WHERE id = ?`,
    BigInt(input.at),
    place.transaction,
    place.blockNumber,
    place.blockHash,
    BigInt(place.logIndex),
    fresh,
    fresh,
    input.id,
  )
  // Kept from now on for as long as it would have been from the moment when it was served, where that is felt.
  const waited = before.settledAt === null && before.servedAt !== null ? input.at - before.servedAt : 0
  if (waited > unfeltMs) transaction.run('UPDATE answers SET expires_at = expires_at + ? WHERE payment_id = ?', BigInt(waited), input.id)
  transaction.run('INSERT INTO paying_wallets (payer) VALUES (?) ON CONFLICT (payer) DO NOTHING', before.payer)
  if (before.state === 'refused') {
    audit(transaction, {
      kind: 'settled_late',
      subject: input.id,
      detail: { transaction: input.transaction, was: before.reason },
      at: input.at,
    })
  }
  return { ...before, ...place, state: 'settled', epoch: before.epoch + 1, reason: null, final: false, settledAt: input.at }
}

/**
 * Takes the key of the transfer for this payment; gives the key, null where the payment holds it already or another one
 * does. Two answers have come for one transfer then, which no order of units allows, since a claim by hash takes the
 * authorization's key as well. The chain says all the same that this payment was made: it settles, its holder keeps the
 * key, and the operator learns of it.
 */
function ownTransfer(transaction: SqliteTransaction, { id, network, payTo, amount }: Payment, input: SettledInput): string | null {
  const identity = transferIdentity({ network, payTo, amount, transaction: input.transaction, occurrence: input.occurrence })
  const holder = ownerOf(transaction, identity)
  if (holder === undefined) {
    own(transaction, id, identity)
    return identity
  }
  if (holder !== id)
    audit(transaction, { kind: 'identity_conflict', subject: id, detail: { transaction: input.transaction, heldBy: holder }, at: input.at })
  return null
}
