import type { Cell, SqliteTransaction } from '../../store/store.ts'
import { columnsOf, hotPaymentColumnTypes, type HotPaymentColumn } from '../payments/payment-columns.ts'
import { lower } from '../payments/payment-row.ts'
import type { AdoptPaymentInput } from './adopt-payment-input.ts'
import { adoptedReason } from './adopted.ts'

/** What the chain says, for a new row and for one that was released. */
const chainColumns = [
  'network',
  'asset',
  'payer',
  'pay_to',
  'amount',
  'nonce',
  'valid_after',
  'valid_before',
  'signature',
  'settled_at',
  'transaction_hash',
  'block_number',
  'block_hash',
  'log_index',
  'final',
  'instance',
] as const satisfies readonly HotPaymentColumn[]

export function cellsOf(input: AdoptPaymentInput): Readonly<Record<(typeof chainColumns)[number], Cell>> {
  const { authorization } = input
  return {
    network: input.network,
    asset: lower(input.asset),
    payer: lower(input.payer),
    pay_to: lower(input.payTo),
    amount: input.amount,
    nonce: lower(authorization.nonce),
    valid_after: authorization.validAfter,
    valid_before: authorization.validBefore,
    signature: lower(authorization.signature),
    settled_at: BigInt(input.at),
    transaction_hash: lower(input.transaction),
    block_number: input.blockNumber,
    block_hash: lower(input.blockHash),
    log_index: BigInt(input.logIndex),
    final: input.final ? 1n : 0n,
    instance: input.instance,
  }
}

/** What makes it a credit. */
const credit = { state: 'credit', timing: 'first', reason: adoptedReason, unfinished: 0n, runs: 0n } as const

/** What no chain knows, for a new row. A released one keeps its own. */
const unknown = {
  fingerprint: '',
  protocol: 'unknown',
  credential_hash: '',
  keys: '[]',
  epoch: 1n,
  free: 0n,
  bound: 0n,
  theft: 0n,
  lease_until: 0n,
}

const renewed = [...chainColumns, ...Object.keys(credit), 'identities']
const renew = `UPDATE payments SET epoch = epoch + 1, ${renewed.map((name) => `${name} = ?`).join(', ')} WHERE id = ? AND state = 'released'`
const inserted = [...renewed, ...Object.keys(unknown), 'id', 'offer_id', 'client', 'claim_block', 'claimed_at']
const insert = `INSERT INTO payments (${inserted.join(', ')}) VALUES (${inserted.map(() => '?').join(', ')})`

/** Writes the row: a new one, or the one that was released. */
export function writeAdopted(
  transaction: SqliteTransaction,
  id: string,
  isReleased: boolean,
  identities: readonly string[],
  input: AdoptPaymentInput,
): void {
  const cells = cellsOf(input)
  const changed = [...chainColumns.map((column) => cells[column]), ...Object.values(credit), JSON.stringify(identities)]
  if (isReleased) transaction.run(renew, ...changed, id)
  else {
    const { offerId, client, blockNumber, paidAt } = input
    transaction.run(insert, ...changed, ...Object.values(unknown), id, offerId, client, blockNumber, BigInt(paidAt))
  }
}

/** PostgreSQL: the same for the payment in `decided`. It gives no row where a released one has moved on since. */
export function upsertSql(): string {
  const literals = [...Object.values(credit), 'd.identities', ...Object.values(unknown)].map((value) =>
    value === 'd.identities' ? value : typeof value === 'string' ? `'${value}'` : `${value}`,
  )
  const values = chainColumns.map((name) => `:${name}::${hotPaymentColumnTypes[name] === 'text' ? 'text' : 'int8'}`)
  const names = [
    ...chainColumns,
    ...Object.keys(credit),
    'identities',
    ...Object.keys(unknown),
    'id',
    'offer_id',
    'client',
    'claim_block',
    'claimed_at',
  ]
  return `INSERT INTO payments (${names.join(', ')})
    SELECT ${[...values, ...literals].join(', ')}, d.id, :offer_id::text, :client::text, :block_number::int8, :claimed_at::int8 FROM decided d
    ON CONFLICT (id) DO UPDATE SET epoch = payments.epoch + 1, ${renewed.map((name) => `${name} = excluded.${name}`).join(', ')}
    WHERE payments.state = 'released' RETURNING ${columnsOf('payments')}`
}
