import type { Cell, SqliteTransaction } from '../store/store.ts'
import type { ClaimInput } from './ledger.ts'
import type { Payment } from './payment.ts'
import { lower, paymentColumns, paymentOf } from './payment-row.ts'

/** What the claim decided about the row, beside what came in. */
export interface Decided {
  readonly id: string
  /** Lower case. */
  readonly payer: string
  readonly free: boolean
  readonly identities: readonly string[]
}

const termColumns = `offer_id, fingerprint, protocol, network, asset, payer, pay_to, amount, nonce, valid_after, valid_before, signature,
  credential_hash, client, keys, instance, lease_until, claimed_at, claim_block`

function terms(input: ClaimInput, payer: string): Cell[] {
  const { authorization } = input
  return [
    input.offerId,
    input.fingerprint,
    input.protocol,
    input.network,
    lower(input.asset),
    payer,
    lower(input.payTo),
    input.amount,
    authorization && lower(authorization.nonce),
    authorization && authorization.validAfter,
    authorization && authorization.validBefore,
    authorization && authorization.signature,
    input.credentialHash,
    input.client,
    JSON.stringify(input.keys),
    input.instance,
    BigInt(input.leaseUntil),
    BigInt(input.now),
    input.block,
  ]
}

/** A new row in `claimed`. */
export function insertClaimed(transaction: SqliteTransaction, decided: Decided, input: ClaimInput): Payment {
  const row = transaction.get(
    `INSERT INTO payments (id, state, epoch, final, free, identities, ${termColumns})
     VALUES (?, 'claimed', 1, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING ${paymentColumns}`,
    decided.id,
    decided.free ? 1n : 0n,
    JSON.stringify(decided.identities),
    ...terms(input, decided.payer),
  )
  return paymentOf(row!)
}

/** The released row again, with everything that the new request brought; its receipt id stays. */
export function retakeReleased(transaction: SqliteTransaction, decided: Decided, input: ClaimInput): Payment {
  const row = transaction.get(
    `UPDATE payments SET state = 'claimed', epoch = epoch + 1, reason = NULL, free = ?, identities = ?, (${termColumns})
       = (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     WHERE id = ? AND state = 'released' RETURNING ${paymentColumns}`,
    decided.free ? 1n : 0n,
    JSON.stringify(decided.identities),
    ...terms(input, decided.payer),
    decided.id,
  )
  return paymentOf(row!)
}
