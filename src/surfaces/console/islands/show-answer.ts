import { renderAnswer } from '../answers/render-answer.ts'
import { isMembers } from '../answers/shapes.ts'
import { note } from '../components/badge.ts'
import { rawJson } from '../components/raw-json.ts'
import { html, textOf, type Html } from '../html.ts'
import { startCopying } from './copy.ts'
import type { Answered } from './send-call.ts'

/** Puts markup into a place of the page. Every text in it was escaped when it was made. */
export function show(place: Element, content: Html): void {
  const hadFocus = place.contains(document.activeElement)
  place.innerHTML = textOf(content)
  // Whoever pressed a button in it with a keyboard stays where the button was.
  if (hadFocus && place instanceof HTMLElement) place.focus({ preventScroll: true })
  startCopying()
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
