import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { failedCallSentence } from '../../gate/settlement-rule.ts'
import { isAlwaysPaid } from '../../offers/price-in-words.ts'
import { priceOf, type AnyOffer } from '../../offers/offer.ts'
import { formatUsd } from '../../shared/money.ts'
import { exampleRequest } from './example-request.ts'
import { priceInWords, serviceDescription, serviceName, type ServiceFacts } from './service-facts.ts'

/** The page may load only its own style and pictures. It runs no script. */
export const homePagePolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export const homePageStyle = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 64rem; margin: 2rem auto; padding: 0 1rem }
h1 img { height: 1em; vertical-align: -.1em; margin-right: .4em }
table { border-collapse: collapse; width: 100% }
td, th { text-align: left; vertical-align: top; padding: .4rem .8rem .4rem 0; border-bottom: 1px solid #8884 }
code, pre { font: 14px/1.5 ui-monospace, monospace; overflow-wrap: anywhere }
pre { overflow: auto; padding: .8rem; background: #8882 }
.note { padding: .6rem .8rem; background: #f6c38b55 }
`

const documents = [
  ['reference', 'every route, with a form to try it'],
  ['examples', 'code to call every route'],
  ['llms.txt', 'a summary for models'],
  ['llms-full.txt', 'the full text for models, with worked examples'],
  ['openapi.json', 'OpenAPI 3.1 with prices'],
  ['mcp', 'the same routes as tools, for MCP hosts'],
  ['.well-known/api-catalog', 'all documents for machines'],
  ['status', 'the state of sources and networks'],
] as const

/** The page at `/`: the offers and further documents, for people and for directories that show a page's title and picture. */
export function homePage(facts: ServiceFacts): string {
  const { offers, publicUrl, freeCallsPerDay, networks, playMoney, legal } = facts
  const title = `${serviceName(facts)}: ${facts.description === undefined ? 'data for software agents, by the call' : 'sold to software agents by the call'}`
  const description = serviceDescription(facts)
  const example = offers.find((offer) => isAlwaysPaid(offer) && offer.method === 'GET')
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <meta name="description" content="${description}" />
        <link rel="icon" type="image/svg+xml" href="favicon.svg" />
        <link rel="stylesheet" href="style.css" />
        <link rel="canonical" href="${publicUrl}/" />
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
        </script>
      </head>
      <body>
        <h1><img src="favicon.svg" alt="" />${serviceName(facts)}</h1>
        <p>${description}</p>
        ${playMoney ? html`<p class="note"><a href="sandbox">/sandbox</a> lends a wallet with play money.</p>` : ''}
        <h2>What is sold</h2>
        <table>
          <thead>
            <tr>
              <th>Route</th>
              <th>What it gives</th>
              <th>Price of a call</th>
            </tr>
          </thead>
          <tbody>
            ${offers.map((offer) => row(offer, freeCallsPerDay))}
          </tbody>
        </table>
        <h2>How to pay</h2>
        <p>
          Call a route: the answer is 402 with the terms. It costs nothing. Any x402 or MPP client pays in USDC on
          ${networks.map(({ name }) => name).join(', ')}, and sends the same call again. One payment is charged once.
          ${failedCallSentence(offers)}
        </p>
        ${example ? html`<pre>curl -i '${exampleRequest(example, publicUrl).url}'</pre>` : ''}
        <h2>Read on</h2>
        <ul>
          ${documents.map(([path, what]) => html`<li><a href="${path}">/${path}</a>: ${what}</li>`)}
        </ul>
        ${legal ? html`<p><a href="legal/terms">Terms</a>, <a href="legal/privacy">privacy</a>, <a href="legal/refunds">refunds</a></p>` : ''}
      </body>
    </html> `
  // The result is a string object, not a promise, because nothing in the template is asynchronous.
  return (page as HtmlEscapedString).toString()
}

function row(offer: AnyOffer, freeCallsPerDay: number) {
  const { id, method, template, title } = offer
  return html`<tr>
    <td><code>${method} ${template}</code></td>
    <td><a href="examples/${id}">${title}</a></td>
    <td>${priceInWords(offer, freeCallsPerDay)}</td>
  </tr>`
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
