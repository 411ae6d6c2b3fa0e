import type { SqliteTransaction, Unit } from '../store/store.ts'
import { insertClaimed, retakeReleased } from './claim-row.ts'
import { outstanding } from './cover.ts'
import { takeFreeCall } from './free-call.ts'
import type { ClaimInput, ClaimResult } from './ledger.ts'
import type { Payment } from './payment.ts'
import { archivedPayment, hotPayment, lower, texts } from './payment-row.ts'
import { unchargedRuns } from './uncharged-runs.ts'

/** `keysUntil`: how long the caller's idempotency keys name this payment at least, in milliseconds since the epoch. */
export type ClaimUnitInput = ClaimInput & { readonly keysUntil: number }

/**
 * Admits a payment, or says why not, all in one unit: run limit, identity, keys, cover, free call, in this order.
 * A released payment with the same identity is taken up again in its own row, under its old receipt id.
 */
export const claim: Unit<ClaimUnitInput, ClaimResult> = {
  name: 'claim',
  sqlite(transaction, input) {
    const payer = lower(input.payer)
    const { hour, limit } = input.unchargedRuns
    if (unchargedRuns(transaction, hour, { payer, client: input.client }) >= limit) return { result: 'too_many_uncharged_runs' }

    const holders = input.identities.map((identity) => holderOf(transaction, identity)).filter((holder) => holder !== undefined)
    const taken = holders.find((holder) => holder.state !== 'released')
    if (taken) return { result: 'taken', payment: taken }

    const sameKey = input.keys.map((key) => namedBy(transaction, key)).find((named) => named && bought(named))
    if (sameKey) return { result: 'key_taken', payment: sameKey }

    const owed = outstanding(transaction, input.network, payer, input.block)
    if (owed + input.amount > input.balance) return { result: 'not_covered', outstanding: owed }

    const released = holders[0]
    const id = released?.id ?? input.id
    const free = takeFreeCall(transaction, id, payer, input.freeCall)
    const identities = ownIdentities(transaction, id, released, input.identities)
    ownKeys(transaction, id, released, input)
    const write = released ? retakeReleased : insertClaimed
    return { result: 'claimed', payment: write(transaction, { id, payer, free, identities }, input) }
  },
}

/** Whether a key that names this payment is spent: one that was never charged nor answered leaves the purchase to the next. */
function bought({ state }: Payment): boolean {
  return state !== 'released' && state !== 'refused'
}

function holderOf(transaction: SqliteTransaction, identity: string): Payment | undefined {
  const row = transaction.get('SELECT payment_id FROM identities WHERE identity = ?', identity)
  return row && hotPayment(transaction, row['payment_id'] as string)
}

/** A key outlives its hot row, so this one look-up may end in the archive; it is by primary key, and only where a key is repeated. */
function namedBy(transaction: SqliteTransaction, key: string): Payment | undefined {
  const id = transaction.get('SELECT payment_id FROM payment_keys WHERE key = ?', key)?.['payment_id'] as string | undefined
  return id === undefined ? undefined : (hotPayment(transaction, id) ?? archivedPayment(transaction, id))
}

/** Gives all identities that the payment holds then: a key once held is not given back. */
function ownIdentities(transaction: SqliteTransaction, id: string, released: Payment | undefined, identities: readonly string[]): string[] {
  for (const identity of identities) {
    transaction.run(
      'INSERT INTO identities (identity, payment_id) VALUES (?, ?) ON CONFLICT (identity) DO UPDATE SET payment_id = excluded.payment_id',
      identity,
      id,
    )
  }
  const held = released && transaction.get('SELECT identities FROM payments WHERE id = ?', id)
  return [...new Set([...(held ? texts(held['identities']) : []), ...identities])]
}

function ownKeys(transaction: SqliteTransaction, id: string, released: Payment | undefined, input: ClaimUnitInput): void {
  for (const key of released?.keys ?? []) transaction.run('DELETE FROM payment_keys WHERE key = ? AND payment_id = ?', key, id)
  for (const key of input.keys) {
    transaction.run(
      `INSERT INTO payment_keys (key, payment_id, expires_at) VALUES (?, ?, ?)
       ON CONFLICT (key) DO UPDATE SET payment_id = excluded.payment_id, expires_at = excluded.expires_at`,
      key,
      id,
      BigInt(input.keysUntil),
    )
  }
}
