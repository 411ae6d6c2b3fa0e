import type { SendResult, TransactionReceipt } from '../../chain/chain.ts'
import type { Slot, StoredTransaction } from '../../ledger/ledger.ts'
import type { Load } from '../transaction/build-transaction.ts'
import { isUnsettled } from '../../ledger/payments/payment-states.ts'
import type { PendingSettlement } from '../settlements.ts'
import type { NetworkParts } from '../settler-parts.ts'

/** One account nonce that was given out and is not known to be used on chain. */
export interface OpenSlot {
  readonly nonce: number
  /** The payments it is to settle. Empty for a filler. */
  readonly settlements: PendingSettlement[]
  /** Every transaction signed for it, newest last; any of them may be mined. */
  readonly transactions: StoredTransaction[]
  readonly load: Load['kind']
  /** When the newest was last sent; 0 when this process has not sent it. */
  sentAt: number
  /** Since when a node has had the newest in its pool; null when none is known to have it. */
  pooledSince: number | null
  /** The node wants a higher fee at this nonce. */
  underpriced: boolean
  rejections: number
  /** Since when the account nonce has been higher without a receipt of ours. */
  passedSince: number | null
  mined: TransactionReceipt | null
}

export function newSlot(nonce: number, settlements: PendingSettlement[], transactions: StoredTransaction[], load: Load['kind']): OpenSlot {
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

/** Records a node's answer to the slot's newest transaction. */
export function recordSendResult(slot: OpenSlot, result: SendResult | 'unreachable', now: number): void {
  slot.sentAt = now
  switch (result) {
    case 'accepted':
      slot.pooledSince = now
      slot.rejections = 0
      return
    case 'already_known':
      slot.pooledSince = earliest(slot.pooledSince, now)
      slot.rejections = 0
      return
    case 'nonce_too_low':
      slot.passedSince = earliest(slot.passedSince, now)
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

/** The earlier time; now where the recorded time is in the future, since the clock was put back. */
export function earliest(recorded: number | null, now: number): number {
  return recorded === null ? now : Math.min(recorded, now)
}

/** Adds a replacement, which is the newest transaction from now on. */
export function addReplacement(slot: OpenSlot, transaction: StoredTransaction): void {
  slot.transactions.push(transaction)
  slot.pooledSince = null
  slot.underpriced = false
  slot.rejections = 0
}

/** A slot from the ledger, as this or an earlier process left it, with its payments that have not ended. */
export async function slotFromLedger(parts: NetworkParts, { nonce, payments, transactions, contract }: Slot): Promise<OpenSlot> {
  const settlements: PendingSettlement[] = []
  for (const id of payments) {
    const payment = await parts.ledger.find(id)
    if (payment === undefined || !isUnsettled(payment)) continue
    const { settlement } = parts.settlements.begin(payment, 'slot')
    settlement.phase = 'slot'
    settlement.contract = contract
    settlement.transaction = transactions.at(-1)?.hash ?? null
    settlements.push(settlement)
  }
  return newSlot(nonce, settlements, [...transactions], loadOf(payments, contract))
}

/** The stored transactions of an account nonce that is needed once more, to be sent again. Which payments they settle is found out elsewhere. */
export function reopenedSlot({ nonce, payments, transactions, contract }: Slot): OpenSlot {
  return newSlot(nonce, [], [...transactions], loadOf(payments, contract))
}

function loadOf(payments: readonly string[], contract: boolean): Load['kind'] {
  if (contract) return 'contract'
  return payments.length === 0 ? 'filler' : payments.length === 1 ? 'alone' : 'batch'
}
