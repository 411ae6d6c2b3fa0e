import { renderAnswer } from '../answers/render-answer.ts'
import { isMembers } from '../answers/shapes.ts'
import { html, type Html } from '../html.ts'
import { note } from './badge.ts'
import { rawJson } from './raw-json.ts'

export interface Answered {
  readonly status: number
  readonly headers: Pick<Headers, 'get'>
  /** The JSON of the answer, or its text. */
  readonly body: unknown
  /** Milliseconds from the request to the whole answer. */
  readonly took: number
}

/** What a page says while a call is made, and where it can't be made. */
export const loading = note('The call is on its way.', 'pending')
export const offline = note('There is no connection to the service. Nothing was charged.', 'refused')
export const noWallet = note(
  'This browser has no wallet that answers. Install one, or pay with the code on this page. Nothing was charged.',
  'refused',
)

/** The wallets that answered, to choose from. */
export function walletChoice(names: readonly string[]): Html {
  return html`<p>Pay with:</p>
    <div class="actions">
      ${names.map((name, index) => html`<button type="button" class="plain" data-wallet="${index}">${name}</button>`)}
    </div>`
}

/** An answer with its status and time; the terms of a 402, and what is wrong where something is. */
export function answerShown({ status, headers, body, took }: Answered): Html {
  const left = headers.get('x-free-quota-remaining')
  const facts = `Status ${status}, ${took < 10 ? took.toFixed(1) : Math.round(took)} ms${left === null ? '' : `, ${left} free calls left today`}`
  const line = html`<p class="small quiet">${facts}</p>`
  if (status === 402) return html`${line}${note(priceWords(body), 'pending')}${rawJson('The terms as JSON', body)}`
  if (status >= 400) return html`${line}${note(faultWords(body, status), 'refused')}${rawJson('The answer as JSON', body)}`
  return html`${line}${renderAnswer(body)}${rawJson('The answer as JSON', body)}`
}

function priceWords(body: unknown): string {
  const detail = isMembers(body) && typeof body['detail'] === 'string' ? body['detail'] : ''
  return `This call has a price. ${detail} Nothing was charged yet.`
}

export function faultWords(body: unknown, status: number): string {
  if (!isMembers(body)) return `The service answered ${status}.`
  const words = [body['detail'], body['fix']].filter((one) => typeof one === 'string')
  return words.length === 0 ? `The service answered ${status}.` : words.join(' ')
}
