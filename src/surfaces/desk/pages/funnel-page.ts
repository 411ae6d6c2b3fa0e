import type { z } from 'zod'
import { note } from '../../console/components/badge.ts'
import type { funnelAnswer } from '../calls/book-calls.ts'
import type { BookFacts } from './book-pages.ts'
import { html, nothing, queryOf, table, type Html } from './words.ts'

export type FunnelShown = z.output<typeof funnelAnswer>

const numbers = new Set([1, 2, 3, 4, 5])
const columns = ['Asked (402)', 'Brought a payment', 'Accepted', 'Answered', 'Settled by then']

/** Who called, how far they came, and why payments were refused. */
export function funnelMain(funnel: FunnelShown | null, wrong: string | null, facts: BookFacts): Html {
  const { base, words } = facts
  const times = [
    ['hours=24', 'Last 24 hours'],
    ['days=7', 'Last 7 days'],
    ['days=30', 'Last 30 days'],
    ['days=365', 'Last year'],
  ] as const
  return html`<h1>Who came</h1>
    <p class="actions">${times.map(([query, title]) => html`<a href="${base}/operator/funnel?${query}">${title}</a>`)}</p>
    ${wrong === null ? nothing : note(wrong, 'refused')}
    ${
      funnel === null
        ? nothing
        : html`<p>From ${words.time(funnel.from)} to ${words.time(funnel.to)}. Software and origin are what callers say of themselves.</p>
            ${table('How far calls came', ['Calls', ...columns], [['All', ...cells(funnel)]], numbers)}
            <p>
              ${funnel.free} answers cost nothing, and ${funnel.replayed} were given again. ${funnel.own} calls that your own wallets paid
              for are left out.
            </p>
            ${lines('By offer', funnel.by.offer, (offer) => html`<a href="${base}/operator/payments?${queryOf({ offer })}">${offer}</a>`)}
            ${lines('By protocol', funnel.by.protocol)} ${lines('By client software', funnel.by.software)}
            ${lines('By where the call came from', funnel.by.via)} ${refusals(funnel.refusals)}`
    }`
}

type Steps = Pick<FunnelShown, 'asked' | 'attempted' | 'verified' | 'served' | 'settled'>

const cells = ({ asked, attempted, verified, served, settled }: Steps): readonly number[] => [asked, attempted, verified, served, settled]

function lines(title: string, rows: FunnelShown['by']['offer'], named: (name: string) => Html | string = (name) => name): Html | string {
  if (rows.length === 0) return nothing
  return html`<h2>${title}</h2>
    ${table(
      title,
      ['Name', ...columns],
      rows.map((row) => [named(row.name), ...cells(row)]),
      numbers,
    )}`
}

function refusals(rows: FunnelShown['refusals']): Html | string {
  if (rows.length === 0) return nothing
  return html`<h2>Not answered</h2>
    ${table(
      'Not answered',
      ['Reason', 'Calls', 'What the caller was advised'],
      rows.map(({ reason, calls, advice }) => [reason, calls, advice ?? '']),
      new Set([1]),
    )}`
}
