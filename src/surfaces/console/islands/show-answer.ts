import { textOf, type Html } from '../html.ts'
import { startCopying } from './copy.ts'

/** Puts markup into a place of the page. Every text in it was escaped when it was made. */
export function show(place: Element, content: Html): void {
  const hadFocus = place.contains(document.activeElement)
  place.innerHTML = textOf(content)
  // Whoever pressed a button in it with a keyboard stays where the button was.
  if (hadFocus && place instanceof HTMLElement) place.focus({ preventScroll: true })
  startCopying()
}
