import type { RefundsOfDay } from '../../ledger/reading/costs-and-refunds.ts'
import { salesDimensions, type SalesDimension, type SalesFigure } from '../../ledger/reading/sales-figures.ts'
import type { PaymentState } from '../../ledger/payments/payment.ts'
import type { EuroRates } from './euro-rates.ts'

/** What a report may be split by. */
export const reportDimensions = salesDimensions
export type ReportDimension = SalesDimension

/**
 * What became of a payment, for the books.
 * earned     answered, and paid on chain
 * under_way  not on chain yet: being answered or being settled
 * credit     paid on chain and not answered: owed to its payer, as an answer or as a refund
 * refunded   given back; counted by its refund
 * refused    could not be collected, and was not answered
 * theft      answered to the payer of a transfer that somebody else had used up: nothing came in for it
 * owed       answered early and not collected
 * reversed   answered, and a reorganisation took the transfer away
 * free       the first call of a wallet
 * uncharged  answered, with nothing to charge
 * released   ended without an answer and without a charge
 */
export type Category =
  | 'earned'
  | 'under_way'
  | 'credit'
  | 'refunded'
  | 'refused'
  | 'theft'
  | 'owed'
  | 'reversed'
  | 'free'
  | 'uncharged'
  | 'released'

const categories: Readonly<Record<PaymentState, Category>> = {
  claimed: 'under_way',
  ordered: 'under_way',
  served: 'under_way',
  settling: 'under_way',
  settled: 'earned',
  credit: 'credit',
  running: 'credit',
  refunding: 'credit',
  refunded: 'refunded',
  refused: 'refused',
  owed: 'owed',
  reversed: 'reversed',
  free: 'free',
  uncharged: 'uncharged',
  released: 'released',
}

/** Every state of a payment, for arguments. */
export const paymentStates = Object.keys(categories) as readonly PaymentState[]

export function categoryOf({ state, theft }: { readonly state: PaymentState; readonly theft: boolean }): Category {
  return theft && state === 'settled' ? 'theft' : categories[state]
}

export interface Figure {
  readonly payments: bigint
  /** Base units. */
  readonly amount: bigint
}

/** One group of a report. Amounts in base units, those in euro in millionths. */
export interface ReportLine {
  readonly by: Readonly<Partial<Record<ReportDimension, string>>>
  readonly figures: Readonly<Record<Category, Figure>>
  /** The part of what was earned whose block is not final yet. */
  readonly notFinal: bigint
  /** What was earned, each payment converted by its day and added up; null where a day has no rate. */
  readonly earnedEur: bigint | null
  /** Refunds that are final: `refunded` is what the payers had paid, this is what they got. */
  readonly refundedNet: bigint
  /** What went back, converted by the days on which it was asked for. */
  readonly refundedNetEur: bigint | null
  /** The first and the last day with income or refunds that has no rate; null where all have one. */
  readonly withoutRate: { readonly firstDay: string; readonly lastDay: string } | null
}

interface Draft {
  readonly by: ReportLine['by']
  readonly figures: Record<Category, { payments: bigint; amount: bigint }>
  notFinal: bigint
  earnedEur: bigint
  refundedNet: bigint
  refundedNetEur: bigint
  withoutRate: ReportLine['withoutRate']
}

const none = () => ({ payments: 0n, amount: 0n })

function newDraft(by: ReportLine['by']): Draft {
  const figures = Object.fromEntries([...new Set([...Object.values(categories), 'theft'])].map((category) => [category, none()]))
  return {
    by,
    figures: figures as Draft['figures'],
    notFinal: 0n,
    earnedEur: 0n,
    refundedNet: 0n,
    refundedNetEur: 0n,
    withoutRate: null,
  }
}

/** Adds figures up by group; `total` has all of them. Groups are in the order of what they are split by. */
export function reportLines(
  sales: readonly SalesFigure[],
  refunds: readonly RefundsOfDay[],
  { by, rates }: { readonly by: readonly ReportDimension[]; readonly rates: EuroRates },
): { readonly total: ReportLine; readonly lines: readonly ReportLine[] } {
  const total = newDraft({})
  const drafts = new Map<string, Draft>()

  function draftsOf(row: { readonly by: Readonly<Partial<Record<SalesDimension, string>>> }): Draft[] {
    if (by.length === 0) return [total]
    const values = by.map((dimension) => row.by[dimension] ?? '')
    const key = values.join('\n')
    const draft = drafts.get(key) ?? newDraft(Object.fromEntries(by.map((dimension, index) => [dimension, values[index]])))
    drafts.set(key, draft)
    return [total, draft]
  }

  for (const figure of sales) for (const draft of draftsOf(figure)) addSales(draft, figure)
  for (const refund of refunds) for (const draft of draftsOf(refund)) addRefunds(draft, refund, rates)
  const lines = [...drafts].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, draft]) => lineOf(draft))
  return { total: lineOf(total), lines }
}

function addSales(draft: Draft, figure: SalesFigure): void {
  const category = categoryOf(figure)
  // Refunds are counted on the day on which they were asked for.
  if (category === 'refunded') return
  draft.figures[category].payments += figure.payments
  draft.figures[category].amount += figure.amount
  if (category !== 'earned') return
  if (!figure.final) draft.notFinal += figure.amount
  draft.earnedEur += figure.euro
  if (figure.withoutPrice) draft.withoutRate = around(draft.withoutRate, figure.withoutPrice)
}

function addRefunds(draft: Draft, refund: RefundsOfDay, rates: EuroRates): void {
  draft.figures.refunded.payments += refund.payments
  draft.figures.refunded.amount += refund.amount
  draft.refundedNet += refund.net
  const { day } = refund.by
  const euro = rates.euro(day, refund.net)
  if (euro === null) draft.withoutRate = around(draft.withoutRate, { firstDay: day, lastDay: day })
  else draft.refundedNetEur += euro
}

function around(one: ReportLine['withoutRate'], other: { readonly firstDay: string; readonly lastDay: string }): ReportLine['withoutRate'] {
  if (one === null) return { firstDay: other.firstDay, lastDay: other.lastDay }
  return {
    firstDay: one.firstDay < other.firstDay ? one.firstDay : other.firstDay,
    lastDay: one.lastDay > other.lastDay ? one.lastDay : other.lastDay,
  }
}

function lineOf({ earnedEur, refundedNetEur, ...draft }: Draft): ReportLine {
  const isKnown = draft.withoutRate === null
  return { ...draft, earnedEur: isKnown ? earnedEur : null, refundedNetEur: isKnown ? refundedNetEur : null }
}
