import { priceOf, type AnyOffer } from '../../../offers/offer.ts'
import { dollarsOf } from '../../../offers/price-in-words.ts'
import { exampleRequest } from '../../discovery/example-request.ts'
import type { CodeFacts } from './offer-code.ts'
import { html, nothing, type Html } from '../html.ts'

export interface PayFacts extends CodeFacts {
  readonly networks: readonly { readonly id: string; readonly name: string; readonly asset: string }[]
}

/** The example's call, paid in one click in a sandbox, or by a wallet. Without a script nothing is shown, since nothing could sign. */
export function paySection(offer: AnyOffer, { publicUrl, playMoney, payingNetwork, networks }: PayFacts): Html | string {
  if (offer.access.kind === 'free' || payingNetwork === null) return nothing
  const { method, url, body } = exampleRequest(offer, publicUrl)
  return html`<div
    data-pay
    data-method="${method}"
    data-url="${url.slice(publicUrl.length)}"
    data-body="${body === undefined ? '' : JSON.stringify(body)}"
    data-networks="${JSON.stringify(Object.fromEntries(networks.map(({ id, name, asset }) => [id, { name, asset }])))}"
    data-most="${(offer.access.kind === 'computed' ? offer.access.most : priceOf(offer)).toString()}"
  >
    <div class="actions" data-needs-script hidden>
      <button type="button" data-pay-start>${playMoney ? 'Pay with play money' : `Pay ${dollarsOf(offer)} with a wallet`}</button>
      <span class="small quiet">
        ${
          playMoney
            ? `Makes this call and pays ${dollarsOf(offer)} of play money. You see every step.`
            : 'Your wallet shows the amount and asks you. The key does not leave it.'
        }
      </span>
    </div>
    <noscript
      ><p class="small quiet">
        Paying here needs JavaScript, since the browser signs the payment. The code above pays without it.
      </p></noscript
    >
    <div class="result" data-pay-result aria-live="polite"></div>
  </div>`
}
