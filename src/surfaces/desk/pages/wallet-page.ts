import type { PayerExplanation } from '../../../operate/ledger/explain-payer.ts'
import { html, nothing, stateBadge, type Html, type Words, queryOf } from './words.ts'

/** One wallet: why its next payment would be refused, and what is on record. */
export function walletMain(story: PayerExplanation, { base, words }: { readonly base: string; readonly words: Words }): Html {
  const { payer, objections, told, facts, refused, unknown } = story
  const list = (title: string, lines: readonly (string | Html)[]) =>
    lines.length === 0
      ? nothing
      : html`<h2>${title}</h2>
          <ul>
            ${lines.map((line) => html`<li>${line}</li>`)}
          </ul>`
  return html`<p class="crumbs"><a href="${base}/operator/payments">Payments</a></p>
    <h1>Wallet</h1>
    <p class="mono">${payer}</p>
    <p><a href="${base}/operator/payments?${queryOf({ wallet: payer })}">Its payments</a></p>
    ${objections.length === 0 ? html`<p>Nothing on record speaks against its next payment.</p>` : nothing}
    ${list(
      'Why its next payment would be refused',
      objections.map(({ why, fix }) => html`${why} <strong>What ends it:</strong> ${fix}`),
    )}
    ${list(
      'What it was told of late',
      told.map(
        ({ code, said, offer, times, at }) => html`${words.time(at)}: ${offer}: ${said} (${code}${times > 1 ? `, ${times} times` : ''})`,
      ),
    )}
    ${list('On record', facts)}
    ${list(
      'Payments that ended badly',
      refused.map(
        ({ receipt, state, reason, at }) =>
          html`<a href="${base}/operator/payments/${encodeURIComponent(receipt)}">${words.time(at)}</a> ${stateBadge(state)} ${reason ?? ''}`,
      ),
    )}
    ${list('What is not known', unknown)}`
}
