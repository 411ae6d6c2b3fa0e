import { hasFreeFirstCall } from '../gate/terms/terms.ts'
import { priceOf, type AnyOffer } from '../offers/offer.ts'
import { accessInLists, isAlwaysPaid } from '../offers/price-in-words.ts'
import { fillTemplate } from '../offers/path-template.ts'
import type { Hex } from '../shared/bytes.ts'
import { formatUsd } from '../shared/money.ts'
import type { Service } from './start-service.ts'

/** What is said of a service that is ready. A worker sends it to its parent as JSON. */
export interface Welcome {
  readonly url: string
  readonly sandbox: { readonly simulated: boolean; readonly payer: string } | null
  /** Names with CAIP-2 ids, in the order of the 402. */
  readonly networks: readonly string[]
  /** Where a sandbox reads its answers from other chains; null otherwise. */
  readonly dataNetworks: readonly string[] | null
  readonly offers: {
    readonly free: number
    readonly quota: number
    readonly paid: number
    /** Lowest and highest price in dollars; null when everything is free. */
    readonly prices: readonly [string, string] | null
  }
  readonly freeCallsPerDay: number
  /** A paid call to try; null when nothing is sold here that fits into one address. */
  readonly call: { readonly url: string; readonly usd: string; readonly firstFree: boolean } | null
}

export function welcomeOf({ parts, url }: Service, sandbox: { readonly payer: { readonly address: Hex } } | null): Welcome {
  const listed = (chains: Service['parts']['chains']) => [...chains.values()].map(({ network: { id, name } }) => `${name} (${id})`)
  const { offers } = parts.catalog
  const count = (kind: ReturnType<typeof accessInLists>) => offers.filter((offer) => accessInLists(offer) === kind).length
  const prices = offers.flatMap((offer) => (offer.access.kind === 'free' ? [] : [priceOf(offer)])).toSorted((a, b) => (a < b ? -1 : 1))
  return {
    url,
    sandbox: sandbox && { simulated: parts.simulatedData, payer: sandbox.payer.address },
    networks: listed(parts.chains),
    dataNetworks: parts.dataChains === parts.chains ? null : listed(parts.dataChains),
    offers: {
      free: count('free'),
      quota: count('daily-quota'),
      paid: count('fixed'),
      prices: prices.length === 0 ? null : [formatUsd(prices[0]!), formatUsd(prices.at(-1)!)],
    },
    freeCallsPerDay: parts.config.freeQuotaPerDay,
    call: callToTry(offers, url),
  }
}

/** For an offer that is sold here. Some offers are missing where there are no contracts for their sources. */
function callToTry(offers: readonly AnyOffer[], base: string): Welcome['call'] {
  const offer = offers.find((one) => isAlwaysPaid(one) && one.method === 'GET')
  if (!offer) return null
  const { path = {}, query = {} } = offer.example
  const address = fillTemplate(offer.template, path)
  const search = new URLSearchParams(query).toString()
  return {
    url: `${base}${address}${search === '' ? '' : `?${search}`}`,
    usd: formatUsd(priceOf(offer)),
    firstFree: hasFreeFirstCall(offer),
  }
}
