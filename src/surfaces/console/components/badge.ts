import { html, type Html } from '../html.ts'

/** Green only for what is settled or works, amber for what is under way, red for what was refused or lost. A word is always beside it. */
export type Tone = 'settled' | 'pending' | 'refused' | 'plain'

export function badge(words: string, tone: Tone = 'plain'): Html {
  return html`<span class="badge ${tone}">${words}</span>`
}

export function note(words: string | Html, tone: Tone = 'plain'): Html {
  return html`<p class="note ${tone}">${words}</p>`
}
