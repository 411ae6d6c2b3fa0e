import type { Cell, SqliteTransaction } from '../store/store.ts'
import type { ClaimInput, ClaimTerms, ClaimTransferInput } from './ledger.ts'
import type { Payment } from './payment.ts'
import { lower, paymentColumns, paymentOf } from './payment-row.ts'

/** What the claim decided about the row, beside what came in. */
export interface Decided {
  readonly id: string
  readonly free: boolean
  readonly identities: readonly string[]
}

export interface DecidedTransfer {
  readonly id: string
  readonly theft: boolean
  readonly identities: readonly string[]
}

/** A new row in `claimed`. */
export function insertClaimed(transaction: SqliteTransaction, decided: Decided, input: ClaimInput): Payment {
  return insert(transaction, 'authorization', decided.id, { ...terms(input), ...authorizationTerms(decided, input), theft: 0n })
}

/** The released row again, with everything that the new request brought; its receipt id stays. */
export function retakeReleased(transaction: SqliteTransaction, decided: Decided, input: ClaimInput): Payment {
  return retake(transaction, decided.id, 'released', { ...terms(input), ...authorizationTerms(decided, input) })
}

/** A new row in `claimed` for a transfer. */
export function insertTransfer(transaction: SqliteTransaction, decided: DecidedTransfer, input: ClaimTransferInput): Payment {
  return insert(transaction, 'transfer', decided.id, {
    ...terms(input),
    ...transferTerms(decided, input),
    free: 0n,
    theft: decided.theft ? 1n : 0n,
  })
}

/** The credit again, with everything that the new request brought, at the place where its transfer stands now; its receipt id stays. */
export function retakeCredit(transaction: SqliteTransaction, decided: DecidedTransfer, input: ClaimTransferInput): Payment {
  return retake(transaction, decided.id, 'credit', { ...terms(input), ...transferTerms(decided, input) })
}

type Cells = Readonly<Record<string, Cell>>

/** What a claim brings no value for. */
const unset: Cells = {
  nonce: null,
  valid_after: null,
  valid_before: null,
  signature: null,
  served_at: null,
  settled_at: null,
  reason: null,
  transaction_hash: null,
  block_number: null,
  block_hash: null,
  log_index: null,
  bound: 0n,
}

/** What a claim by an authorization brings for its row, by column; PostgreSQL's statements know these values by the same names. */
export function claimCells(input: ClaimInput): Cells {
  return { ...terms(input), ...ofAuthorization(input) }
}

export function transferCells(input: ClaimTransferInput): Cells {
  return { ...terms(input), ...ofTransfer(input) }
}

function terms(input: ClaimTerms): Cells {
  return {
    offer_id: input.offerId,
    fingerprint: input.fingerprint,
    protocol: input.protocol,
    network: input.network,
    asset: lower(input.asset),
    payer: lower(input.payer),
    pay_to: lower(input.payTo),
    amount: input.amount,
    credential_hash: input.credentialHash,
    client: input.client,
    keys: JSON.stringify(input.keys),
    instance: input.instance,
    lease_until: BigInt(input.leaseUntil),
    claimed_at: BigInt(input.now),
  }
}

function authorizationTerms({ free, identities }: Decided, input: ClaimInput): Cells {
  return { free: free ? 1n : 0n, identities: JSON.stringify(identities), ...ofAuthorization(input) }
}

function ofAuthorization({ authorization, block }: ClaimInput): Cells {
  return {
    nonce: lower(authorization.nonce),
    valid_after: authorization.validAfter,
    valid_before: authorization.validBefore,
    signature: authorization.signature,
    claim_block: block,
  }
}

function transferTerms({ identities }: DecidedTransfer, input: ClaimTransferInput): Cells {
  return { identities: JSON.stringify(identities), ...ofTransfer(input) }
}

function ofTransfer(input: ClaimTransferInput): Cells {
  return {
    transaction_hash: lower(input.transaction),
    block_number: input.blockNumber,
    block_hash: lower(input.blockHash),
    log_index: BigInt(input.logIndex),
    bound: input.bound ? 1n : 0n,
    claim_block: input.claimBlock,
  }
}

/** The names are constants of this file, so each form is one statement. The row is what goes in: it is not read back. */
function insert(transaction: SqliteTransaction, form: 'authorization' | 'transfer', id: string, cells: Cells): Payment {
  const row = { ...unset, ...cells, id, state: 'claimed', unfinished: 1n, epoch: 1n, final: 0n }
  const statement = inserts.get(form) ?? insertOf(row)
  inserts.set(form, statement)
  transaction.run(statement, ...Object.values(row))
  return paymentOf(row)
}

const inserts = new Map<string, string>()

function insertOf(row: Cells): string {
  const names = Object.keys(row).join(', ')
  return `INSERT INTO payments (${names}) VALUES (${names.replaceAll(/\w+/g, '?')})`
}

function retake(transaction: SqliteTransaction, id: string, from: 'released' | 'credit', cells: Cells): Payment {
  const changes = Object.keys(cells).map((name) => `${name} = ?`)
  const row = transaction.get(
    `UPDATE payments SET state = 'claimed', unfinished = 1, epoch = epoch + 1, reason = NULL, ${changes.join(', ')}
     WHERE id = ? AND state = '${from}' RETURNING ${paymentColumns}`,
    ...Object.values(cells),
    id,
  )
  return paymentOf(row!)
}
