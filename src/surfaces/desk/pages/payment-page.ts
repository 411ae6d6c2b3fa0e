import type { PaymentDetails } from '../calls/payment-calls.ts'
import { mayDo, type Operator } from '../door/operator.ts'
import { html, nothing, stateBadge, type Html, type Words, queryOf } from './words.ts'

export interface PaymentFacts {
  readonly base: string
  readonly words: Words
  readonly operator: Operator
  /** Where the transactions of its network are shown; undefined where nobody shows them. */
  readonly explorer: string | undefined
}

/** One payment: where the money is, what happened when, and what can be done. */
export function paymentMain(payment: PaymentDetails, facts: PaymentFacts): Html {
  const { base } = facts
  const { receipt, state, usdc, offer, networkId, network, protocol, payer, money, answer, next, events } = payment
  return html`<p class="crumbs"><a href="${base}/operator/payments">Payments</a></p>
    <h1>Payment of ${usdc} USDC</h1>
    <p>${stateBadge(state)} ${money}</p>
    <p>${answer}</p>
    ${next === null ? nothing : html`<p><strong>Next:</strong> ${next}</p>`} ${actions(payment, facts)} ${timeline(payment, facts)}
    ${
      events.length === 0
        ? nothing
        : html`<h2>Out of the ordinary</h2>
            <ul>
              ${events.map((event) => html`<li>${event}</li>`)}
            </ul>`
    }
    <h2>Facts</h2>
    <dl class="facts">
      ${row('Receipt', receipt)} ${row('Offer', html`<a href="${base}/operator/payments?${queryOf({ offer })}">${offer}</a>`)}
      ${row('Wallet', html`<a href="${base}/operator/wallets/${encodeURIComponent(payer)}">${payer}</a>`)}
      ${row('Network', html`<a href="${base}/operator/payments?${queryOf({ network: networkId })}">${network} (${networkId})</a>`)}
      ${row('Protocol', protocol)} ${row('Transaction', transactionOf(payment, facts))}
      ${row('Request', html`<a href="${base}/operator/payments?${queryOf({ search: payment.request })}">${payment.request}</a>`)}
      ${row('For its payer', html`<a href="${base}/v1/receipts/${encodeURIComponent(receipt)}">the receipt</a>`)}
    </dl>`
}

function row(name: string, value: string | Html): Html {
  return html`<div>
    <dt>${name}</dt>
    <dd class="mono">${value}</dd>
  </div>`
}

function transactionOf({ transaction }: PaymentDetails, { explorer }: PaymentFacts): string | Html {
  if (transaction === null) return 'none so far'
  return explorer === undefined ? transaction : html`<a href="${explorer}/tx/${transaction}" rel="noreferrer">${transaction}</a>`
}

/** What may be done in this state; each leads to a page that says what it will do, and asks once. */
const possible: Readonly<Record<string, readonly (readonly [call: string, words: string])[]>> = {
  ordered: [['retry-payment', 'Settle again']],
  served: [['retry-payment', 'Settle again']],
  settling: [['retry-payment', 'Settle again']],
  owed: [['retry-payment', 'Look for it on chain']],
  credit: [['refund-payment', 'Refund']],
  released: [['credit-payment', 'Make a credit']],
  refused: [
    ['credit-payment', 'Make a credit'],
    ['retry-payment', 'Look for it on chain'],
  ],
}

function actions({ state, receipt }: PaymentDetails, { base, operator }: PaymentFacts): Html | string {
  const offered = Object.hasOwn(possible, state) ? (possible[state] ?? []) : []
  if (offered.length === 0) return nothing
  if (!mayDo(operator, 'refund')) return html`<p class="quiet">Your token may read only.</p>`
  return html`<p class="actions">
    ${offered.map(([call, words]) => html`<a class="button" href="${base}/operator/do/${call}?${queryOf({ receipt })}">${words}</a>`)}
  </p>`
}

function timeline({ times }: PaymentDetails, { words }: PaymentFacts): Html {
  const steps = [
    ['Called for', times.claimed],
    ['Answered', times.served],
    ['Settled', times.settled],
  ] as const
  return html`<ol class="steps" aria-label="What happened when">
    ${steps.map(([title, at]) =>
      at === null
        ? html`<li class="quiet"><strong>${title}</strong><br />Not so far.</li>`
        : html`<li class="done"><strong>${title}</strong><br />${words.time(at)}</li>`,
    )}
  </ol>`
}
