import type { AnyOffer } from '../offers/offer.ts'
import { maxRunsOfCredit } from './credit-rules.ts'

/** When a payment is settled, for the documents of an offer where that is not after the work. */
export interface SettlementRule {
  /** A member of the terms and of the OpenAPI operation. */
  readonly member: { readonly when: 'before_work'; readonly runs: number; readonly note: string }
  /** A sentence for people and models. */
  readonly words: string
}

const beforeWork: SettlementRule = {
  member: {
    when: 'before_work',
    runs: maxRunsOfCredit,
    note: `The payment is settled before the work, which costs us money. If the work fails, the payment is a credit: send the same payment again, and it begins the work again, up to ${maxRunsOfCredit} times in all. The receipt says how far it is.`,
  },
  words: `The payment is settled before the work; if the work fails, the same payment buys it again, up to ${maxRunsOfCredit} times.`,
}

/** Null where a payment is settled after the work, so that what fails is not charged. */
export function settlementRule({ access, settle }: AnyOffer): SettlementRule | null {
  return access.kind !== 'free' && settle === 'first' ? beforeWork : null
}
