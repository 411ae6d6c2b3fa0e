import type { AnyOffer } from '../../../offers/offer.ts'
import { exampleLanguages } from '../../examples/example-languages.ts'
import { price } from '../components/price.ts'
import { html } from '../html.ts'
import { basePath, framed, type PageFacts } from '../page-frame.ts'

/** The page at `/examples`: where the code to call each offer is. */
export function examplesPage(offers: readonly AnyOffer[], freeCallsPerDay: number, facts: PageFacts): string {
  const base = basePath(facts.publicUrl)
  return framed(facts, {
    title: `Examples: ${facts.name}`,
    path: '/examples',
    isPlain: true,
    main: html`
      <h1>Examples</h1>
      <p class="lead">
        Code that calls every offer, in ${exampleLanguages.map(({ label }) => label).join(', ')}. The tests of this service run it.
      </p>
      <ul class="offers">
        ${offers.map(
          (offer) =>
            html`<li>
              <a href="${base}/offers/${offer.id}#code">${offer.title}</a>
              <span class="cost">${price(offer, freeCallsPerDay)}</span>
              <p class="more">
                ${exampleLanguages.map(({ id, label }) => html`<a href="${base}/examples/${offer.id}?lang=${id}" aria-label="${label}: ${offer.title}">${label}</a> `)}
              </p>
            </li>`,
        )}
      </ul>
    `,
  })
}
