import { highestPriceOf, type AnyOffer } from '../../../offers/offer.ts'
import { formatUsd } from '../../../shared/money.ts'
import { exampleRequest } from '../../discovery/example-request.ts'
import { html, nothing, type Html } from '../html.ts'
import type { CodeFacts } from './offer-code.ts'

export interface PayFacts extends CodeFacts {
  /** Where payments go. The page shows it, and the browser signs for nobody else. */
  readonly payTo: string
  readonly networks: readonly { readonly id: string; readonly name: string; readonly asset: string }[]
}

/** A call that can be paid on the page. */
interface PayableCall {
  readonly method: string
  /** Below the service's address. */
  readonly path: string
  readonly body: unknown
  /** Base units: the browser signs for no more. */
  readonly most: bigint
}

/** The example's call, paid in one click in a sandbox, or by a wallet. */
export function paySection(offer: AnyOffer, facts: PayFacts): Html | string {
  if (offer.access.kind === 'free') return nothing
  const { method, url, body } = exampleRequest(offer, facts.publicUrl)
  return payBox({ method, path: url.slice(facts.publicUrl.length), body, most: highestPriceOf(offer.access) }, facts)
}

/** What a browser signs for, as its scripts read it: this payee, these tokens, and no more than this amount. */
export function signedTerms({ networks, payTo, most }: Pick<PayFacts, 'networks' | 'payTo'> & { readonly most: bigint }): Html {
  const known = Object.fromEntries(networks.map(({ id, name, asset }) => [id, { name, asset }]))
  return html`data-networks="${JSON.stringify(known)}" data-pay-to="${payTo}" data-most="${most.toString()}"`
}

/** Without a script it leads to the code, since nothing could sign. */
export function payBox({ method, path, body, most }: PayableCall, { playMoney, payingNetwork, payTo, networks }: PayFacts): Html | string {
  if (payingNetwork === null) return nothing
  const price = `$${formatUsd(most)}`
  return html`<div
    data-pay
    data-method="${method}"
    data-url="${path}"
    data-body="${body === undefined ? '' : JSON.stringify(body)}"
    ${signedTerms({ networks, payTo, most })}
  >
    <div class="actions" data-needs-script>
      <button type="button" data-pay-start>${playMoney ? 'Pay with play money' : `Pay ${price} with a wallet`}</button>
      <span class="small quiet">
        ${
          playMoney
            ? `Makes this call and pays ${price} of play money. You see every step.`
            : 'Your wallet shows the amount and asks you. The key does not leave it.'
        }
      </span>
    </div>
    <noscript
      ><p class="small quiet">Paying here needs JavaScript, since the browser signs the payment. The code pays without it.</p></noscript
    >
    <p class="small quiet" data-needs-script>
      At most ${formatUsd(most)} USDC, on ${networks.map(({ name }) => name).join(', ')}, to <code>${payTo}</code>. Nothing else is signed.
    </p>
    <div class="result" data-pay-result tabindex="-1" aria-live="polite"></div>
  </div>`
}
