import type { AnyOffer } from '../../offers/offer.ts'
import { nameSome } from '../../shared/name-some.ts'
import { maxRunsOfCredit } from '../../gate/credit-rules.ts'

/** Offers that a sentence names. */
export const maxNamed = 20

/** When a payment is settled, for the documents of an offer where that is not simply between the work and the answer. */
export interface SettlementRule {
  /** A member of the terms and of the OpenAPI operation. */
  readonly member: { readonly when: 'before_work' | 'after_answer'; readonly runs?: number; readonly note: string }
  /** A sentence for people and models. */
  readonly words: string
  /** The same in a few words, for lists that models read with every request. */
  readonly short: string
}

const beforeWork: SettlementRule = {
  member: {
    when: 'before_work',
    runs: maxRunsOfCredit,
    note: `The payment is settled before the work, which costs us money. If the work fails, the payment is a credit: send the same payment again, and it begins the work again, up to ${maxRunsOfCredit} times in all. The receipt shows its state.`,
  },
  short: 'Paid before the work.',
  words: `The payment is settled before the work; if the work fails, the same payment buys it again, up to ${maxRunsOfCredit} times.`,
}

const afterAnswer: SettlementRule = {
  member: {
    when: 'after_answer',
    note: 'A wallet that has settled payments here may get its answer before the payment is settled. Then the payment response says "pending", and the receipt says settled later. A payment that cannot be settled is owed: until it is paid, the wallet can buy nothing here.',
  },
  short: 'Known wallets are answered before the settlement.',
  words: 'A wallet that has settled payments here may get its answer before the payment is settled.',
}

/** Null where a payment is settled between the work and the answer, so that what fails is not charged. */
export function settlementRule({ access, settle, answerAfter }: AnyOffer): SettlementRule | null {
  if (access.kind === 'free') return null
  if (settle === 'first') return beforeWork
  return answerAfter === 'verified' ? afterAnswer : null
}

/** Whether a payment of the offer is settled before the work, so that it is not given up where the work fails. */
function isChargedBeforeWork(offer: AnyOffer): boolean {
  return settlementRule(offer) === beforeWork
}

/** For documents of the whole service: a sentence for each rule, with the offers that it holds for. */
export function settlementSentences(offers: readonly AnyOffer[]): string[] {
  const paid = offers.filter(({ access }) => access.kind !== 'free').length
  return [beforeWork, afterAnswer].flatMap((rule) => {
    const ids = offers.filter((offer) => settlementRule(offer) === rule).map(({ id }) => id)
    return ids.length === 0 ? [] : [`${ids.length === paid ? 'Every paid route' : nameSome(ids, maxNamed)}: ${rule.words}`]
  })
}

/** What a call that fails costs, for documents of the whole service. */
export function failedCallSentence(offers: readonly AnyOffer[]): string {
  return offers.some(isChargedBeforeWork)
    ? 'A call that fails is not charged, unless its payment is settled before the work.'
    : 'A call that fails is not charged.'
}
