import { sourcesOf } from '../../../offers/needs.ts'
import type { AnyOffer } from '../../../offers/offer.ts'
import type { Steps } from '../../../shared/in-turns.ts'
import { lineOf } from '../../../offers/line-of.ts'
import { answerLine } from '../answers/answer-line.ts'
import { labelOf } from '../answers/label-of.ts'
import { isMembers } from '../answers/shapes.ts'
import { note } from '../components/badge.ts'
import { price } from '../components/price.ts'
import { html, nothing, raw, type Html } from '../html.ts'
import { asksForAll, costs, isFreeToTry, isWanted, searchText, type CatalogQuery } from './catalog-query.ts'

/** Offers between two pauses; each takes about a fifth of a millisecond, and the first of a kind far longer. */
const offersInOneTurn = 5

interface CatalogParts {
  readonly offers: readonly AnyOffer[]
  readonly freeCallsPerDay: number
  readonly base: string
  readonly query: CatalogQuery
}

/** Everything that is sold, by line, with a search that works with and without a script. */
export function* catalogListInSteps({ offers, freeCallsPerDay, base, query }: CatalogParts): Steps<Html> {
  const lines = [...Map.groupBy(offers, lineOf)]
  const wanted = new Set(offers.filter((offer) => isWanted(offer, query)))
  const sections: Html[] = []
  for (const [line, list] of lines) {
    const entries: Html[] = []
    for (const offer of list) {
      if (!wanted.has(offer)) continue
      entries.push(entry(offer, { freeCallsPerDay, base }))
      if (entries.length % offersInOneTurn === 0) yield
    }
    if (entries.length === 0) continue
    sections.push(
      html`<section class="line" data-line="${line}">
        <h3>${labelOf(line)}</h3>
        <ul class="offers">
          ${entries}
        </ul>
      </section>`,
    )
    yield
  }
  return html`<section aria-labelledby="catalog">
    <h2 id="catalog">Catalog</h2>
    ${searchForm(
      lines.map(([line]) => line),
      query,
      base,
    )}
    <p class="small quiet" role="status" data-count>${countWords(wanted.size, offers.length)}</p>
    <div data-empty ${wanted.size === 0 ? nothing : raw('hidden')}>
      ${note(html`Nothing here fits that. Use other words, or <a href="${base}/#catalog">show all ${offers.length} offers</a>.`)}
    </div>
    ${sections}
  </section>`
}

function countWords(shown: number, all: number): string {
  return shown === all ? `${all} ${all === 1 ? 'offer' : 'offers'}` : `${shown} of ${all} offers`
}

function searchForm(lines: readonly string[], query: CatalogQuery, base: string): Html {
  const chosen = (isChosen: boolean) => (isChosen ? raw('selected') : nothing)
  return html`<form class="search" role="search" action="${base}/#catalog" method="get" data-search>
    <div class="field wide">
      <label for="q"
        >Search <span class="optional" data-needs-script><kbd>Ctrl</kbd> <kbd>K</kbd></span></label
      >
      <input
        type="search"
        id="q"
        name="q"
        value="${query.text}"
        maxlength="100"
        autocomplete="off"
        placeholder="wallet score, exchange rate …"
      />
    </div>
    <div class="field">
      <label for="line">Line</label>
      <select id="line" name="line">
        <option value="">all</option>
        ${lines.map((line) => html`<option value="${line}" ${chosen(line === query.line)}>${labelOf(line)}</option>`)}
      </select>
    </div>
    <div class="field">
      <label for="cost">Price</label>
      <select id="cost" name="cost">
        ${costs.map((cost) => html`<option value="${cost}" ${chosen(cost === query.cost)}>${costWords[cost]}</option>`)}
      </select>
    </div>
    <button type="submit" class="plain" ${asksForAll(query) ? raw('data-without-script') : nothing}>Search</button>
  </form>`
}

const costWords = { any: 'any', free: 'has free calls', paid: 'paid from the first call' } as const

function entry(offer: AnyOffer, { freeCallsPerDay, base }: Pick<CatalogParts, 'freeCallsPerDay' | 'base'>): Html {
  const line = answerLine(offer)
  const facts = factsOf(offer)
  return html`<li data-offer data-text="${searchText(offer)}" data-cost="${isFreeToTry(offer) ? 'free' : 'paid'}">
    <a href="${base}/offers/${offer.id}">${offer.title}</a>
    <span class="cost">${price(offer, freeCallsPerDay)}</span>
    <p class="what">${offer.purpose}</p>
    ${line === null ? nothing : html`<p class="more"><span class="sr">For example: </span><span class="mono">${line}</span></p>`}
    ${facts.length === 0 ? nothing : html`<p class="more">${facts.join(' · ')}</p>`}
  </li>`
}

/** How fresh, how sure and from where, as far as the declaration and its example say it. */
function factsOf({ dataset, example, needs }: AnyOffer): readonly string[] {
  const answer: unknown = example.answer
  const meta = isMembers(answer) && isMembers(answer['meta']) ? answer['meta'] : {}
  const sources = Array.isArray(meta['sources']) ? (meta['sources'] as readonly { readonly id?: unknown }[]) : []
  const needed = sourcesOf(needs).length > 0 ? sourcesOf(needs) : sources.flatMap(({ id }) => (typeof id === 'string' ? [id] : []))
  const ids = [...new Set(dataset?.sources ?? needed)]
  return [
    ...(dataset ? [`new data ${dataset.freshness.renewed}`] : []),
    ...(typeof meta['confidence'] === 'number' && sources.length > 0 ? [`confidence ${meta['confidence']} in the example`] : []),
    ...(ids.length > 0 ? [`from ${ids.slice(0, 4).join(', ')}${ids.length > 4 ? ` and ${ids.length - 4} more` : ''}`] : []),
  ]
}
