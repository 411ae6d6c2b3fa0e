import { html, nothing, raw, type Html } from '../html.ts'

export interface CodeTab {
  readonly label: string
  readonly code: string
  /** What to do before it runs, or with it. */
  readonly note?: string | null
}

/** Code that can be copied. The button works where scripts run; otherwise the text can be selected. */
export function codeBlock(code: string, label: string): Html {
  // A line break right after <pre> would be lost.
  return html`<div class="code">
    <pre tabindex="0" role="region" aria-label="${label}"><code>${code}</code></pre>
    <button type="button" class="plain copy" data-copy data-needs-script>Copy<span class="sr"> ${label}</span></button>
  </div>`
}

/** Tabs that need no script: each is a choice, and the style shows the panel of the one that is chosen. At most six. */
export function codeTabs(name: string, legend: string, tabs: readonly CodeTab[]): Html {
  const shown = tabs.slice(0, 6)
  return html`<fieldset class="tabs">
    <legend class="sr">${legend}</legend>
    ${shown.map(
      ({ label }, index) =>
        html`<input type="radio" name="${name}" id="${name}-${index}" ${index === 0 ? raw('checked') : nothing} /><label
            class="tab"
            for="${name}-${index}"
            >${label}</label
          >`,
    )}
    ${shown.map(
      ({ label, code, note }) =>
        html`<div class="panel">${codeBlock(code, `Code: ${label}`)}${note ? html`<p class="small quiet">${note}</p>` : nothing}</div>`,
    )}
  </fieldset>`
}
