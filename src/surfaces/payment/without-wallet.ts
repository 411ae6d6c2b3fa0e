import type { AnyOffer } from '../../offers/offer.ts'
import { formatUsd } from '../../shared/money.ts'
import { nameSome } from '../../shared/name-some.ts'
import { freeCallBelow, hasFreeFirstCall } from '../../gate/terms/terms.ts'

/** Offers that are named: the line is in every 402. */
const maxNamed = 12

/** What a service gives for nothing. */
export interface FreeThings {
  /** What is for sale now: the same list for as long as nothing has changed. */
  readonly offers: () => readonly AnyOffer[]
  /** Calls of offers with a daily quota. */
  readonly callsPerDay: number
  readonly publicUrl: string
}

/**
 * One line for a caller without a wallet: what is free here, and where a sample of this answer is. It is the last member of an unpaid 402, since a
 * terminal shows the end of an answer.
 */
export function withoutWallet({ offers, callsPerDay, publicUrl }: FreeThings, offer: AnyOffer): string {
  const of = (kind: string) =>
    offers()
      .filter(({ access }) => access.kind === kind)
      .map(({ id }) => id)
  const free = of('free')
  const counted = callsPerDay > 0 ? of('daily-quota') : []
  return [
    ...(free.length > 0 ? [`Free without a wallet: ${nameSome(free, maxNamed)}.`] : []),
    ...(counted.length > 0 ? [`${callsPerDay} free calls a day in all: ${nameSome(counted, maxNamed)}.`] : []),
    ...(hasFreeFirstCall(offer) ? [`The first paid call of a wallet below $${formatUsd(freeCallBelow)} is free.`] : []),
    `A sample of this answer: ${publicUrl}/examples/${offer.id}/answer. Code to copy: ${publicUrl}/examples/${offer.id}.`,
  ].join(' ')
}
