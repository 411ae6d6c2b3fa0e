import { html, nothing, type Html } from '../html.ts'
import { candleChart, lineChart } from './chart.ts'
import { labelOf } from './label-of.ts'
import { headline, metaLine } from './headline.ts'
import { candlesOf, columnsOf, isFinding, isMembers, isNumeric, isScalar, partOf, seriesOf, wordsFor, type Members } from './shapes.ts'

/** Entries of a list that are shown; the raw answer has all. */
const maxEntries = 60
const maxDepth = 4

/**
 * An answer for people, by the shapes in it: pictures, candles, series, scores with their parts, verdicts with their evidence, findings
 * in code, tables, and members by name. It knows no offer. It runs on the server for examples and in the browser for live answers.
 */
export function renderAnswer(answer: unknown): Html {
  const meta = isMembers(answer) ? metaLine(answer['meta']) : nothing
  const body = isMembers(answer) && isMembers(answer['data']) && answer['success'] === true ? answer['data'] : answer
  if (!isMembers(body))
    return html`<div class="answer">
      <h3 class="sr">Its content</h3>
      ${anything('Its content', body, 1)}
    </div>`
  const { markup, names } = headline(body)
  return html`<div class="answer">${picture(body)} ${markup} ${members(body, 0, new Set([...shownElsewhere, ...names]))} ${meta}</div>`
}

/** Shown as a headline, or beside the answer. */
const shownElsewhere = new Set(['meta', 'success', 'timestamp'])

/** The types that a page may show as a picture. Scripts in an SVG do not run there. */
const pictureTypes = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'])

function picture({ mimeType, data }: Members) {
  if (typeof mimeType !== 'string' || typeof data !== 'string') return nothing
  if (!pictureTypes.has(mimeType)) return html`<p class="note">A document of the type ${mimeType}. The raw answer has its bytes.</p>`
  const address =
    mimeType === 'image/svg+xml' ? `data:${mimeType},${encodeURIComponent(data.toWellFormed())}` : `data:${mimeType};base64,${data}`
  return html`<img class="picture" src="${address}" alt="The picture in this answer" />`
}

/** Scalars as one list, then everything else under its name. */
function members(body: Members, depth: number, left: ReadonlySet<string> = shownElsewhere): Html {
  const shown = Object.entries(body).filter(([name]) => !left.has(name) && !(name === 'data' && 'mimeType' in body))
  const isFigure = (value: unknown) => isScalar(value) || isEmpty(value)
  const figures = shown.filter(([, value]) => isFigure(value))
  const rest = shown.filter(([, value]) => !isFigure(value))
  const list = figures.map(
    ([name, value]) =>
      html`<div>
        <dt>${labelOf(name)}</dt>
        <dd>${isEmpty(value) ? html`<span class="quiet">none</span>` : scalar(value)}</dd>
      </div>`,
  )
  return html`${figures.length === 0 ? nothing : html`<dl class="figures">${list}</dl>`}
  ${rest.map(([name, value]) => html`<section>${heading(labelOf(name), depth)} ${anything(labelOf(name), value, depth)}</section>`)}`
}

/** Answers are under a heading of the second level, so theirs are of the third, and all below those of the fourth. */
function heading(words: string, depth: number): Html {
  return depth === 0 ? html`<h3>${words}</h3>` : html`<h4>${words}</h4>`
}

/** A list or an object without members needs no heading of its own. */
function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

function anything(label: string, value: unknown, depth: number): Html {
  if (isScalar(value)) return html`<p>${scalar(value)}</p>`
  if (depth >= maxDepth && !(Array.isArray(value) && value.every(isScalar)))
    return html`<pre tabindex="0"><code>${JSON.stringify(value, null, 1)}</code></pre>`
  if (Array.isArray(value)) return listOf(label, value as readonly unknown[], depth)
  const part = partOf(value)
  if (part === null) return members(value as Members, depth + 1)
  return html`${meter(part.points, part.most, label)}${members(value as Members, depth + 1, partNames)}`
}

/** Shown as a meter. */
const partNames = new Set([...shownElsewhere, 'points', 'maxPoints', 'max_points', 'max'])

function listOf(label: string, list: readonly unknown[], depth: number): Html {
  if (list.length === 0) return html`<p class="quiet">None.</p>`
  const more = list.length > maxEntries ? html`<p class="quiet">${list.length - maxEntries} more are in the raw answer.</p>` : nothing
  const shown = list.slice(0, maxEntries)
  const candles = candlesOf(shown)
  if (candles) return html`${candleChart(candles, `${label}: ${range(candles)}`)}${tableOf(label, shown)}${more}`
  const series = seriesOf(shown)
  if (series) return html`${lineChart(series, `${label}: ${range(series)}`)}${tableOf(label, shown)}${more}`
  if (shown.every(isFinding)) return html`${shown.map(finding)}${more}`
  if (columnsOf(shown)) return html`${tableOf(label, shown)}${more}`
  if (shown.every(isScalar))
    return html`<ul>
        ${shown.map((one) => html`<li>${scalar(one)}</li>`)}
      </ul>
      ${more}`
  return html`<ol class="entries">
      ${shown.map((one) => html`<li>${anything(label, one, depth + 1)}</li>`)}
    </ol>
    ${more}`
}

function range(list: readonly { readonly at: string }[]): string {
  return `${list.length} entries from ${list[0]?.at} to ${list.at(-1)?.at}; the table has the figures`
}

function tableOf(label: string, list: readonly unknown[]): Html {
  const rows = list as readonly Members[]
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const kind = new Map(names.map((name) => [name, isNumeric(rows.map((row) => row[name])) ? 'number' : 'words']))
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}">
    <table>
      <thead>
        <tr>
          ${names.map((name) => html`<th scope="col" class="${kind.get(name) ?? ''}">${labelOf(name)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${names.map((name) => html`<td class="${kind.get(name) ?? ''}">${scalar(row[name])}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

/** A finding at its lines of the code. */
function finding(value: unknown): Html {
  const one = value as Members
  const place = one['location'] as Members
  const line = typeof place['startLine'] === 'number' ? place['startLine'] : null
  const lines = typeof one['snippet'] === 'string' ? one['snippet'].split('\n') : []
  return html`<article class="finding">
    <h4><span class="badge">${one['severity']}</span> ${one['title']}</h4>
    <p class="quiet">${typeof one['file'] === 'string' ? one['file'] : ''}${line === null ? '' : `, line ${line}`}</p>
    ${
      lines.length === 0
        ? nothing
        : html`<pre
            tabindex="0"
          ><code>${lines.map((text, index) => `${line === null ? '' : String(line + index).padStart(4)}  ${text}\n`)}</code></pre>`
    }
    ${['reason', 'howToFix'].map((name) => (typeof one[name] === 'string' ? html`<p>${one[name]}</p>` : nothing))}
  </article>`
}

function meter(points: number, most: number, label: string): Html {
  return html`<p class="part">
    <meter min="0" max="${most}" value="${points}" aria-label="${label}"></meter> <span>${points} of ${most}</span>
  </p>`
}

function scalar(value: unknown) {
  if (value === null || value === undefined) return html`<span class="quiet" aria-label="no value">–</span>`
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  // Long numbers in groups of three; the raw answer has them as they are.
  if (typeof value === 'number' && Math.abs(value) >= 10_000) return value.toLocaleString('en-US', { maximumFractionDigits: 20 })
  const text = wordsFor(value)
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text)
    ? html`<time datetime="${text}">${text.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC')}</time>`
    : text
}
