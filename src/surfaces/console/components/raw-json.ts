import { html, type Html } from '../html.ts'
import { codeBlock } from './code-tabs.ts'

const maxCharacters = 60_000

/** JSON, folded away until it is asked for. */
export function rawJson(summary: string, value: unknown): Html {
  const text = JSON.stringify(value, null, 2) ?? 'nothing'
  const shown = text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters)}\n… ${text.length - maxCharacters} more characters`
  return html`<details>
    <summary>${summary}</summary>
    ${codeBlock(shown, summary)}
  </details>`
}
