import { dollarsOf } from '../../../offers/price-in-words.ts'
import { priceOf, type AnyOffer } from '../../../offers/offer.ts'
import { html, nothing, type Html } from '../html.ts'

/** What so many calls cost, with the sum shown. The figures are worked out in the browser, so it is hidden where no script runs. */
export function calculator(offers: readonly AnyOffer[], freeCallsPerDay: number): Html | string {
  const priced = offers.filter(({ access }) => access.kind !== 'free')
  if (priced.length === 0) return nothing
  return html`<section aria-labelledby="cost" data-calculator data-free="${freeCallsPerDay}" hidden>
    <h2 id="cost">What it costs</h2>
    <div class="search">
      <div class="field wide">
        <label for="calculated">Offer</label>
        <select id="calculated">
          ${priced.map(
            (offer) =>
              html`<option value="${priceOf(offer).toString()}" data-free="${offer.access.kind === 'daily-quota' ? 'yes' : 'no'}">
                ${offer.title}, ${dollarsOf(offer)}
              </option>`,
          )}
        </select>
      </div>
      <div class="field">
        <label for="calls">Calls a day</label>
        <input type="number" id="calls" value="1000" min="1" max="100000000" step="1" inputmode="numeric" />
      </div>
    </div>
    <p><output for="calculated calls" data-sum></output></p>
  </section>`
}
