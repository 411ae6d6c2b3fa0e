import { badge, type Tone } from '../components/badge.ts'
import { rawJson } from '../components/raw-json.ts'
import { isMembers, wordsFor, type Members } from '../answers/shapes.ts'
import { html, nothing, type Html } from '../html.ts'
import { framed, type PageFacts } from '../page-frame.ts'
import { pageResponse } from '../page-response.ts'

interface StateWords {
  readonly tone: Tone
  readonly words: string
  /** What the buyer can do now. */
  readonly now: string
}

const nothingToDo = 'Nothing is left to do.'

/** Every state that a receipt can have, in words. */
const states: Readonly<Record<string, StateWords>> = {
  claimed: {
    tone: 'pending',
    words: 'The payment is reserved for this call, which is being answered.',
    now: 'Wait. If the call fails, nothing is charged.',
  },
  served: {
    tone: 'pending',
    words: 'The answer is made. Its payment is about to be settled.',
    now: 'Wait. The same call with the same payment gets the same answer.',
  },
  settling: {
    tone: 'pending',
    words: 'The payment is on its way into a block.',
    now: 'Wait. Do not pay again: the same payment gets the same answer.',
  },
  settled: { tone: 'settled', words: 'The payment is settled, and the call was answered.', now: nothingToDo },
  released: {
    tone: 'plain',
    words: 'Nothing was charged. The payment was given up.',
    now: 'The same payment may be used again while it is valid.',
  },
  free: { tone: 'settled', words: 'The first call of this wallet was free. Nothing was charged.', now: nothingToDo },
  uncharged: { tone: 'settled', words: 'The call was answered, and there was nothing to charge.', now: nothingToDo },
  credit: {
    tone: 'pending',
    words: 'The payment is on chain and has bought no answer yet.',
    now: 'Send the same payment with a call of its offer. It does not expire.',
  },
  ordered: { tone: 'pending', words: 'The payment is to be settled before the work begins.', now: 'Wait.' },
  running: { tone: 'pending', words: 'The payment is settled, and its work is being done.', now: 'Wait.' },
  refunding: { tone: 'pending', words: 'The money is on its way back.', now: 'Wait.' },
  refunded: { tone: 'settled', words: 'The money was given back.', now: nothingToDo },
  refused: {
    tone: 'refused',
    words: 'The payment could not be collected, and the call was not answered.',
    now: 'Nothing was charged. Make a new payment to call again.',
  },
  owed: {
    tone: 'refused',
    words: 'The answer was sent, and its payment could not be collected.',
    now: 'Pay what is owed. Until then this wallet can buy nothing here.',
  },
  reversed: { tone: 'refused', words: 'The chain removed the transfer after the answer was sent.', now: nothingToDo },
}

const unknown: StateWords = { tone: 'plain', words: 'The state of this payment has no words here.', now: 'Read the receipt as JSON.' }

/** Every state with its words, for the page that shows all components. */
export function receiptStates(): Html {
  return html`${Object.entries({ ...states, other: unknown }).map(
    ([state, { tone, words, now }]) => html`<p>${badge(state, tone)} ${words} <strong>Now:</strong> ${now}</p>`,
  )}`
}

/** A receipt for people: the state of its payment as a line, the figures, and what can be done now. */
export function receiptPage(receipt: Members, facts: PageFacts): string {
  const state = wordsFor(receipt['state'])
  const { tone, words, now } = (Object.hasOwn(states, state) ? states[state] : undefined) ?? unknown
  return framed(facts, {
    title: `Receipt: ${state}`,
    path: '/v1/receipts',
    unlisted: true,
    main: html`
      <h1>Receipt</h1>
      <p>${badge(state, tone)} ${words}</p>
      <p><strong>Now:</strong> ${now}</p>
      ${timeline(receipt)} ${figures(receipt, facts)} ${rawJson('The receipt as JSON', receipt)}
    `,
  })
}

/** The same without a receipt: the address is wrong, or the service never had it. */
export function noReceiptPage(facts: PageFacts): Response {
  const page = framed(facts, {
    title: 'No such receipt',
    path: '/v1/receipts',
    unlisted: true,
    isPlain: true,
    main: html`<h1>No such receipt</h1>
      <p>No receipt has this id. The <code>Link</code> header of a paid answer has the address of its receipt.</p>`,
  })
  return pageResponse(page, facts.publicUrl, 404)
}

function timeline(receipt: Members): Html {
  const steps = [
    ['claimedAt', 'Claimed', 'The payment was reserved for this call.'],
    ['servedAt', 'Answered', 'The answer was made and stored.'],
    ['settledAt', 'Settled', 'The transfer is in a block.'],
  ] as const
  return html`<ol class="steps" aria-label="What happened when">
    ${steps.map(([name, title, words]) => {
      const at = receipt[name]
      return typeof at === 'string'
        ? html`<li class="done">
            <strong>${title}</strong> <time class="took" datetime="${at}">${at.replace('T', ' ').replace('Z', ' UTC')}</time><br />${words}
          </li>`
        : html`<li class="quiet"><strong>${title}</strong><br />Not so far.</li>`
    })}
  </ol>`
}

function figures(receipt: Members, { playMoney, publicUrl, networks, explorerOf }: PageFacts): Html {
  const usd = (value: unknown) => (isMembers(value) ? `$${wordsFor(value['usd'])}` : '')
  const { transaction, network, offer, id } = receipt
  const explorer = playMoney || typeof network !== 'string' ? undefined : explorerOf?.(network)
  const hash = typeof transaction === 'string' && /^0x[0-9a-fA-F]{64}$/.test(transaction) ? transaction : null
  const base = new URL(publicUrl).pathname.replace(/\/$/, '')
  const rows: readonly (readonly [string, string | Html])[] = [
    ['Offer', html`<a href="${base}/offers/${wordsFor(offer)}">${wordsFor(offer)}</a>`],
    ['Price', usd(receipt['price'])],
    ['Charged', usd(receipt['charged'])],
    ['Network', networks.find(({ id: known }) => known === network)?.name ?? wordsFor(network)],
    ['Protocol', wordsFor(receipt['protocol'])],
    ...(hash === null
      ? []
      : [['Transaction', explorer ? html`<a href="${explorer}/tx/${hash}" rel="noreferrer">${hash}</a>` : hash] as const]),
    ...(typeof receipt['reason'] === 'string' ? [['Reason', receipt['reason']] as const] : []),
    ...(typeof receipt['howToUse'] === 'string' ? [['How to use it', receipt['howToUse']] as const] : []),
    ...(typeof receipt['howToPay'] === 'string' ? [['How to pay', receipt['howToPay']] as const] : []),
    ['Receipt', wordsFor(id)],
  ]
  return html`<dl class="facts">
    ${rows.map(([name, value]) =>
      value === ''
        ? nothing
        : html`<div>
            <dt>${name}</dt>
            <dd class="mono">${value}</dd>
          </div>`,
    )}
  </dl>`
}
