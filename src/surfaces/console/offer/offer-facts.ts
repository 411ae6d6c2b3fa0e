import { settlementRule } from '../../payment/settlement-rule.ts'
import { sourcesOf } from '../../../offers/needs.ts'
import type { AnyOffer } from '../../../offers/offer.ts'
import { dollarsAndHow } from '../../../offers/price-in-words.ts'
import { isMembers } from '../answers/shapes.ts'
import { html, type Html } from '../html.ts'

/** What an offer says of itself: route, price, sources, freshness, coverage, limits. Everything comes from its declaration. */
export function offerFacts(offer: AnyOffer, freeCallsPerDay: number): Html {
  const { method, template, dataset, deadlineMs, access } = offer
  const rule = settlementRule(offer)
  const facts: readonly (readonly [string, string | Html])[] = [
    ['Route', html`<code>${method} ${template}</code>`],
    ['Price', priceWords(offer, freeCallsPerDay)],
    ...(dataset
      ? [
          [
            'New data',
            `${dataset.freshness.renewed}; while its sources are down, from data of at most ${dataset.freshness.maxAgeHours} hours`,
          ] as const,
          ['Covers', dataset.coverage] as const,
          ['Rests on', (dataset.sources ?? sourcesOf(offer.needs)).join(', ')] as const,
        ]
      : restsOn(offer)),
    ['Answers within', `${deadlineMs / 1_000} seconds, or not at all`],
    ...(access.kind === 'free' ? [] : [['Charged', rule?.words ?? 'after the answer is made: a call that fails is not charged'] as const]),
    ...(offer.watchlist
      ? [['Polling', `a wallet is charged only for ${offer.watchlist.items} that it was not given before`] as const]
      : []),
  ]
  return html`<dl class="facts">
    ${facts.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`
}

function priceWords(offer: AnyOffer, freeCallsPerDay: number): string {
  const { access, firstCallFree } = offer
  if (access.kind === 'free') return 'free'
  const price = `${dollarsAndHow(offer)} of USDC a call`
  if (access.kind === 'daily-quota') return `${freeCallsPerDay} free calls a day for each client address, then ${price}`
  return firstCallFree ? price : `${price}, also for the first call of a wallet`
}

/** The sources of the example, where the declaration names none. */
function restsOn({ example }: AnyOffer): readonly (readonly [string, string])[] {
  const answer: unknown = example.answer
  const meta = isMembers(answer) && isMembers(answer['meta']) ? answer['meta'] : {}
  const sources = Array.isArray(meta['sources']) ? (meta['sources'] as readonly unknown[]) : []
  const words = sources.filter(isMembers).map(({ attribution, id }) => String(attribution ?? id))
  return words.length === 0 ? [] : [['Rests on', [...new Set(words)].join('; ')]]
}
