import { html, nothing, type Html } from '../html.ts'
import { labelOf } from './label-of.ts'
import { isMembers, numberOf, type Members } from './shapes.ts'

/** What the answer advises: the first of these that it has. */
const verdictNames = ['verdict', 'advice', 'recommendation', 'action', 'label'] as const

/** A verdict or a score in the largest letters, and the members that it shows. */
export function headline(body: Members): { readonly markup: Html | string; readonly names: readonly string[] } {
  const name = verdictNames.find((one) => typeof body[one] === 'string' || isAdvice(body[one]))
  const value = name === undefined ? undefined : body[name]
  const words = isMembers(value) ? value['action'] : value
  const advice = [value, body['recommendation']].find(isAdvice)
  const reason = advice?.['reason'] ?? body['actionReason']
  const score = numberOf(body['score'])
  if (typeof words !== 'string' && score === null) return { markup: nothing, names: [] }
  // Advice with more members than these is shown in full below too.
  const isWhole = (one: Members | undefined) =>
    one !== undefined && Object.keys(one).every((member) => ['action', 'reason'].includes(member))
  return {
    markup: html`<p class="headline">
      ${score === null ? nothing : html`<span class="score">${String(body['score'])}</span>`}
      <span>
        ${typeof words === 'string' ? html`<strong>${labelOf(words)}</strong>` : nothing} ${typeof reason === 'string' ? reason : nothing}
      </span>
    </p>`,
    names: [
      ...(score === null ? [] : ['score']),
      ...(name !== undefined && (typeof value === 'string' || isWhole(advice)) ? [name] : []),
      ...(isWhole(advice) ? ['recommendation'] : []),
      ...(typeof body['actionReason'] === 'string' && reason === body['actionReason'] ? ['actionReason'] : []),
    ],
  }
}

function isAdvice(value: unknown): value is Members {
  return isMembers(value) && typeof value['action'] === 'string'
}

/** What an answer rests on, as its `meta` says. */
export function metaLine(meta: unknown): Html | string {
  if (!isMembers(meta)) return nothing
  const sources = Array.isArray(meta['sources']) ? (meta['sources'] as readonly unknown[]).filter(isMembers) : []
  const names = [...new Set(sources.map(({ attribution, id }) => String(attribution ?? id)))]
  const words = [
    ...(names.length === 0 ? [] : [`Rests on: ${names.join('; ')}`]),
    ...(typeof meta['confidence'] === 'number' ? [`confidence ${meta['confidence']}`] : []),
    ...(meta['degraded'] === true ? ['degraded: a source did not answer, or a figure is old'] : []),
    ...(meta['simulated'] === true ? ['simulated'] : []),
  ]
  return words.length === 0 ? nothing : html`<p class="small quiet">${words.join(' · ')}</p>`
}
