import { html, nothing, type Html } from '../../console/html.ts'
import { badge, type Tone } from '../../console/components/badge.ts'

/** How the desk shows times, amounts and names. */
export interface Words {
  /** In the zone of the operator; with UTC on hover. */
  time(iso: string): Html
  /** How long ago. */
  ago(iso: string): string
}

const minute = 60_000

export function createWords(timeZone: string, now: number): Words {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  const shown = (iso: string) => {
    const part = Object.fromEntries(format.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]))
    return `${part['year']}-${part['month']}-${part['day']} ${part['hour']}:${part['minute']}:${part['second']}`
  }
  return {
    time: (iso) => html`<time datetime="${iso}" title="${iso.replace('T', ' ').replace('Z', ' UTC')}">${shown(iso)}</time>`,
    ago(iso) {
      const minutes = Math.max(0, Math.floor((now - Date.parse(iso)) / minute))
      if (minutes < 1) return 'less than a minute ago'
      if (minutes < 120) return `${minutes} minutes ago`.replace(/^1 minutes/, '1 minute')
      return minutes < 2_880 ? `${Math.floor(minutes / 60)} hours ago` : `${Math.floor(minutes / 1_440)} days ago`
    },
  }
}

/** An address or a hash, shortened in the middle; the whole on hover. */
export function short(text: string, to?: string): Html {
  const words = text.length <= 16 ? text : `${text.slice(0, 8)}…${text.slice(-6)}`
  return to === undefined
    ? html`<span class="mono" title="${text}">${words}</span>`
    : html`<a class="mono" title="${text}" href="${to}">${words}</a>`
}

/** An amount with two to four decimals; all of them on hover. */
export function money(usdc: string): Html {
  const [whole = '0', fraction = ''] = usdc.split('.')
  const shown = `${whole}.${fraction.padEnd(2, '0').slice(0, 4)}`
  return html`<span title="${usdc} USDC">${shown}</span>`
}

const tones: Readonly<Record<string, Tone>> = {
  settled: 'settled',
  free: 'settled',
  uncharged: 'settled',
  refunded: 'settled',
  refused: 'refused',
  owed: 'refused',
  reversed: 'refused',
  released: 'plain',
}

export function stateBadge(state: string): Html {
  return badge(state, Object.hasOwn(tones, state) ? tones[state] : 'pending')
}

/** A table whose rows become cards on a narrow screen. */
export function table(
  label: string,
  columns: readonly string[],
  rows: readonly (readonly (Html | string | number)[])[],
  numbers: ReadonlySet<number> = new Set(),
): Html {
  const kind = (index: number) => (numbers.has(index) ? 'number' : '')
  return html`<table class="cards" aria-label="${label}">
    <thead>
      <tr>
        ${columns.map((name, index) => html`<th scope="col" class="${kind(index)}">${name}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (row) =>
          html`<tr>
            ${row.map((cell, index) => html`<td class="${kind(index)}" data-label="${columns[index] ?? ''}">${cell}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`
}

export function queryOf(members: Readonly<Record<string, string>>): string {
  return new URLSearchParams(members).toString()
}

export { html, nothing, type Html }
