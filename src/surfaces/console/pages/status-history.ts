import type { DayOfHealth, Latency, StatusHistory } from '../../http/status-history.ts'
import { badge } from '../components/badge.ts'
import { html, nothing, type Html } from '../html.ts'

/** Units of the picture's own grid, which scales to the page. */
const step = 7
const width = 5
const height = 40

/** The last 90 days as bars, and how long answers take, with all of it in words. */
export function statusHistory(history: StatusHistory | null): Html {
  return html`<section aria-labelledby="history">
    <h2 id="history">The last 90 days</h2>
    ${historyShown(history)}
  </section>`
}

/** The same without its heading. */
export function historyShown(history: StatusHistory | null): Html {
  if (history === null) return html`<p>${badge('not known', 'pending')} The history can't be read at the moment.</p>`
  const { days, terms, paid } = history
  const seen = days.filter(({ checks }) => checks > 0)
  const summary = summaryOf(seen)
  return html`
    <p>${summary}</p>
    ${
      seen.length === 0
        ? nothing
        : html`<svg
              class="days"
              viewBox="0 0 ${days.length * step} ${height}"
              preserveAspectRatio="none"
              role="img"
              aria-label="The last ${days.length} days. ${summary}"
            >
              ${days.map((day, index) => bar(day, index * step))}
            </svg>
            <p class="small quiet">
              A tall bar is a day that was ready throughout, a half one had failed checks, and a dot has no record. A check is made each
              minute.
            </p>
            ${daysInWords(seen)}`
    }
    <dl class="figures">${latency('Terms without a payment', terms)} ${latency('Paid answers', paid)}</dl>
  `
}

function summaryOf(seen: readonly DayOfHealth[]): string {
  const checks = seen.reduce((sum, day) => sum + day.checks, 0)
  if (checks === 0) return 'There is no record so far.'
  const ready = seen.reduce((sum, day) => sum + day.ready, 0)
  const failed = seen.filter((day) => day.ready < day.checks).length
  return `Ready in ${shareOf(ready, checks)} of the checks of ${seen.length} ${seen.length === 1 ? 'day' : 'days'}. ${failed === 0 ? 'No day' : failed === 1 ? '1 day' : `${failed} days`} had a failed check.`
}

/** Rounded down, so that 100 % has no exception. */
function shareOf(ready: number, checks: number): string {
  return `${(Math.floor((ready / checks) * 10_000) / 100).toLocaleString('en-US')} %`
}

function bar({ ready, checks }: DayOfHealth, x: number): Html {
  const [kind, tall] =
    checks === 0 ? ['none', 5] : ready === checks ? ['ready', height] : ready === 0 ? ['failed', height / 4] : ['partly', height / 2]
  return html`<rect class="${kind}" x="${x}" y="${height - tall}" width="${width}" height="${tall}" />`
}

function daysInWords(seen: readonly DayOfHealth[]): Html {
  return html`<details>
    <summary>The days in figures</summary>
    <table>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col" class="number">Ready</th>
          <th scope="col" class="number">Checks</th>
        </tr>
      </thead>
      <tbody>
        ${seen.toReversed().map(
          ({ day, ready, checks }) =>
            html`<tr>
              <td><time datetime="${day}">${day}</time></td>
              <td class="number">${shareOf(ready, checks)}</td>
              <td class="number">${checks}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </details>`
}

function latency(name: string, found: Latency | null): Html {
  return html`<div>
    <dt>${name}, last 24 hours</dt>
    <dd>
      ${found === null ? html`<span class="quiet">none</span>` : `p50 up to ${found.p50} ms, p99 up to ${found.p99} ms, of ${found.answers.toLocaleString('en-US')}`}
    </dd>
  </div>`
}

/** For the page that shows all components. */
export const historyStates: readonly { readonly title: string; readonly history: StatusHistory | null }[] = [
  {
    title: 'With failed checks',
    history: sample((index) => (index < 20 ? [0, 0] : index === 50 ? [0, 300] : index % 23 === 5 ? [1_300, 1_440] : [1_440, 1_440])),
  },
  { title: 'Empty', history: sample(() => [0, 0]) },
  { title: 'Error', history: null },
]

function sample(checksOf: (index: number) => readonly [ready: number, checks: number]): StatusHistory {
  const days = Array.from({ length: 90 }, (_, index) => {
    const [ready, checks] = checksOf(index)
    return { day: new Date(Date.UTC(2026, 7, 31 + index)).toISOString().slice(0, 10), ready, checks }
  })
  const answers = days.some(({ checks }) => checks > 0)
  return {
    days,
    terms: answers ? { p50: 3, p99: 25, answers: 48_120 } : null,
    paid: answers ? { p50: 150, p99: 1_500, answers: 912 } : null,
  }
}
