import { formatUsd, usd } from '../../../src/goods/kit/worker-side.ts'
import { hasTrap } from '../payment-terms/check-terms.ts'
import { faultTable, severityOf, type Fault } from '../payment-terms/fault-table.ts'
import type { FoundOffer, FoundTerms } from '../payment-terms/found-offer.ts'
import type { ScreenedPayee } from './screen-payees.ts'

export type Action = 'pay' | 'ask' | 'do_not_pay'

export interface AdviceReason {
  /** The code of a fault, or one of `in_order`, `payee_clean`, `payee_score`, `above_trust`, `payee_fraud`, `above_default`, `above_max`, `price_unknown`. */
  readonly code: string
  readonly detail: string
}

export interface OfferAdvice {
  readonly action: Action
  readonly reasons: readonly AdviceReason[]
}

export interface Advice extends OfferAdvice {
  /** Base units; only where the action is to pay. */
  readonly max: bigint | null
  /** The offer to pay. */
  readonly offer: string | null
}

/** What an unscored payee is paid at most without asking. */
const defaultMax = usd('0.1')

/** The same offer with what screening found of its payee. */
export function withPayeeFaults(offer: FoundOffer, payees: readonly ScreenedPayee[]): FoundOffer {
  const payee = payeeOf(offer, payees)
  if (offer.payTo === null || payee?.sanctions === 'clean') return offer
  const code = payee?.sanctions === 'listed' ? 'payee_blocked' : 'payee_not_screened'
  return { ...offer, faults: [...offer.faults, { code, field: `${offer.id}.payTo`, received: null }] }
}

/**
 * What to do about one offer: errors forbid it, warnings and a price above what the payee can be trusted with make it a question.
 * @param max what the caller pays at most, in base units; null for no limit of its own
 */
export function adviseOnOffer(offer: FoundOffer, payees: readonly ScreenedPayee[], max: bigint | null): OfferAdvice {
  const serious = offer.faults.filter((fault) => severityOf(fault) !== 'note')
  const errors = serious.filter((fault) => severityOf(fault) === 'error')
  if (errors.length > 0) return { action: 'do_not_pay', reasons: errors.map(reasonOf) }
  if (offer.amount === null)
    return { action: 'ask', reasons: [...serious.map(reasonOf), reason('price_unknown', 'The price is not known.')] }
  if (max !== null && offer.amount > max) {
    return { action: 'do_not_pay', reasons: [reason('above_max', `The price is above your limit of $${formatUsd(max)}.`)] }
  }
  const doubts = [...serious.map(reasonOf), ...priceDoubts(offer.amount, payeeOf(offer, payees), max)]
  if (doubts.length > 0) return { action: 'ask', reasons: doubts }
  return { action: 'pay', reasons: [...inOrder, ...scoreReasons(payeeOf(offer, payees))] }
}

/** What to do about the answer as a whole: its best offer, unless something about the answer or another of its offers speaks against it. */
export function advise(terms: FoundTerms, advices: ReadonlyMap<string, OfferAdvice>): Advice {
  const none = { max: null, offer: null }
  const errors = terms.faults.filter((fault) => severityOf(fault) === 'error')
  if (errors.length > 0) return { action: 'do_not_pay', reasons: unique(errors.map(reasonOf)), ...none }
  if (hasTrap(terms)) return { action: 'do_not_pay', reasons: unique(trapsOf(terms).map(reasonOf)), ...none }
  const by = (action: Action) => terms.offers.filter(({ id }) => advices.get(id)?.action === action)
  const warnings = terms.faults.filter((fault) => severityOf(fault) === 'warning').map(reasonOf)
  const [best] = by('pay').toSorted((one, other) => (one.amount! < other.amount! ? -1 : one.amount! > other.amount! ? 1 : 0))
  if (best && warnings.length === 0) return { action: 'pay', reasons: advices.get(best.id)!.reasons, max: best.amount, offer: best.id }
  const questions = best ? [best] : by('ask')
  const action = questions.length > 0 ? 'ask' : 'do_not_pay'
  const reasons = (questions.length > 0 ? questions : terms.offers).flatMap(({ id }) => (best ? [] : advices.get(id)!.reasons))
  return { action, reasons: unique([...warnings, ...reasons]), ...none }
}

const reason = (code: string, detail: string): AdviceReason => ({ code, detail })
const reasonOf = ({ code }: Fault): AdviceReason => reason(code, faultTable[code].detail)
const inOrder = [
  reason('in_order', 'Token, network, signing domain and amount are right.'),
  reason('payee_clean', 'The payee is on no sanctions list.'),
]

function scoreReasons(payee: ScreenedPayee | undefined): AdviceReason[] {
  const score = payee?.score
  if (!score) return []
  return [
    reason(
      'payee_score',
      payee.isScoreShown ? `Trust score ${score.score} (${score.tier}).` : 'The trust score of the payee allows this price.',
    ),
  ]
}

function priceDoubts(amount: bigint, payee: ScreenedPayee | undefined, max: bigint | null): AdviceReason[] {
  const score = payee?.score
  // The sanctions of a blocked payee are a reason of their own.
  if (score?.recommendation.action === 'do_not_deal' && !score.blocked) return [reason('payee_fraud', score.recommendation.reason)]
  if (score) {
    const limit = score.maxPerTransaction
    if (limit === null || amount <= limit) return []
    const shown = `The price is above $${formatUsd(limit)}, what a payee of tier ${score.tier} should be entrusted with.`
    return [
      reason('above_trust', payee?.isScoreShown ? shown : 'The price is above what a payee of its trust tier should be entrusted with.'),
    ]
  }
  // A caller that names a limit has decided what it risks with a stranger.
  return max === null && amount > defaultMax
    ? [reason('above_default', `The payee has no score, and the price is above $${formatUsd(defaultMax)}.`)]
    : []
}

function payeeOf({ payTo }: FoundOffer, payees: readonly ScreenedPayee[]): ScreenedPayee | undefined {
  return payTo === null ? undefined : payees.find(({ address }) => address === payTo.toLowerCase())
}

function trapsOf(terms: FoundTerms): Fault[] {
  return terms.offers.flatMap(({ faults }) => faults.filter((fault) => hasTrap({ offers: [], faults: [fault] })))
}

function unique(reasons: readonly AdviceReason[]): AdviceReason[] {
  return reasons.filter(({ code }, index) => reasons.findIndex((one) => one.code === code) === index)
}
