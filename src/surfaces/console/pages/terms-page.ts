import { priceOf, type AnyOffer } from '../../../offers/offer.ts'
import { formatUsd } from '../../../shared/money.ts'
import { rawJson } from '../components/raw-json.ts'
import { html, type Html } from '../html.ts'
import { payBox, type PayFacts } from '../offer/pay-section.ts'
import { basePath, framed, type PageFacts } from '../page-frame.ts'

/** A call that was asked for without a payment. */
export interface AskedCall {
  readonly offer: AnyOffer
  /** Path and query, as they were asked for. */
  readonly path: string
  /** The terms, as machines get them. */
  readonly terms: unknown
}

/** A 402 for people: what costs what, paid here or by code. What is paid here is this very call, for what the page says at most. */
export function termsPage({ offer, path, terms }: AskedCall, page: PageFacts, paying: PayFacts): string {
  const base = basePath(page.publicUrl)
  return framed(page, {
    title: `${formatUsd(priceOf(offer))} USDC: ${offer.title}`,
    path,
    unlisted: true,
    main: html`
      <p class="crumbs">402 Payment required</p>
      <h1>This call costs $${formatUsd(priceOf(offer))}</h1>
      <p class="lead"><a href="${base}/offers/${offer.id}">${offer.title}</a>. ${offer.purpose}</p>
      <p><code>GET ${path}</code></p>
      ${words(page)} ${payBox({ method: 'GET', path: path.slice(base.length), body: undefined, most: priceOf(offer) }, paying)}
      <p>The <a href="${base}/offers/${offer.id}#code">page of this offer</a> has the code that pays it.</p>
      ${rawJson('The same for machines', terms)}
    `,
  })
}

function words({ playMoney }: PageFacts): Html {
  return html`<p>
    It was not made and not charged.
    ${playMoney ? 'This is a sandbox, so it is paid with play money.' : 'It is paid in USDC, without an account.'} If the call fails after
    the payment was signed, it is not charged, unless its terms say that it is settled first.
  </p>`
}
