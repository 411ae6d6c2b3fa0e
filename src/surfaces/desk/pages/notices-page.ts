import { mayDo } from '../door/operator.ts'
import type { NoticesShown } from '../calls/notice-calls.ts'
import type { SellingFacts } from './selling-pages.ts'
import { html, nothing, queryOf, table, type Html } from './words.ts'

/** What could not be delivered to the operator's server and by mail, and what waits. */
export function noticesMain({ on, events }: NoticesShown, { base, words, operator }: SellingFacts): Html {
  const mayAct = mayDo(operator, 'admin')
  const isDead = events.some(({ nextTry }) => nextTry === null)
  return html`<h1>Notices</h1>
    ${
      on
        ? html`<p>Your server and your mailbox are told of payments, alarms and each day. What was delivered is not kept here.</p>`
        : html`<p class="quiet">Nobody is told: HOOK_URL and SMTP_URL are not set.</p>`
    }
    ${
      on && mayAct
        ? html`<p>
            <a href="${base}/operator/do/test-notices?checked=yes">Send a test</a>${
              isDead
                ? html` · <a href="${base}/operator/do/redeliver-notices?checked=yes">Deliver all again that are not tried again</a>`
                : nothing
            }
          </p>`
        : nothing
    }
    ${
      events.length === 0
        ? on
          ? html`<p>Everything was delivered.</p>`
          : nothing
        : table(
            'Notices',
            ['When', 'Type', 'About', 'Tries', 'Failed', 'Next try', 'Deliver'],
            events.map(({ event, type, receipt, at, tries, failed, nextTry }) => [
              words.time(at),
              type,
              receipt === null ? event : html`<a href="${base}/operator/payments/${receipt}">${receipt.slice(0, 8)}…</a>`,
              String(tries),
              failed ?? '',
              nextTry === null ? 'not tried again' : tries === 0 ? 'now' : words.time(nextTry),
              mayAct
                ? html`<a href="${base}/operator/do/redeliver-notices?${queryOf({ event, checked: 'yes' })}"
                    >Now<span class="sr"> ${event}</span></a
                  >`
                : '',
            ]),
            new Set([3]),
          )
    }`
}
