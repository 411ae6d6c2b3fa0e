import type { AnyOffer } from '../../../offers/offer.ts'
import { isAlwaysPaid } from '../../../offers/price-in-words.ts'
import { serviceName } from '../../discovery/service-facts.ts'
import { lineOf } from '../../../offers/line-of.ts'
import { labelOf } from '../answers/label-of.ts'
import { renderAnswer } from '../answers/render-answer.ts'
import { codeTabs } from '../components/code-tabs.ts'
import { price } from '../components/price.ts'
import { rawJson } from '../components/raw-json.ts'
import type { HomeFacts } from '../home/home-page.ts'
import { html, nothing, type Html } from '../html.ts'
import { basePath, framed } from '../page-frame.ts'
import { pageFactsOf } from '../page-facts.ts'
import { codeTabsOf } from './offer-code.ts'
import { offerErrors } from './offer-errors.ts'
import { offerFacts } from './offer-facts.ts'
import { offerForm } from './offer-form.ts'
import { paySection } from './pay-section.ts'

/** The page of one offer at `/offers/{id}`. */
export function offerPage(offer: AnyOffer, facts: HomeFacts): string {
  const base = basePath(facts.publicUrl)
  return framed(pageFactsOf(facts), {
    title: `${offer.title}: ${serviceName(facts)}`,
    description: offer.purpose,
    path: `/offers/${offer.id}`,
    main: html`
      <p class="crumbs">
        <a href="${base}/#catalog">Catalog</a> / <a href="${base}/?line=${lineOf(offer)}#catalog">${labelOf(lineOf(offer))}</a>
      </p>
      <h1>${offer.title}</h1>
      <p class="lead">${offer.purpose}</p>
      <p>${price(offer, facts.freeCallsPerDay)}${offer.access.kind === 'fixed' ? ' a call' : ''}</p>
      <div class="two">
        <section aria-labelledby="try">
          <h2 id="try">Try it</h2>
          ${offerForm(offer, { base, buttons: buttons(offer) })}
          <div class="result" data-call-result tabindex="-1" aria-live="polite"></div>
          ${paySection(offer, facts)}
        </section>
        <section aria-labelledby="answer">
          <h2 id="answer">An answer</h2>
          ${exampleAnswer(offer)}
        </section>
      </div>
      <section aria-labelledby="code">
        <h2 id="code">Code</h2>
        ${codeTabs('code', 'Languages of the code', codeTabsOf(offer, facts))}
      </section>
      <section aria-labelledby="facts">
        <h2 id="facts">What it rests on</h2>
        ${offerFacts(offer, facts.freeCallsPerDay)}
      </section>
      <section aria-labelledby="errors">
        <h2 id="errors">What can go wrong</h2>
        ${offerErrors(offer)}
      </section>
      ${offer.access.kind === 'free' ? nothing : replay()}
    `,
  })
}

function buttons(offer: AnyOffer): Html {
  const { access, method } = offer
  const words = access.kind === 'free' ? 'Make this call' : access.kind === 'daily-quota' ? 'Make a free call' : 'Ask for the price'
  // Without a script only a call by GET can be made from a form.
  // Where every call is paid, paying is what most want to do.
  const look = isAlwaysPaid(offer) ? 'plain' : ''
  if (method === 'GET') return html`<button type="submit" class="${look}">${words}</button>`
  return html`<button type="submit" class="${look}" data-needs-script>${words}</button>
    <noscript><span class="small quiet">Calling this route from the page needs JavaScript. The code below does not.</span></noscript>`
}

function exampleAnswer({ example }: AnyOffer): Html {
  const answer: unknown = example.answer
  if (answer === undefined) return html`<p class="quiet">Its answer is passed on as it was sent, so there is no example of it.</p>`
  return html`<p class="small quiet">The answer of the worked example.</p>
    ${renderAnswer(answer)} ${rawJson('The same as JSON', answer)}`
}

function replay(): Html {
  return html`<section aria-labelledby="replay">
    <h2 id="replay">If your connection breaks</h2>
    <p>
      Send the same call with the same payment again. You get the same answer, with <code>Idempotent-Replay: true</code>, and are not
      charged again. The <code>Link</code> header of a paid answer leads to its receipt: state, amount, network, transaction and times.
    </p>
  </section>`
}
