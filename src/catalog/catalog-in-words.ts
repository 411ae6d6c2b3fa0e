import type { DiscoveryPayload, Endpoint } from './describe-catalog.ts'

/** The catalog as a few lines of text, for readers who have the payload itself beside it. */
export function inWords({ endpoints, lines, payment: { freeCallsPerDay } }: DiscoveryPayload): string {
  const all = Object.entries(endpoints)
  const [one] = all
  if (all.length === 1 && one?.[1].purpose !== undefined) return `${one[0]}, ${priceOf(one[1])}. ${one[1].purpose}`
  const of = (kind: Endpoint['access']) => all.filter(([, { access }]) => access === kind)
  const line = (start: string, kind: Endpoint['access']) => {
    const names = of(kind).map(([id, { price }]) => (price === null ? id : `${id} $${price.usd}`))
    return names.length === 0 ? [] : [`${start}: ${names.join(', ')}.`]
  }
  if (lines !== undefined) {
    const named = Object.entries(lines).map(
      ([name, { offerCount, prices }]) => `${name} (${offerCount}${prices === null ? '' : `, ${prices}`})`,
    )
    return `Lines, with their number of offers and their prices: ${named.join('; ')}.\nThe argument offer with a line lists it, and with a name of an offer gives its schemas and an example.`
  }
  return [
    ...line('Free', 'free'),
    ...line(`${freeCallsPerDay} free calls a day in all, then paid`, 'daily-quota'),
    ...line('Paid', 'fixed'),
    'The argument offer with one of these names gives its schemas and an example.',
  ].join('\n')
}

function priceOf({ price }: Endpoint): string {
  return price === null ? 'free' : `$${price.usd} a call`
}
