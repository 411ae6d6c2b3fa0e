import { hasPassed } from '../../shared/clock.ts'
import type { OpenSlot } from '../queue/open-slot.ts'

/** The next step for a slot of which no transaction has a receipt. */
export type SlotStep = 'wait' | 'rebroadcast' | 'bump' | 'make-way' | 'abandon'

export type SlotView = Pick<OpenSlot, 'nonce' | 'sentAt' | 'pooledSince' | 'underpriced' | 'rejections' | 'passedSince'>

/** How long to wait before each step, in milliseconds. */
export interface Patience {
  readonly rebroadcastMs: number
  readonly bumpMs: number
  readonly foreignMs: number
  readonly maxRejections: number
}

/** Whether the account nonce must be read to know what is to be done with this slot. */
export function isOverdue(slot: SlotView, patience: Patience, now: number): boolean {
  return slot.underpriced || slot.passedSince !== null || hasPassed(slot.sentAt, patience.rebroadcastMs, now)
}

/**
 * The next step for a slot without receipt.
 * @param accountNonce nonces below it are used on chain
 */
export function slotStep(slot: SlotView, accountNonce: number, patience: Patience, now: number): SlotStep {
  if (slot.nonce < accountNonce) {
    return slot.passedSince !== null && now - slot.passedSince >= patience.foreignMs ? 'abandon' : 'wait'
  }
  if (slot.rejections >= patience.maxRejections) return 'make-way'
  if (slot.underpriced || (slot.pooledSince !== null && now - slot.pooledSince >= patience.bumpMs)) return 'bump'
  return hasPassed(slot.sentAt, patience.rebroadcastMs, now) ? 'rebroadcast' : 'wait'
}
