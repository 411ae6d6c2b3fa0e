import type { Hex } from '../../shared/bytes.ts'
import type { AnswerRow } from '../answers/answer-row.ts'
import type { Payment } from '../payments/payment.ts'

/** Names what one payer was given of one query. */
export interface PositionKey {
  readonly id: string
  /** Lower case. */
  readonly payer: Hex
}

/** An item that was delivered, or will be when its payment is settled. */
export interface DeliveredItem {
  /** Hash of the item's id. */
  readonly item: string
  readonly deliveredAt: number
  /** Its payment is not settled and could still be: the item is neither delivered nor free to be sold again. */
  readonly withheld: boolean
}

/** What a payer was given of a query, from some day on. */
export interface Deliveries {
  /** Changes with every delivery; 0 where there was none. */
  readonly version: number
  /** The earliest day that was asked for; null where nothing was. */
  readonly sinceDay: string | null
  readonly askedAt: number
  readonly items: readonly DeliveredItem[]
  /** What this payer has on record, all queries together. */
  readonly ofPayer: { readonly positions: number; readonly items: number }
}

/** An item that an answer delivers. */
export interface NewDelivery {
  /** Hash of the item's id. */
  readonly item: string
  readonly day: string
}

/** What an answer delivers of a query. */
export interface Delivery extends PositionKey {
  /** As it was read; where the position has moved on since, nothing is written. */
  readonly version: number
  /** The day that was asked for. */
  readonly sinceDay: string
  readonly items: readonly NewDelivery[]
  /** How many of the items are not on record yet. */
  readonly added: number
}

export interface ServeDeliveryInput {
  readonly id: string
  readonly epoch: number
  readonly answer: AnswerRow
  readonly at: number
  readonly delivery: Delivery
}

/** `moved_on`: the position changed since it was read, so other items are new now. Nothing was written. */
export type ServedDelivery = Payment | 'moved_on' | undefined
