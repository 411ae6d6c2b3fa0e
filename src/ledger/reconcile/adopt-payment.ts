import { abortUnless } from '../../store/postgres/abort-unless.ts'
import type { Unit } from '../../store/store.ts'
import { audit } from '../payments/audit.ts'
import { joinIdentities } from '../payments/claims/claim-parts.postgres.ts'
import { hotHolder, hotOrArchivedHolder, takeIdentities } from '../payments/identities.sqlite.ts'
import { transferIdentities } from '../payments/identity.ts'
import { columnsOf } from '../payments/payment-columns.ts'
import type { Payment } from '../payments/payment.ts'
import { hotPayment, lower, paymentFromRow } from '../payments/payment-row.ts'
import type { AdoptPaymentInput } from './adopt-payment-input.ts'
import { cellsOf, upsertSql, writeAdopted } from './adopted-row.ts'

/**
 * Takes a payment that is on chain into the ledger, as a credit: it buys an answer, or is given back. Whether it was answered before is not
 * known. A payment that was released becomes a credit in its own row. Undefined where the ledger knows the payment, or another payment has
 * its transfer; then nothing is written.
 */
export const adoptPayment: Unit<AdoptPaymentInput, Payment | undefined> = {
  name: 'adopt_payment',
  sqlite(transaction, input) {
    const identities = identitiesOf(input)
    const holders = identities.map((identity) => hotOrArchivedHolder(transaction, identity))
    if (holders.some((holder) => holder !== undefined && holder.state !== 'released')) return undefined
    const released = identities.map((identity) => hotHolder(transaction, identity)).find((holder) => holder !== undefined)
    const id = released?.id ?? input.id
    const held = takeIdentities(transaction, id, identities, released !== undefined)
    writeAdopted(transaction, id, released !== undefined, held, input)
    transaction.run('INSERT INTO paying_wallets (payer) VALUES (?) ON CONFLICT (payer) DO NOTHING', lower(input.payer))
    audit(transaction, { kind: 'adopted', subject: id, detail: { transaction: lower(input.transaction) }, at: input.at })
    return hotPayment(transaction, id)
  },
  postgres: {
    text: `WITH given AS (
        SELECT DISTINCT identity FROM unnest(:identity_list::text[]) AS given (identity)
      ), holders AS (
        SELECT p.id, p.state, p.identities FROM given JOIN identities i ON i.identity = given.identity JOIN payments p ON p.id = i.payment_id
      ), known AS (
        SELECT id FROM holders WHERE state <> 'released'
        UNION ALL SELECT a.id FROM given JOIN identities_archive i ON i.identity = given.identity
          JOIN payments_archive a ON a.id = i.payment_id WHERE a.state <> 'released'
      ), released AS (
        SELECT id, identities FROM holders ORDER BY id LIMIT 1
      ), decided AS (
        SELECT coalesce((SELECT id FROM released), :id) AS id,
          ${joinIdentities('(SELECT identities FROM released)', 'unnest(:identity_list::text[])')} AS identities
        WHERE NOT EXISTS (SELECT 1 FROM known)
      ), owned AS (
        INSERT INTO identities (identity, payment_id) SELECT given.identity, d.id FROM decided d, given ORDER BY given.identity
        ON CONFLICT (identity) DO UPDATE SET payment_id = excluded.payment_id
          WHERE identities.payment_id IN (SELECT holders.id FROM holders) RETURNING identity
      ), adopted AS (
        ${upsertSql()}
      ), paid AS (
        INSERT INTO paying_wallets (payer) SELECT payer FROM adopted ON CONFLICT DO NOTHING
      ), audited AS (
        INSERT INTO audit (at, kind, subject, detail)
        SELECT :settled_at::int8, 'adopted', id, json_build_object('transaction', transaction_hash)::text FROM adopted
      ) SELECT ${columnsOf('adopted')}, ${abortUnless(`NOT EXISTS (SELECT 1 FROM decided)
          OR ((SELECT count(*) FROM owned) = (SELECT count(*) FROM given) AND EXISTS (SELECT 1 FROM adopted))`)} AS all_taken
        FROM (SELECT 1) AS one LEFT JOIN adopted ON true`,
    values: (input) => ({
      ...cellsOf(input),
      id: input.id,
      offer_id: input.offerId,
      client: input.client,
      claimed_at: BigInt(input.paidAt),
      identity_list: identitiesOf(input),
    }),
    result: ([row]) => (row!['id'] === null ? undefined : paymentFromRow(row!)),
  },
}

function identitiesOf({ authorization, ...input }: AdoptPaymentInput): string[] {
  return transferIdentities({ ...input, authorizationNonce: authorization.nonce })
}
