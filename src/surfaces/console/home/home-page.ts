import { failedCallSentence } from '../../payment/settlement-rule.ts'
import { priceOf, type AnyOffer } from '../../../offers/offer.ts'
import { isAlwaysPaid } from '../../../offers/price-in-words.ts'
import type { Steps } from '../../../shared/in-turns.ts'
import { formatUsd } from '../../../shared/money.ts'
import { serviceDescription, serviceName, type ServiceFacts } from '../../discovery/service-facts.ts'
import type { PayingNetwork } from '../../examples/example-input.ts'
import { codeTabs } from '../components/code-tabs.ts'
import { price } from '../components/price.ts'
import { html, nothing, raw, type Html } from '../html.ts'
import { codeTabsOf } from '../offer/offer-code.ts'
import { paySection } from '../offer/pay-section.ts'
import { basePath, framed } from '../page-frame.ts'
import { pageFactsOf } from '../page-facts.ts'
import { calculator } from './calculator.ts'
import { catalogListInSteps } from './catalog-list.ts'
import type { CatalogQuery } from './catalog-query.ts'

export interface HomeFacts extends ServiceFacts {
  /** The network that the examples pay on; null where the service settles nothing. */
  readonly payingNetwork: PayingNetwork | null
}

/** The page at `/`: what is sold, how it is called and paid, for people and for directories that show a page's title and picture. */
export function* homePageInSteps(facts: HomeFacts, query: CatalogQuery): Steps<string> {
  const { offers, publicUrl, freeCallsPerDay } = facts
  const base = basePath(publicUrl)
  const featured = featuredOffer(offers)
  const call = featured === null ? nothing : firstCall(featured, facts, base)
  yield
  const catalog = yield* catalogListInSteps({ offers, freeCallsPerDay, base, query })
  yield
  const main = html`
    <h1>${serviceDescription({ ...facts, simulated: false, playMoney: false })}</h1>
    <p class="lead">
      Call a route and the answer is its price. Sign that amount, send the same call again, and you have the answer and a receipt.
    </p>
    ${
      facts.playMoney
        ? html`<p class="note pending">
            This is a sandbox: answers ${facts.simulated ? 'are simulated' : 'come from real data'}, and payments are play money.
            <a href="${base}/sandbox">/sandbox</a> lends a wallet.
          </p>`
        : nothing
    }
    ${call} ${howItIsPaid(facts)} ${catalog} ${calculator(offers, freeCallsPerDay)} ${promises(facts, base)}
  `
  yield
  return framed(pageFactsOf(facts), { title: titleOf(facts), description: serviceDescription(facts), path: '/', head: head(facts), main })
}

/** The call that is shown first: one with a price that needs no body. */
function featuredOffer(offers: readonly AnyOffer[]): AnyOffer | null {
  const paid = offers.filter(isAlwaysPaid)
  return paid.find(({ method, settle }) => method === 'GET' && settle === 'after') ?? paid[0] ?? offers[0] ?? null
}

function firstCall(offer: AnyOffer, facts: HomeFacts, base: string): Html {
  return html`<section aria-labelledby="first-call">
    <h2 id="first-call">One call</h2>
    <p><a href="${base}/offers/${offer.id}">${offer.title}</a>, ${price(offer, facts.freeCallsPerDay)} a call.</p>
    ${codeTabs('first', 'Languages of the example', codeTabsOf(offer, facts))} ${paySection(offer, facts)}
  </section>`
}

function howItIsPaid({ networks, offers }: HomeFacts): Html {
  const settles = networks.some((network) => network.settles)
  return html`<section aria-labelledby="paying">
    <h2 id="paying">How a call is paid</h2>
    <ol class="steps">
      <li><strong>Ask.</strong> Call the route. It costs nothing and needs no account.</li>
      <li>
        <strong>Read the terms.</strong> The answer is <code>402</code> with the price in USDC, on
        ${networks.map(({ name }) => name).join(', ')}.
      </li>
      <li>
        <strong>${settles ? 'Sign.' : 'Transfer.'}</strong>
        ${
          settles
            ? 'Your wallet signs a transfer of exactly that amount. You need no gas. Any x402 or MPP client does this.'
            : 'Your wallet sends exactly that amount before the terms expire.'
        }
      </li>
      <li>
        <strong>Send the same call again.</strong> You get the answer and a receipt. One payment is charged once.
        ${failedCallSentence(offers)}
      </li>
    </ol>
  </section>`
}

function promises({ offers }: HomeFacts, base: string): Html {
  return html`<section aria-labelledby="promises">
    <h2 id="promises">What you can rely on</h2>
    <ul>
      <li>${failedCallSentence(offers)}</li>
      <li>A call that is sent again with the same payment gets the same answer. It is not charged again.</li>
      <li>Every paid answer has a receipt at an address of its own, with the state of its payment.</li>
      <li>Answers name their sources, and say what is missing.</li>
      <li><a href="${base}/status">/status</a> shows the state of sources and networks now.</li>
    </ul>
  </section>`
}

/** What directories and browsers show. */
function titleOf(facts: ServiceFacts): string {
  return `${serviceName(facts)}: ${facts.description === undefined ? 'data for software agents, by the call' : 'sold to software agents by the call'}`
}

function head(facts: HomeFacts): Html {
  const { publicUrl } = facts
  const title = titleOf(facts)
  const description = serviceDescription(facts)
  return html`<link rel="canonical" href="${publicUrl}/" />
    <link rel="service-desc" type="application/json" href="${publicUrl}/openapi.json" />
    <meta property="og:type" content="website" />
    <meta property="og:title" content="${title}" />
    <meta property="og:description" content="${description}" />
    <meta property="og:url" content="${publicUrl}/" />
    <meta property="og:image" content="${publicUrl}/sharing.png" />
    <meta property="og:image:width" content="1200" />
    <meta property="og:image:height" content="630" />
    <meta name="twitter:card" content="summary_large_image" />
    <script type="application/ld+json">
      ${raw(linkedData(facts, description))}
    </script>`
}

/** The offers and prices in the terms of schema.org, escaped for a script element. */
function linkedData({ name, offers, publicUrl }: ServiceFacts, description: string): string {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'WebAPI',
    name: serviceName({ name }),
    description,
    url: `${publicUrl}/`,
    documentation: `${publicUrl}/reference`,
    offers: offers.map((offer) => ({
      '@type': 'Offer',
      name: offer.title,
      description: offer.purpose,
      url: `${publicUrl}${offer.template}`,
      price: formatUsd(priceOf(offer)),
      priceCurrency: 'USD',
    })),
  }
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}
