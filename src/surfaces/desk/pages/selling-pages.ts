import type { ListedPrice } from '../../../operate/prices/change-prices.ts'
import { badge } from '../../console/components/badge.ts'
import { mayDo, type Operator } from '../door/operator.ts'
import { html, nothing, table, type Html, type Words, queryOf } from './words.ts'

export interface SellingFacts {
  readonly base: string
  readonly words: Words
  readonly operator: Operator
}

/** What each offer costs. */
export function pricesMain(prices: readonly ListedPrice[], { base, words, operator }: SellingFacts): Html {
  const mayChange = mayDo(operator, 'price')
  return html`<h1>Prices</h1>
    ${mayChange ? nothing : html`<p class="quiet">Your token may not change prices.</p>`}
    ${table(
      'Prices',
      ['Offer', 'Dollars', 'Declared', 'Since', 'Next', 'Change'],
      prices.map(({ offer, usd, mostUsd, access, declaredUsd, since, next }) => [
        html`<a href="${base}/operator/payments?${queryOf({ offer })}">${offer}</a>`,
        access === 'free' ? 'free' : mostUsd === null ? usd : `${usd} to ${mostUsd}`,
        declaredUsd ?? '',
        since === null ? '' : words.time(since),
        next === null ? '' : html`${next.usd} from ${words.time(next.from)}`,
        mayChange && access !== 'free'
          ? html`<a href="${base}/operator/do/set-price?${queryOf({ offer, usd })}"
              >Change<span class="sr"> the price of ${offer}</span></a
            >`
          : '',
      ]),
      new Set([1, 2]),
    )}`
}

export interface SwitchList {
  readonly offers: readonly { readonly id: string; readonly title: string; readonly on: boolean }[]
  readonly networks: readonly { readonly id: string; readonly name: string; readonly on: boolean; readonly heldBy: string | null }[]
}

/** Offers and networks, which can be switched off. */
export function switchesMain({ offers, networks }: SwitchList, { base, operator }: SellingFacts): Html {
  const maySwitch = mayDo(operator, 'admin')
  const action = (call: string, what: 'offer' | 'network', id: string, on: boolean) =>
    maySwitch
      ? html`<a href="${base}/operator/do/${call}?${queryOf({ [what]: id, on: String(!on) })}"
          >Switch ${on ? 'off' : 'on'}<span class="sr"> ${id}</span></a
        >`
      : ''
  const state = (on: boolean) => (on ? badge('on', 'settled') : badge('switched off', 'refused'))
  return html`<h1>What is sold</h1>
    ${maySwitch ? nothing : html`<p class="quiet">Your token may not switch anything.</p>`}
    <h2>Networks</h2>
    ${table(
      'Networks',
      ['Network', 'State', 'Held by', 'Switch'],
      networks.map(({ id, name, on, heldBy }) => [`${name} (${id})`, state(on), heldBy ?? '', action('switch-network', 'network', id, on)]),
    )}
    <h2>Offers</h2>
    ${table(
      'Offers',
      ['Offer', 'State', 'Switch'],
      offers.map(({ id, title, on }) => [title === id ? id : `${title} (${id})`, state(on), action('switch-offer', 'offer', id, on)]),
    )}`
}
