import type { SendResult, TransactionReceipt } from '../chain/chain.ts'
import type { Slot, StoredTransaction } from '../ledger/ledger.ts'
import type { Load } from './build-transaction.ts'
import type { Settlement } from './settlements.ts'
import type { NetworkParts } from './settler-parts.ts'

/** One account nonce that was given out and is not known to be used up. */
export interface OpenSlot {
  readonly nonce: number
  /** Those it was to settle. Empty for a filler. */
  readonly settlements: Settlement[]
  /** Every transaction signed for it, newest last; any of them may be mined. */
  readonly transactions: StoredTransaction[]
  readonly load: Load['kind']
  /** When the newest was last sent, 0 when it was not yet by this process. */
  sentAt: number
  /** Since when a node has the newest in its pool, null when none is known to. */
  pooledSince: number | null
  /** The node wants a higher fee at this nonce. */
  underpriced: boolean
  rejections: number
  /** Since when the account nonce is past it without a receipt of ours. */
  passedSince: number | null
  mined: TransactionReceipt | null
}

export function newSlot(nonce: number, settlements: Settlement[], transactions: StoredTransaction[], load: Load['kind']): OpenSlot {
  return {
    nonce,
    settlements,
    transactions,
    load,
    sentAt: 0,
    pooledSince: null,
    underpriced: false,
    rejections: 0,
    passedSince: null,
    mined: null,
  }
}

/** Notes what a node said to the slot's newest transaction. */
export function noteSent(slot: OpenSlot, result: SendResult | 'unreachable', now: number): void {
  slot.sentAt = now
  switch (result) {
    case 'accepted':
      slot.pooledSince = now
      slot.rejections = 0
      return
    case 'already_known':
      slot.pooledSince = firstOf(slot.pooledSince, now)
      slot.rejections = 0
      return
    case 'nonce_too_low':
      slot.passedSince = firstOf(slot.passedSince, now)
      return
    case 'underpriced':
      slot.underpriced = true
      return
    case 'rejected':
      slot.rejections += 1
      return
    case 'no_gas_money':
    case 'unreachable':
      return
  }
}

/** The moment that was noted first; now where it is yet to come, since the clock was put back. */
export function firstOf(noted: number | null, now: number): number {
  return noted === null ? now : Math.min(noted, now)
}

/** Begins a new newest transaction. */
export function renew(slot: OpenSlot, transaction: StoredTransaction): void {
  slot.transactions.push(transaction)
  slot.pooledSince = null
  slot.underpriced = false
  slot.rejections = 0
}

/** A slot as an earlier process, or this one, left it in the ledger, with those of its payments that have not ended. */
export async function slotFromLedger(parts: NetworkParts, { nonce, payments, transactions }: Slot): Promise<OpenSlot> {
  const settlements: Settlement[] = []
  for (const id of payments) {
    const payment = await parts.ledger.find(id)
    if (payment?.state !== 'served' && payment?.state !== 'settling') continue
    const { settlement } = parts.settlements.begin(payment, 'slot')
    settlement.place = 'slot'
    settlement.transaction = transactions.at(-1)?.hash ?? null
    settlements.push(settlement)
  }
  return newSlot(nonce, settlements, [...transactions], loadOf(payments))
}

/** What was stored for an account nonce that is needed once more, to be sent again; who is paid by it is found out by other ways. */
export function slotAgain({ nonce, payments, transactions }: Slot): OpenSlot {
  return newSlot(nonce, [], [...transactions], loadOf(payments))
}

function loadOf(payments: readonly string[]): Load['kind'] {
  return payments.length === 0 ? 'filler' : payments.length === 1 ? 'alone' : 'batch'
}
