import { isMembers, wordsFor, type Members } from '../answers/shapes.ts'
import { labelOf } from '../answers/label-of.ts'
import { badge, type Tone } from '../components/badge.ts'
import { rawJson } from '../components/raw-json.ts'
import { html, nothing, type Html } from '../html.ts'
import { framed, type PageFacts } from '../page-frame.ts'
import type { StatusHistory } from '../../http/status-history.ts'
import { statusHistory } from './status-history.ts'

const sentences: Readonly<Record<string, readonly [Tone, string]>> = {
  ok: ['settled', 'Everything works.'],
  degraded: ['pending', 'Calls are answered. A part of the service is impaired, as shown below.'],
  down: ['refused', 'The service takes no calls at the moment.'],
}

/** States that need no attention, and those that do. */
const good = new Set(['ok', 'ready', 'current'])
const idle = new Set(['off', 'unasked'])
const bad = new Set(['failed', 'failing', 'down'])
const toneOf = (state: string): Tone => (good.has(state) ? 'settled' : bad.has(state) ? 'refused' : idle.has(state) ? 'plain' : 'pending')

/** The state of the service for people, from the very object that machines get. */
export function statusPage(status: Members, history: StatusHistory | null, facts: PageFacts): string {
  const [tone, words] = sentences[wordsFor(status['status'])] ?? ['pending', 'The state is not known.']
  return framed(facts, {
    title: `Status: ${facts.name}`,
    path: '/status',
    main: html`
      <h1>Status</h1>
      <p class="lead">${badge(wordsFor(status['status']), tone)} ${words}</p>
      <p class="small quiet">
        As of ${wordsFor(status['at']).replace('T', ' ').replace(/\..*$/, ' UTC')}. Load the page again for a newer state.
      </p>
      ${parts(status)} ${statusHistory(history)}
      ${table('Networks', listOf(status['networks']), networkRow, ['Network', 'Reads', 'Settlement'])}
      ${table('Sources', listOf(status['sources']), sourceRow, ['Source', 'State', 'Last success'])}
      ${table('Indexes', listOf(status['indexes']), indexRow, ['Index', 'State'])} ${rawJson('The state as JSON', status)}
    `,
  })
}

const listOf = (value: unknown): readonly Members[] => (Array.isArray(value) ? (value as unknown[]).filter(isMembers) : [])

function parts(status: Members): Html {
  const names = ['process', 'ledger', 'clock', 'sales', 'facilitator'].filter((name) => typeof status[name] === 'string')
  return html`<section aria-labelledby="parts">
    <h2 id="parts">The service</h2>
    <dl class="figures">
      ${names.map(
        (name) =>
          html`<div>
            <dt>${labelOf(name)}</dt>
            <dd>${badge(wordsFor(status[name]), toneOf(wordsFor(status[name])))}</dd>
          </div>`,
      )}
    </dl>
  </section>`
}

type Cells = readonly (string | Html)[]

const stateCell = (value: unknown) => badge(wordsFor(value), toneOf(wordsFor(value)))
const networkRow = ({ name, state, settlement }: Members): Cells => [wordsFor(name), stateCell(state), stateCell(settlement)]
const indexRow = ({ id, index, name, network, state }: Members): Cells => [
  [name ?? id ?? index, network].filter((one) => typeof one === 'string').join(', '),
  stateCell(state),
]
function sourceRow({ name, state, off, lastSuccess }: Members): Cells {
  const why = typeof off === 'string' ? html` <span class="small quiet">${labelOf(off)}</span>` : nothing
  const at = typeof lastSuccess === 'string' ? lastSuccess.replace('T', ' ').replace(/\..*$/, ' UTC') : 'none so far'
  return [wordsFor(name), html`${stateCell(state)}${why}`, at]
}

function table(title: string, rows: readonly Members[], cells: (row: Members) => Cells, columns: readonly string[]): Html | string {
  if (rows.length === 0) return nothing
  return html`<section aria-label="${title}">
    <h2>${title}</h2>
    <table class="cards">
      <thead>
        <tr>
          ${columns.map((name) => html`<th scope="col">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${cells(row).map((cell, index) => html`<td data-label="${columns[index] ?? ''}">${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`
}
