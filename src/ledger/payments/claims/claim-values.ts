import type { Cell } from '../../../store/store.ts'
import type { ClaimInput, ClaimTerms, ClaimTransferInput } from '../../ledger.ts'
import { hotPaymentColumnTypes, type HotPaymentColumn, type PaymentColumn } from '../payment-columns.ts'
import { lower } from '../payment-row.ts'

/** A claim, and until when the caller's idempotency keys name its payment at least, in milliseconds since the epoch. */
export type Keyed<Claim> = Claim & { readonly keysUntil: number }

const termsColumns = [
  'offer_id',
  'fingerprint',
  'protocol',
  'network',
  'asset',
  'payer',
  'pay_to',
  'amount',
  'price_words',
  'credential_hash',
  'client',
  'keys',
  'instance',
  'lease_until',
  'claimed_at',
  'claim_block',
] as const satisfies readonly PaymentColumn[]

/** The columns for which a claim brings values: those of either kind. */
export const claimColumns = {
  authorization: [...termsColumns, 'nonce', 'valid_after', 'valid_before', 'signature'],
  transfer: [...termsColumns, 'transaction_hash', 'block_number', 'block_hash', 'log_index', 'bound'],
} as const satisfies Readonly<Record<string, readonly PaymentColumn[]>>

export type ClaimKind = keyof typeof claimColumns
export type ClaimValues<Kind extends ClaimKind> = Readonly<Record<(typeof claimColumns)[Kind][number], Cell>>

/** What a claim by an authorization brings for its row, by column. PostgreSQL's statements know these values by the same names. */
export function claimValues(input: ClaimInput): ClaimValues<'authorization'> {
  const { authorization } = input
  return {
    ...termsCells(input, input.block),
    nonce: lower(authorization.nonce),
    valid_after: authorization.validAfter,
    valid_before: authorization.validBefore,
    signature: authorization.signature,
  }
}

/** The same of a claim by a transfer. */
export function transferValues(input: ClaimTransferInput): ClaimValues<'transfer'> {
  return {
    ...termsCells(input, input.claimBlock),
    transaction_hash: lower(input.transaction),
    block_number: input.blockNumber,
    block_hash: lower(input.blockHash),
    log_index: BigInt(input.logIndex),
    bound: input.bound ? 1n : 0n,
  }
}

function termsCells(input: ClaimTerms, claimBlock: bigint): Readonly<Record<(typeof termsColumns)[number], Cell>> {
  return {
    offer_id: input.offerId,
    fingerprint: input.fingerprint,
    protocol: input.protocol,
    network: input.network,
    asset: lower(input.asset),
    payer: lower(input.payer),
    pay_to: lower(input.payTo),
    amount: input.amount,
    price_words: input.priceWords ?? null,
    credential_hash: input.credentialHash,
    client: input.client,
    keys: JSON.stringify(input.keys),
    instance: input.instance,
    lease_until: BigInt(input.leaseUntil),
    claimed_at: BigInt(input.now),
    claim_block: claimBlock,
  }
}

/** What the claim decided about the row, beside what came in. */
export interface ClaimDecision {
  readonly id: string
  readonly free: boolean
  readonly theft: boolean
  /** All keys that the payment owns from now on. */
  readonly identities: readonly string[]
}

export type Cells = Readonly<Partial<Record<HotPaymentColumn, Cell>>>

const emptyRow = Object.fromEntries(Object.keys(hotPaymentColumnTypes).map((column) => [column, null])) as Readonly<
  Record<HotPaymentColumn, Cell>
>
const newRow = { ...emptyRow, state: 'claimed', unfinished: 1n, epoch: 1n, final: 0n, bound: 0n, timing: 'after', runs: 0n } as const

/** The row of a payment in `claimed` that is new in the ledger. */
export function claimedRow({ id, free, theft, identities }: ClaimDecision, cells: Cells): Record<HotPaymentColumn, Cell> {
  return { ...newRow, ...cells, id, free: free ? 1n : 0n, theft: theft ? 1n : 0n, identities: JSON.stringify(identities) }
}
