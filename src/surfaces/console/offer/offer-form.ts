import type { AnyOffer } from '../../../offers/offer.ts'
import { html, nothing, raw, type Html } from '../html.ts'
import { formFields, type FormField } from './form-fields.ts'

/**
 * The form that calls an offer. With a script the answer appears below it. Without one, a call by GET is sent to
 * `/offers/{id}/call`, which leads to its address; other methods need the script.
 */
export function offerForm(offer: AnyOffer, { base, buttons }: { readonly base: string; readonly buttons: Html }): Html {
  const fields = formFields(offer)
  const main = fields.filter(({ required, value }) => required || value !== '')
  const more = fields.filter((field) => !main.includes(field))
  return html`<form
    class="fields"
    method="get"
    action="${base}/offers/${offer.id}/call"
    data-call
    data-call-method="${offer.method}"
    data-template="${offer.template}"
  >
    ${main.map(fieldOf)} ${fields.length === 0 ? html`<p>This call takes no input.</p>` : nothing}
    ${
      more.length === 0
        ? nothing
        : html`<details>
            <summary>${more.length} optional ${more.length === 1 ? 'field' : 'fields'}</summary>
            <div class="fields">${more.map(fieldOf)}</div>
          </details>`
    }
    <div class="actions">${buttons}</div>
  </form>`
}

function fieldOf(field: FormField): Html {
  const { name, label, hint, required } = field
  const hintId = hint === '' ? nothing : html`aria-describedby="${name}-hint"`
  const needed = required ? raw('required') : nothing
  return html`<div class="field">
    <label for="${name}" class="mono">${label}</label>${required ? nothing : html` <span class="optional">optional</span>`}
    ${hint === '' ? nothing : html`<p class="hint" id="${name}-hint">${hint}</p>`} ${control(field, hintId, needed)}
  </div>`
}

function control({ name, kind, choices, long, value, required }: FormField, hintId: Html | string, needed: Html | string): Html {
  if (choices.length > 0)
    return html`<select id="${name}" name="${name}" data-kind="${kind}" ${hintId} ${needed}>
      ${required ? nothing : html`<option value=""></option>`}
      ${choices.map((choice) => html`<option value="${choice}" ${choice === value ? raw('selected') : nothing}>${choice}</option>`)}
    </select>`
  if (long)
    return html`<textarea id="${name}" name="${name}" data-kind="${kind}" rows="6" spellcheck="false" ${hintId} ${needed}>
${value}</textarea>`
  return html`<input
    type="text"
    id="${name}"
    name="${name}"
    value="${value}"
    data-kind="${kind}"
    autocomplete="off"
    spellcheck="false"
    ${hintId}
    ${needed}
  />`
}
