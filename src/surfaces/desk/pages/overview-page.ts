import { badge, note } from '../../console/components/badge.ts'
import type { Summary } from '../calls/overview-calls.ts'
import { html, money, nothing, queryOf, short, table, type Html, type Words } from './words.ts'

/** Milliseconds. */
const dayMs = 86_400_000

export interface OverviewFacts {
  readonly base: string
  readonly words: Words
  /** Whether this operator may mute alarms. */
  readonly mayMute: boolean
}

/** The first screen: whether anything is wrong, today, money under way, gas. */
export function overviewMain(summary: Summary, facts: OverviewFacts): Html {
  const { wrong, days, week, underWay, owed, gas, switchedOff } = summary
  const [loud, muted] = [wrong.filter((one) => one.muted === null), wrong.filter((one) => one.muted !== null)]
  return html`<h1>${loud.some(({ kind }) => kind === 'now') ? 'Something is wrong' : 'All is well'}</h1>
    <p class="small quiet">As of ${facts.words.time(summary.at)}. Load the page again for a newer state.</p>
    ${loud.length === 0 ? nothing : wrongList(loud, facts)}
    ${
      muted.length === 0
        ? nothing
        : html`<details>
            <summary>${muted.length} muted</summary>
            ${wrongList(muted, facts)}
          </details>`
    }
    ${days === null ? note('The ledger does not answer, so its figures are not known now.', 'refused') : daysSection(days, facts)}
    ${underWay === null || owed === null ? nothing : moneySection(underWay, owed, facts)} ${gasSection(gas, facts)}
    ${week === null ? nothing : weekSection(week, facts)} ${switchedOff.length === 0 ? nothing : offSection(switchedOff, facts)}`
}

function wrongList(list: Summary['wrong'], { base, words, mayMute }: OverviewFacts): Html {
  return html`<ul class="wrong">
    ${list.map((one) => {
      const { alarm, about, what, todo, page, kind, since, times, payment, muted } = one
      const muteQuery = queryOf({ alarm, ...(about === null ? {} : { about }), hours: muted === null ? '24' : '0' })
      return html`<li class="${kind}">
        <strong>${what}</strong> ${about === null ? nothing : html`<span class="mono">${about}</span>`}
        ${kind === 'now' ? badge('now', 'refused') : badge(times === 1 ? 'happened' : `happened ${times} times`, 'pending')}
        <p>${todo}${payment === null ? nothing : html` <a href="${base}/operator/payments/${payment}">The payment</a>.`}</p>
        <p class="small quiet">
          Since ${words.time(since)} (${words.ago(since)}). More: ${page}.
          ${muted === null ? nothing : html`Muted by ${muted.by} until ${words.time(muted.until)}.`}
          ${mayMute ? html`<a href="${base}/operator/do/mute-alarm?${muteQuery}">${muted === null ? 'Mute' : 'End the mute'}<span class="sr"> of ${alarm} ${about}</span></a>` : nothing}
        </p>
      </li>`
    })}
  </ul>`
}

type Days = NonNullable<Summary['days']>

function daysSection({ today, yesterday, lastWeek }: Days, { base }: OverviewFacts): Html {
  const rows = [
    ['Today', today],
    ['Yesterday, same hour', yesterday],
    ['A week ago, same hour', lastWeek],
  ] as const
  const linkTo = ({ from, until }: Days['today']) => `${base}/operator/payments?${queryOf({ state: 'settled', since: from, until })}`
  return html`<section aria-labelledby="today">
    <h2 id="today">Today</h2>
    <p class="big">${money(today.earnedUsdc)} USDC</p>
    ${table(
      'Today against earlier days',
      ['Day', 'Earned USDC', 'Paid calls', 'Paying wallets'],
      rows.map(([words, day]) => [html`<a href="${linkTo(day)}">${words}</a>`, money(day.earnedUsdc), day.calls, day.payingWallets]),
      new Set([1, 2, 3]),
    )}
    <p class="small quiet">Days are UTC, as in reports. Each row leads to its payments.</p>
  </section>`
}

function moneySection(
  underWay: NonNullable<Summary['underWay']>,
  owed: NonNullable<Summary['owed']>,
  { base, words }: OverviewFacts,
): Html {
  const open = underWay.filter(({ payments }) => payments > 0)
  return html`<section aria-labelledby="under-way">
    <h2 id="under-way">Money under way</h2>
    ${
      open.length === 0
        ? html`<p>Nothing waits for its settlement.</p>`
        : table(
            'Money under way by age',
            ['Age', 'Payments', 'USDC', 'The oldest'],
            open.map(({ age, payments, usdc, since }) => [
              html`<a href="${base}/operator/payments?state=settling">${age}</a>`,
              payments,
              money(usdc),
              since === null ? '' : words.time(since),
            ]),
            new Set([1, 2]),
          )
    }
    ${
      owed.length === 0
        ? html`<p>No credit is owed.</p>`
        : table(
            'Credits owed',
            ['Network', 'Credits', 'USDC', 'On their way back', 'Given back today'],
            owed.map(({ network, waiting, refunding, refundedToday }) => [
              html`<a href="${base}/operator/payments?${queryOf({ state: 'credit', network })}">${network}</a>`,
              waiting.payments,
              money(waiting.usdc),
              `${refunding.payments} (${refunding.usdc} USDC)`,
              `${refundedToday.payments} (${refundedToday.usdc} USDC)`,
            ]),
            new Set([1, 2]),
          )
    }
  </section>`
}

function gasSection(gas: Summary['gas'], { words }: OverviewFacts): Html {
  return html`<section aria-labelledby="gas">
    <h2 id="gas">Gas</h2>
    ${
      gas.length === 0
        ? html`<p>No signer of this service pays for gas, or none was asked yet.</p>`
        : table(
            'Settlements that the gas money pays for',
            ['Network', 'Signer', 'Settlements left', 'Read'],
            gas.map(({ network, signer, settlementsLeft, readAt }) => [
              network,
              short(signer),
              settlementsLeft.toLocaleString('en'),
              words.time(readAt),
            ]),
            new Set([2]),
          )
    }
  </section>`
}

function offSection(off: Summary['switchedOff'], { base, words }: OverviewFacts): Html {
  return html`<section aria-labelledby="off">
    <h2 id="off">Switched off</h2>
    <ul>
      ${off.map(({ what, id, by, at }) => html`<li><a href="${base}/operator/switches">${what} ${id}</a>, by ${by} at ${words.time(at)}</li>`)}
    </ul>
  </section>`
}

type Week = NonNullable<Summary['week']>
/** Rows of one chart. */
const maxBars = 10

/** What the last days brought, as bars; each row leads to its payments. */
function weekSection({ firstDay, lastDay, by }: Week, { base }: OverviewFacts): Html {
  const since = `${firstDay}T00:00:00.000Z`
  const payments = (filter: Readonly<Record<string, string>>) =>
    `${base}/operator/payments?${queryOf({ state: 'settled', since, ...filter })}`
  const onDay = (day: string) => payments({ since: `${day}T00:00:00.000Z`, until: new Date(Date.parse(day) + dayMs).toISOString() })
  const report = `${base}/operator/report?${queryOf({ from: firstDay, to: lastDay, by: 'offer' })}`
  return html`<section aria-labelledby="week">
    <h2 id="week">Seven days</h2>
    <div class="charts">
      ${bars('day', by.day, onDay)} ${bars('line', by.line, () => report)} ${bars('offer', by.offer, (offer) => payments({ offer }))}
      ${bars('network', by.network, (network) => payments({ network }))}
      ${bars('protocol', by.protocol, (protocol) => payments({ protocol }))}
    </div>
  </section>`
}

function bars(dimension: string, parts: Week['by']['day'], linkTo: (name: string) => string): Html {
  const most = Math.max(1e-9, ...parts.map(({ usdc }) => Number(usdc)))
  if (parts.length === 0) return html`<div></div>`
  return html`<div>
    <h3>By ${dimension}</h3>
    ${table(
      `Seven days by ${dimension}`,
      [`${dimension[0]!.toUpperCase()}${dimension.slice(1)}`, 'USDC', 'Paid calls', 'Share'],
      parts
        .slice(0, maxBars)
        .map(({ name, usdc, calls }) => [
          html`<a href="${linkTo(name)}">${name}</a>`,
          money(usdc),
          calls,
          html`<meter class="bar" min="0" max="${most}" value="${Number(usdc)}" aria-label="share of the largest"></meter>`,
        ]),
      new Set([1, 2]),
    )}
    ${parts.length > maxBars ? html`<p class="small quiet">And ${parts.length - maxBars} more: see Earned.</p>` : nothing}
  </div>`
}
