import { abortUnless } from '../../store/postgres/abort-unless.ts'
import type { Cell, SqliteTransaction, Unit } from '../../store/store.ts'
import { audit } from './audit.ts'
import { releaseIdentity, holderId, takeIdentityIfFree } from './identities.sqlite.ts'
import { bookIncome, bookIncomeSql } from './income.ts'
import { transferIdentity, transferIdentitySql } from './identity.ts'
import type { SettledInput } from '../ledger.ts'
import { moveTransfer } from './move-transfer.sqlite.ts'
import type { Payment } from './payment.ts'
import { columnsOf } from './payment-columns.ts'
import { hotPayment, lower, paymentFromRow } from './payment-row.ts'

const settleable: ReadonlySet<Payment['state']> = new Set(['ordered', 'served', 'settling', 'refused', 'owed'])

/** A payment that is settled first has no answer yet. */
function settledState(table: string): string {
  return `CASE WHEN ${table}.timing = 'first' AND ${table}.served_at IS NULL THEN 'credit' ELSE 'settled' END`
}

/** Answers are kept for hours, so a shorter wait need not extend that time. */
const maxUnextendedMs = 60_000

/**
 * ordered, served, settling, refused or owed -> settled, for all of a transaction in one unit. The chain decides, so this is a compare-and-set
 * on the state only, and a repetition changes nothing. Returns the payments that changed.
 *
 * One that is settled first becomes a credit: its work is still to be done.
 *
 * The same unit takes the transfer's key for this payment, so that the transaction's hash buys nothing more. A payment that was
 * claimed by a transfer only moves to another block. What the payments brought is booked.
 */
export const settle: Unit<readonly SettledInput[], Payment[]> = {
  name: 'settle',
  sqlite(transaction, inputs) {
    const changed = inputs.map((input) => settleOne(transaction, input)).filter((payment) => payment !== undefined)
    recordPayingWallets(transaction, changed)
    bookIncome(transaction, changed)
    return changed
  },
  postgres: {
    // The rows are locked first, in the order of their ids, so that the decisions rest on their newest versions.
    text: `WITH given AS (
        SELECT * FROM jsonb_to_recordset(:inputs::jsonb) AS given (position int8, id text, transaction text, block_number int8, block_hash text,
          log_index int8, occurrence int8, at int8)
      ), due AS (
        SELECT given.*, p.payer, p.nonce, p.state AS was, p.reason AS was_reason, p.block_hash AS was_block, p.settled_at AS was_settled, p.served_at,
          CASE WHEN p.nonce IS NOT NULL THEN ${transferIdentitySql('p', 'given')} END AS identity
        FROM payments p JOIN given ON given.id = p.id
        WHERE CASE WHEN p.nonce IS NOT NULL THEN p.state IN ('ordered', 'served', 'settling', 'refused', 'owed')
          ELSE p.theft = 0 AND p.transaction_hash = given.transaction
            AND (p.state = 'reversed' OR (p.state = 'settled' AND p.final = 0 AND p.block_hash <> given.block_hash)) END
        ORDER BY p.id FOR UPDATE OF p
      ), owned AS (
        INSERT INTO identities (identity, payment_id) SELECT identity, id FROM due WHERE identity IS NOT NULL ORDER BY identity
        ON CONFLICT DO NOTHING RETURNING identity, payment_id
      ), settled AS (
        UPDATE payments p SET state = ${settledState('p')}, unfinished = 0, epoch = p.epoch + 1, reason = NULL, final = 0,
          settled_at = CASE WHEN p.nonce IS NULL THEN p.settled_at ELSE due.at END,
          transaction_hash = due.transaction, block_number = due.block_number, block_hash = due.block_hash, log_index = due.log_index,
          identities = CASE WHEN owned.identity IS NULL THEN p.identities ELSE (p.identities::jsonb || to_jsonb(owned.identity))::text END
        FROM due LEFT JOIN owned ON owned.payment_id = due.id WHERE p.id = due.id RETURNING ${columnsOf('p')}, due.position
      ), booked AS (
        ${bookIncomeSql('settled')}
      ), kept AS (
        UPDATE answers a SET expires_at = a.expires_at + (due.at - due.served_at) FROM due
        WHERE a.payment_id = due.id AND due.nonce IS NOT NULL AND due.was_settled IS NULL AND due.at - due.served_at > ${maxUnextendedMs}
      ), paid AS (
        INSERT INTO paying_wallets (payer) SELECT DISTINCT payer FROM due WHERE nonce IS NOT NULL ORDER BY payer ON CONFLICT DO NOTHING
      ), held_by_others AS (
        SELECT due.*, coalesce((SELECT i.payment_id FROM identities i WHERE i.identity = due.identity),
          (SELECT o.payment_id FROM owned o WHERE o.identity = due.identity)) AS holder
        FROM due WHERE identity IS NOT NULL AND NOT EXISTS (SELECT 1 FROM owned o WHERE o.payment_id = due.id)
      ), audited AS (
        INSERT INTO audit (at, kind, subject, detail)
        SELECT at, 'settled_late', id, json_build_object('transaction', transaction, 'was', was_reason)::text FROM due WHERE was IN ('refused', 'owed')
        UNION ALL SELECT at, CASE was WHEN 'reversed' THEN 'settled_late' ELSE 'moved' END, id,
          json_build_object('transaction', transaction, 'blockHash', block_hash, 'was', coalesce(was_reason, was_block))::text
        FROM due WHERE nonce IS NULL
        UNION ALL SELECT at, 'identity_conflict', id, json_build_object('transaction', transaction, 'heldBy', holder)::text
        FROM held_by_others o WHERE holder <> id
          AND NOT EXISTS (SELECT 1 FROM payments h WHERE h.id = o.holder AND h.nonce IS NOT NULL
            AND h.transaction_hash = o.transaction AND h.block_hash <> o.block_hash)
      ) SELECT settled.*, ${abortUnless('NOT EXISTS (SELECT 1 FROM held_by_others WHERE holder IS NULL)')} AS holders_seen
        FROM settled ORDER BY position`,
    values: (inputs) => ({ inputs: JSON.stringify(firstOfEach(inputs).map(placeOf)) }),
    result: (rows) => rows.map(paymentFromRow),
  },
}

const toSettled = `UPDATE payments SET state = ${settledState('payments')}, unfinished = 0, epoch = epoch + 1, reason = NULL, final = 0, settled_at = ?,
  transaction_hash = ?, block_number = ?, block_hash = ?, log_index = ?,
  identities = CASE WHEN ? IS NULL THEN identities ELSE json_insert(identities, '$[#]', ?) END
  WHERE id = ?`
/** For a payment that has not changed since it was served, except that a transaction was sent. RETURNING would make a table for its one row. */
const firstTime = `${toSettled} AND epoch = ? AND nonce IS NOT NULL AND state = 'settling' AND settled_at IS NULL`

/** A payment that is named twice is settled once. */
function firstOfEach(inputs: readonly SettledInput[]): SettledInput[] {
  return [...new Map(inputs.toReversed().map((input) => [input.id, input])).values()].toReversed()
}

function placeOf({ id, transaction, blockNumber, blockHash, logIndex, occurrence, at }: SettledInput, position: number) {
  return {
    position,
    id,
    transaction: lower(transaction),
    block_number: blockNumber.toString(),
    block_hash: lower(blockHash),
    log_index: logIndex,
    occurrence,
    at,
  }
}

function settleOne(transaction: SqliteTransaction, input: SettledInput): Payment | undefined {
  if (input.served) {
    const fresh = ownTransfer(transaction, input.served, input)
    const epoch = input.served.epoch + (input.served.state === 'served' ? 1 : 0)
    const { changes } = transaction.run(firstTime, ...cells(input, fresh), BigInt(epoch))
    if (changes === 1) return settled(transaction, input.served, input, { fresh, epoch: epoch + 1 })
    if (fresh !== null) releaseIdentity(transaction, input.id, fresh)
  }
  const before = hotPayment(transaction, input.id)
  if (before?.authorization === null) return moveTransfer(transaction, before, input)
  if (!before || !settleable.has(before.state)) return undefined
  const fresh = ownTransfer(transaction, before, input)
  transaction.run(toSettled, ...cells(input, fresh))
  if (before.state === 'refused' || before.state === 'owed') {
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

/** Writes what a settlement changes beside the row; gives the payment as it is now. */
function settled(
  transaction: SqliteTransaction,
  before: Payment,
  input: SettledInput,
  { fresh, epoch }: { readonly fresh: string | null; readonly epoch: number },
): Payment {
  if (fresh === null) auditConflict(transaction, before, input)
  // From now on the answer is kept as long as it would have been kept from the time it was served, where that makes a difference.
  const waited = before.settledAt === null && before.servedAt !== null ? input.at - before.servedAt : 0
  if (waited > maxUnextendedMs)
    transaction.run('UPDATE answers SET expires_at = expires_at + ? WHERE payment_id = ?', BigInt(waited), input.id)
  return {
    ...before,
    transaction: lower(input.transaction),
    blockNumber: input.blockNumber,
    blockHash: lower(input.blockHash),
    logIndex: input.logIndex,
    state: before.timing === 'first' && before.servedAt === null ? 'credit' : 'settled',
    epoch,
    reason: null,
    final: false,
    settledAt: input.at,
  }
}

/** A wallet that has paid is not entitled to a free call. */
function recordPayingWallets(transaction: SqliteTransaction, payments: readonly Payment[]): void {
  const payers = new Set(payments.filter(({ authorization }) => authorization !== null).map(({ payer }) => payer))
  if (payers.size === 0) return
  transaction.run(
    'INSERT INTO paying_wallets (payer) SELECT value FROM json_each(?) WHERE true ON CONFLICT (payer) DO NOTHING',
    JSON.stringify([...payers]),
  )
}

/** Takes the key of the transfer for this payment; gives the key, null where the payment holds it already or another one does. */
function ownTransfer(transaction: SqliteTransaction, payment: Payment, input: SettledInput): string | null {
  const identity = identityOf(payment, input)
  return takeIdentityIfFree(transaction, payment.id, identity) ? identity : null
}

/**
 * Where another payment holds the key, one transfer brought two answers. No order of units allows that, since a claim by hash
 * takes the authorization's key as well. The chain still proves that this payment was made. So it settles, the holder keeps the
 * key, and the audit tells the operator.
 *
 * There is one harmless case: the same transaction was in another block before, where fewer of its transfers succeeded, so that
 * the holder's transfer had this number among them. Then no transfer brought two answers, and the keys of the authorizations
 * keep both payments apart.
 */
function auditConflict(transaction: SqliteTransaction, payment: Payment, input: SettledInput): void {
  const holder = holderId(transaction, identityOf(payment, input))
  if (holder === payment.id || (holder !== undefined && wasInAnotherBlock(transaction, holder, input))) return
  const detail = { transaction: input.transaction, heldBy: holder ?? null }
  audit(transaction, { kind: 'identity_conflict', subject: payment.id, detail, at: input.at })
}

/** Whether this payment by an authorization was settled by the same transaction in another block, of which only one can be on the chain. */
function wasInAnotherBlock(transaction: SqliteTransaction, id: string, place: SettledInput): boolean {
  const row = transaction.get(
    'SELECT 1 AS one FROM payments WHERE id = ? AND nonce IS NOT NULL AND transaction_hash = ? AND block_hash <> ?',
    id,
    lower(place.transaction),
    lower(place.blockHash),
  )
  return row !== undefined
}

function identityOf({ network, payTo, amount }: Payment, { transaction, occurrence }: SettledInput): string {
  return transferIdentity({ network, payTo, amount, transaction, occurrence })
}
