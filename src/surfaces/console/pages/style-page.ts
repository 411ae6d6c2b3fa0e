import { renderAnswer } from '../answers/render-answer.ts'
import { answerShown, loading, noWallet, offline, walletChoice } from '../components/answered.ts'
import { badge, note } from '../components/badge.ts'
import { codeBlock, codeTabs } from '../components/code-tabs.ts'
import { price } from '../components/price.ts'
import { rawJson } from '../components/raw-json.ts'
import { html, type Html } from '../html.ts'
import type { HomeFacts } from '../home/home-page.ts'
import { offerForm } from '../offer/offer-form.ts'
import { basePath, framed } from '../page-frame.ts'
import { pageFactsOf } from '../page-facts.ts'
import { paymentSteps, stepStates } from '../components/payment-steps.ts'
import { receiptStates } from './receipt-page.ts'
import { historyShown, historyStates } from './status-history.ts'

/** The page at `/style`: every component in every state, for whoever changes one. */
export function stylePage(facts: HomeFacts): string {
  const base = basePath(facts.publicUrl)
  const [first] = facts.offers
  return framed(pageFactsOf(facts), {
    title: 'Components',
    path: '/style',
    unlisted: true,
    main: html`
      <h1>Components</h1>
      <p class="lead">Every part of the pages in every state. It is here to be looked at after a change.</p>
      ${section(
        'Words',
        html`<p>Text with <a href="${base}/">a link</a>, <code>code</code> and <kbd>Ctrl</kbd>.</p>
          <p class="quiet">Quiet text.</p>`,
      )}
      ${section('States', html`<p>${badge('settled', 'settled')} ${badge('pending', 'pending')} ${badge('refused', 'refused')} ${badge('plain')}</p>`)}
      ${section(
        'Notes',
        html`${note('Empty: there is nothing here yet.')} ${note('Loading: the answer is on its way.', 'pending')}
        ${note('Stale: this is from 3 hours ago, since its source is down.', 'pending')}
        ${note('Refused: the wallet said no. Nothing was charged.', 'refused')}
        ${note('Offline: this page has no connection. Nothing was sent.', 'refused')}
        ${note('Error: the service could not answer. Nothing was charged.', 'refused')}
        ${note('Settled: 0.0075 USDC were paid.', 'settled')}`,
      )}
      ${section('Buttons', html`<div class="actions"><button type="button">Do it</button> <button type="button" class="plain">Plain</button> <button type="button" disabled>Working …</button></div>`)}
      ${section(
        'Code',
        html`${codeBlock('curl -i https://service.example/v1/tides/oslo', 'One line')}
        ${codeTabs('style', 'Tabs', [
          { label: 'curl', code: 'curl -i https://service.example' },
          { label: 'Python', code: "print('a')\n".repeat(4) },
        ])}`,
      )}
      ${section(
        'Payment, step by step',
        html`${stepStates.map(
          (state) =>
            html`<h3>${state.title}</h3>
              ${paymentSteps(state.steps)}`,
        )}`,
      )}
      ${section(
        'A call from a page',
        html`${callStates.map(
          ({ title, shown }) =>
            html`<h3>${title}</h3>
              ${shown}`,
        )}`,
      )}
      ${section('A receipt, in each state', receiptStates())}
      ${section(
        'The last 90 days',
        html`${historyStates.map(
          ({ title, history }) =>
            html`<h3>${title}</h3>
              ${historyShown(history)}`,
        )}`,
      )}
      ${section(
        'Answers',
        html`${sampleAnswers.map(
          ({ title, answer }) =>
            html`<h3>${title}</h3>
              ${renderAnswer(answer)}`,
        )}`,
      )}
      ${section('Raw', rawJson('An answer as JSON', { a: 1 }))}
      ${first ? section('Prices', html`${facts.offers.slice(0, 12).map((offer) => html`<p>${offer.title}: ${price(offer, facts.freeCallsPerDay)}</p>`)}`) : ''}
      ${first ? section('Form', offerForm(first, { base, buttons: html`<button type="submit">Call</button>` })) : ''}
    `,
  })
}

function section(title: string, content: Html): Html {
  return html`<section>
    <h2>${title}</h2>
    ${content}
  </section>`
}

const answered = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  answerShown({ status, body, took: 12, headers: { get: (name) => headers[name] ?? null } })

const callStates = [
  { title: 'Loading', shown: loading },
  { title: 'Answered', shown: answered(200, { tide: 'high', metres: 1.8 }, { 'x-free-quota-remaining': '24' }) },
  { title: 'Empty', shown: answered(200, { transfers: [], note: null }) },
  {
    title: 'Stale',
    shown: answered(200, { tide: 'high', meta: { confidence: 0.4, degraded: true, sources: [{ attribution: 'Port of Oslo' }] } }),
  },
  { title: 'Paid calls only', shown: answered(402, { detail: 'It costs 0.01 USDC.' }) },
  { title: 'Refused', shown: answered(400, { detail: 'port: expected a name.', fix: 'Correct the field and send the call again.' }) },
  { title: 'Free calls used up', shown: answered(429, { detail: 'Too many requests.', fix: 'Wait for the seconds in Retry-After.' }) },
  { title: 'Error', shown: answered(503, { detail: 'The source does not answer.', fix: 'Nothing was charged. Try again in 30 seconds.' }) },
  { title: 'Offline', shown: offline },
  { title: 'No wallet', shown: noWallet },
  { title: 'Several wallets', shown: walletChoice(['Wallet A', 'Wallet B with a long name']) },
]

const hours = ['00', '06', '12', '18']

/** One of each shape. */
const sampleAnswers = [
  {
    title: 'Candles',
    answer: {
      candles: hours.map((hour, at) => ({
        startsAt: `2026-10-05T${hour}:00:00.000Z`,
        open: `${10 + at}`,
        high: `${13 + at}`,
        low: `${9 + at}`,
        close: `${12 - at}`,
      })),
    },
  },
  {
    title: 'Series',
    answer: { prices: hours.map((hour, at) => ({ startsAt: `2026-10-05T${hour}:00:00.000Z`, price: `${90 - at * 7}.5` })) },
  },
  {
    title: 'Score with parts',
    answer: {
      score: 91,
      recommendation: { action: 'go_ahead', reason: 'It has a history.' },
      breakdown: { age: { points: 12, maxPoints: 15 }, use: { points: 3, maxPoints: 20 } },
    },
  },
  {
    title: 'Verdict with evidence',
    answer: {
      verdict: 'contradicted',
      confidence: 0.93,
      evidence: [{ quote: 'The bridge opened in 1997, which is a long sentence for a table.', stance: 'contradicts', relevance: 0.72 }],
    },
  },
  {
    title: 'Table',
    answer: {
      coins: [
        { rank: 1, symbol: 'BTC', price: 85843 },
        { rank: 2, symbol: 'ETH', price: 3120.5 },
      ],
    },
  },
  {
    title: 'Picture',
    answer: {
      mimeType: 'image/svg+xml',
      data: '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64"><circle cx="32" cy="32" r="30" fill="#b87333"/></svg>',
    },
  },
  {
    title: 'Findings in code',
    answer: {
      findings: [
        {
          severity: 'critical',
          title: 'Data becomes part of an SQL statement',
          file: 'users.py',
          location: { startLine: 7 },
          snippet: 'return db.execute("SELECT " + name)',
          reason: 'A quote ends the text.',
          howToFix: 'Pass the data as parameters.',
        },
      ],
    },
  },
]
