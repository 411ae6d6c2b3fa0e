import { dollarsOf } from '../../../offers/price-in-words.ts'
import type { AnyOffer } from '../../../offers/offer.ts'
import { html, nothing, type Html } from '../html.ts'

/** What a call costs, short: `free`, `$0.0075`, `$0.0075 after 25 free calls a day`. */
export function price(offer: AnyOffer, freeCallsPerDay: number): Html {
  const { access } = offer
  if (access.kind === 'free') return html`<span class="price">free</span>`
  return html`<span class="price">${dollarsOf(offer)}</span>${
      access.kind === 'daily-quota'
        ? html` <span class="small quiet">after ${freeCallsPerDay} free calls a day</span>`
        : access.kind === 'computed'
          ? html` <span class="small quiet">${access.words}</span>`
          : nothing
    }`
}
