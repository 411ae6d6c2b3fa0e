import { reportDimensions } from '../../../operate/report/report-lines.ts'
import type { reportJson } from '../../../operate/report/report-json.ts'
import { note } from '../../console/components/badge.ts'
import { raw } from '../../console/html.ts'
import { html, money, nothing, short, table, type Html, type Words, queryOf } from './words.ts'

export interface BookFacts {
  readonly base: string
  readonly words: Words
  readonly asked: Readonly<Record<string, string>>
}

export type ReportShown = ReturnType<typeof reportJson>

/** What was earned in some days, split as asked. */
export function reportMain(report: ReportShown | null, wrong: string | null, { base, asked }: BookFacts): Html {
  const field = (name: string, label: string) =>
    html`<div class="field">
      <label for="${name}">${label}</label>
      <input id="${name}" name="${name}" type="date" value="${asked[name] ?? ''}" required />
    </div>`
  return html`<h1>Earned</h1>
    <form method="get" action="${base}/operator/report" class="filters">
      ${field('from', 'First day (UTC)')} ${field('to', 'Last day')}
      <div class="field">
        <label for="by">Split by</label>
        <select id="by" name="by">
          <option value="">nothing</option>
          ${reportDimensions.map((one) => html`<option value="${one}" ${asked['by'] === one ? raw('selected') : nothing}>${one}</option>`)}
        </select>
      </div>
      <div class="actions"><button type="submit">Show</button></div>
    </form>
    ${wrong === null ? nothing : note(wrong, 'refused')}
    ${
      report === null
        ? nothing
        : html`${reportTable(report)}
            <p><a href="${base}/operator/report.csv?${queryOf(asked)}">Export as CSV</a></p>`
    }`
}

function reportTable({ total, lines, by, costs, firstDay, lastDay }: ReportShown): Html {
  const most = Math.max(1e-9, ...lines.map(({ earnedUsdc }) => Number(earnedUsdc)))
  const [dimension] = by
  return html`<p class="big">${money(total.earnedUsdc)} USDC</p>
    <p>
      ${total.payments.earned.payments} paid calls from ${firstDay} to
      ${lastDay}${total.earnedEur === null ? '' : `, ${total.earnedEur} euro`}; ${total.refundsPaidUsdc} USDC given back; models cost
      ${costs.languageModelsUsd} dollars.
    </p>
    ${
      dimension === undefined
        ? nothing
        : table(
            `Earned by ${dimension}`,
            [dimension, 'USDC', 'Paid calls', 'Under way', 'Refused', 'Share'],
            lines.map((line) => [
              String((line as unknown as Readonly<Record<string, string>>)[dimension]),
              money(line.earnedUsdc),
              line.payments.earned.payments,
              line.payments.under_way.payments,
              line.payments.refused.payments,
              html`<meter class="bar" min="0" max="${most}" value="${Number(line.earnedUsdc)}" aria-label="share of the largest"></meter>`,
            ]),
            new Set([1, 2, 3, 4]),
          )
    }`
}

export interface TrailShown {
  readonly events: readonly {
    readonly at: string | null
    readonly kind: string
    readonly subject: string
    readonly detail: Readonly<Record<string, string | null>>
  }[]
  readonly cursor: string | null
}

/** What happened out of the ordinary, and who ordered what. */
export function auditMain(trail: TrailShown | null, wrong: string | null, { base, words, asked }: BookFacts): Html {
  const { cursor: _, ...filters } = asked
  const linkOf = (subject: string) => {
    if (/^[0-9a-f]{32}$/.test(subject)) return `${base}/operator/payments/${subject}`
    return /^0x[0-9a-f]{40}$/.test(subject) ? `${base}/operator/wallets/${subject}` : undefined
  }
  return html`<h1>Audit trail</h1>
    <p>
      <a href="${base}/operator/audit?kind=ordered">What operators did</a>
      <a href="${base}/operator/audit">Everything out of the ordinary</a>
    </p>
    ${wrong === null ? nothing : note(wrong, 'refused')}
    ${
      trail === null
        ? nothing
        : trail.events.length === 0
          ? html`<p>Nothing so far.</p>`
          : table(
              'Audit trail',
              ['When', 'What', 'By', 'About', 'Details'],
              trail.events.map(({ at, kind, subject, detail }) => {
                const { by = '', order, ...rest } = detail
                const details = Object.entries(rest).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]))
                return [
                  at === null ? '' : words.time(at),
                  order ?? kind.replaceAll('_', ' '),
                  by ?? '',
                  short(subject, linkOf(subject)),
                  details.join(', '),
                ]
              }),
            )
    }
    ${trail === null || trail.cursor === null ? nothing : html`<p><a href="${base}/operator/audit?${queryOf({ ...filters, cursor: trail.cursor })}">Older events</a></p>`}`
}
