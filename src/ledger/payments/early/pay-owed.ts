import type { Unit } from '../../../store/store.ts'
import { audit } from '../audit.ts'
import { takeIdentities, takeIdentityIfFree } from '../identities.sqlite.ts'
import type { Payment } from '../payment.ts'
import { columnsOf, paymentColumns } from '../payment-columns.ts'
import { firstPayment, lower, optionalPayment } from '../payment-row.ts'

export interface PayOwedInput {
  readonly id: string
  readonly epoch: number
  readonly authorization: NonNullable<Payment['authorization']>
  /** The key of this authorization, see `identity.ts`. */
  readonly identity: string
  readonly credentialHash: string
  /** The chain's head: the search for its logs starts here. */
  readonly claimBlock: bigint
  readonly instance: string
  readonly leaseUntil: number
  readonly at: number
}

const changed = ['nonce', 'valid_after', 'valid_before', 'signature', 'credential_hash', 'claim_block', 'instance', 'lease_until'] as const

/**
 * owed -> served, with a new authorization of the same payer for the same amount, which the settler then settles. The reason stays
 * until it is settled, so the payer is refused until then, and a further failure is not another loss. Undefined where the payment has
 * moved on, or another payment has this authorization.
 *
 * The caller has checked that the authorization before can't be collected any more.
 */
export const payOwed: Unit<PayOwedInput, Payment | undefined> = {
  name: 'pay_owed',
  sqlite(transaction, input) {
    const { id, epoch, identity, at } = input
    const due = transaction.get(`SELECT 1 AS one FROM payments WHERE id = ? AND epoch = ? AND state = 'owed'`, id, BigInt(epoch))
    if (!due || !takeIdentityIfFree(transaction, id, identity)) return undefined
    const cells = cellsOf(input)
    const identities = takeIdentities(transaction, id, [identity], true)
    const payment = optionalPayment(
      transaction.get(
        `UPDATE payments SET state = 'served', unfinished = 1, epoch = epoch + 1, transaction_hash = NULL, identities = ?,
         ${changed.map((name) => `${name} = ?`).join(', ')} WHERE id = ? RETURNING ${paymentColumns}`,
        JSON.stringify(identities),
        ...changed.map((name) => cells[name]),
        id,
      ),
    )
    audit(transaction, { kind: 'owed_paid_again', subject: id, detail: { nonce: cells.nonce }, at })
    return payment
  },
  postgres: {
    text: `WITH due AS (
        SELECT id, identities FROM payments WHERE id = :id AND epoch = :epoch AND state = 'owed' FOR UPDATE
      ), owned AS (
        INSERT INTO identities (identity, payment_id) SELECT :identity::text, id FROM due ON CONFLICT DO NOTHING RETURNING identity
      ), told AS (
        INSERT INTO audit (at, kind, subject, detail)
        SELECT :at::int8, 'owed_paid_again', due.id, json_build_object('nonce', :nonce::text)::text FROM due, owned
      ) UPDATE payments p SET state = 'served', unfinished = 1, epoch = p.epoch + 1, transaction_hash = NULL,
          identities = (due.identities::jsonb || to_jsonb(owned.identity))::text,
          ${changed.map((name) => `${name} = :${name}`).join(', ')}
        FROM due, owned WHERE p.id = due.id RETURNING ${columnsOf('p')}`,
    values: (input) => ({
      id: input.id,
      epoch: BigInt(input.epoch),
      identity: input.identity,
      at: BigInt(input.at),
      ...cellsOf(input),
    }),
    result: firstPayment,
  },
}

function cellsOf({ authorization, credentialHash, claimBlock, instance, leaseUntil }: PayOwedInput) {
  const { nonce, validAfter, validBefore, signature } = authorization
  return {
    nonce: lower(nonce),
    valid_after: validAfter,
    valid_before: validBefore,
    signature,
    credential_hash: credentialHash,
    claim_block: claimBlock,
    instance,
    lease_until: BigInt(leaseUntil),
  } as const
}
