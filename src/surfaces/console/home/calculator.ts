import { dollarsOf } from '../../../offers/price-in-words.ts'
import { priceOf, type AnyOffer } from '../../../offers/offer.ts'
import { costSum } from '../components/cost-sum.ts'
import { html, nothing, type Html } from '../html.ts'

/** What it begins with. */
const callsAtFirst = 1_000

/** What so many calls cost, with the sum shown. Other figures are worked out in the browser, so it is hidden where no script runs. */
export function calculator(offers: readonly AnyOffer[], freeCallsPerDay: number): Html | string {
  const priced = offers.filter(({ access }) => access.kind !== 'free')
  const [first] = priced
  if (first === undefined) return nothing
  const freeOf = ({ access }: AnyOffer) => (access.kind === 'daily-quota' ? freeCallsPerDay : 0)
  return html`<section aria-labelledby="cost-of-calls" data-calculator data-needs-script>
    <h2 id="cost-of-calls">What it costs</h2>
    <div class="search">
      <div class="field wide">
        <label for="calculated">Offer</label>
        <select id="calculated">
          ${priced.map(
            (offer) =>
              html`<option value="${priceOf(offer).toString()}" data-free="${freeOf(offer)}">${offer.title}, ${dollarsOf(offer)}</option>`,
          )}
        </select>
      </div>
      <div class="field">
        <label for="calls">Calls a day</label>
        <input type="number" id="calls" value="${callsAtFirst}" min="1" max="100000000" step="1" inputmode="numeric" />
      </div>
    </div>
    <p>
      <output for="calculated calls" data-sum
        >${costSum({ calls: BigInt(callsAtFirst), price: priceOf(first), free: BigInt(freeOf(first)) })}</output
      >
    </p>
  </section>`
}
