import { paymentStates } from '../../../operate/report/report-lines.ts'
import { note } from '../../console/components/badge.ts'
import { raw } from '../../console/html.ts'
import { html, money, nothing, short, stateBadge, table, type Html, type Words, queryOf } from './words.ts'

export interface PaymentsShown {
  readonly payments: readonly PaymentRow[]
  readonly cursor: string | null
}

interface PaymentRow {
  readonly receipt: string
  readonly at: string
  readonly state: string
  readonly reason: string | null
  readonly offer: string
  readonly usdc: string
  readonly network: string
  readonly protocol: string
  readonly payer: string
  readonly transaction: string | null
}

export interface PaymentsFacts {
  readonly base: string
  readonly words: Words
  /** The query as it was sent. */
  readonly asked: Readonly<Record<string, string>>
  readonly offers: readonly string[]
  readonly networks: readonly { readonly id: string; readonly name: string }[]
}

/** Seconds between two looks of the live list. */
export const liveSeconds = 5

/** The list of payments with its filters. @param wrong what is wrong with the filters; then there are no rows */
export function paymentsMain(found: PaymentsShown | null, wrong: string | null, facts: PaymentsFacts): Html {
  const { base, asked } = facts
  const { cursor: _, live, ...filters } = asked
  const link = (more: Readonly<Record<string, string>>) => `${base}/operator/payments?${queryOf({ ...filters, ...more })}`
  return html`<h1>Payments</h1>
    ${filterForm(facts)} ${wrong === null ? nothing : note(wrong, 'refused')}
    ${
      found === null
        ? nothing
        : html`<p class="actions">
              ${
                live === 'on'
                  ? html`<span class="quiet">Live: looks again every ${liveSeconds} seconds.</span> <a href="${link({})}">Pause</a>`
                  : html`<a href="${link({ live: 'on' })}">Watch live</a>`
              }
              <a href="${base}/operator/payments.csv?${queryOf(filters)}">Export all of these as CSV</a>
            </p>
            ${found.payments.length === 0 ? html`<p>No payment fits.</p>` : paymentsTable(found.payments, facts)}
            ${found.cursor === null ? nothing : html`<p><a href="${link({ cursor: found.cursor })}">Older payments</a></p>`}`
    }`
}

function filterForm({ base, asked, offers, networks }: PaymentsFacts): Html {
  const text = (name: string, label: string, hint: string, wide = false) =>
    html`<div class="field ${wide ? 'wide' : ''}">
      <label for="${name}">${label}</label>
      <input id="${name}" name="${name}" value="${asked[name] ?? ''}" placeholder="${hint}" autocomplete="off" />
    </div>`
  const choice = (name: string, label: string, options: readonly (readonly [string, string])[]) =>
    html`<div class="field">
      <label for="${name}">${label}</label>
      <select id="${name}" name="${name}">
        <option value="">any</option>
        ${options.map(([value, words]) => html`<option value="${value}" ${asked[name] === value ? raw('selected') : nothing}>${words}</option>`)}
      </select>
    </div>`
  return html`<form method="get" action="${base}/operator/payments" class="filters">
    ${text('search', 'Search', 'receipt, transaction, wallet, or hash of a request', true)}
    ${choice(
      'offer',
      'Offer',
      offers.map((id) => [id, id]),
    )}
    ${choice(
      'network',
      'Network',
      networks.map(({ id, name }) => [id, name]),
    )}
    ${choice('protocol', 'Protocol', [
      ['x402', 'x402'],
      ['x402-v1', 'x402, version 1'],
      ['mpp', 'MPP'],
      ['refund', 'refunds'],
    ])}
    ${choice(
      'state',
      'State',
      paymentStates.map((one) => [one, one]),
    )}
    ${text('wallet', 'Wallet', '0x…')} ${text('since', 'Called for since', '2026-03-01')}
    ${text('until', 'Called for before', '2026-04-01')}
    <div class="actions"><button type="submit">Show</button> <a href="${base}/operator/payments">All</a></div>
  </form>`
}

function paymentsTable(payments: readonly PaymentRow[], { base, words }: Pick<PaymentsFacts, 'base' | 'words'>): Html {
  return table(
    'Payments',
    ['Called for', 'State', 'USDC', 'Offer', 'Network', 'Protocol', 'Wallet', 'Receipt'],
    payments.map(({ receipt, at, state, reason, offer, usdc, network, protocol, payer }) => [
      words.time(at),
      html`${stateBadge(state)} ${reason === null ? nothing : html`<span class="small quiet">${reason}</span>`}`,
      money(usdc),
      offer,
      network,
      protocol,
      short(payer, `${base}/operator/wallets/${encodeURIComponent(payer)}`),
      short(receipt, `${base}/operator/payments/${encodeURIComponent(receipt)}`),
    ]),
    new Set([2]),
  )
}
