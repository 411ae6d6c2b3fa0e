import type { AnyOffer, OfferContext } from '../offers/offer.ts'
import type { HeaderReader } from '../payments/wire/protocol.ts'

interface Asked {
  readonly offer: Pick<AnyOffer, 'callerHeaders' | 'ownKey'>
  readonly headers?: HeaderReader | undefined
}

/** The headers of a request that a run of its offer gets. */
export function headersForRun({ offer, headers }: Asked): Pick<OfferContext, 'headers'> {
  const { callerHeaders = [], ownKey } = offer
  const names = ownKey === undefined ? callerHeaders : [...callerHeaders, ownKey]
  if (headers === undefined || names.length === 0) return {}
  return { headers: Object.fromEntries(names.flatMap((name) => valueOf(headers, name).map((value) => [name, value]))) }
}

/** Whether a request shows a key of its caller's own. */
export function bringsOwnKey({ offer, headers }: Asked): boolean {
  return offer.ownKey !== undefined && headers !== undefined && valueOf(headers, offer.ownKey).length > 0
}

/** A payment is worth money, so it is never handed on. */
function valueOf(headers: HeaderReader, name: string): string[] {
  const value = headers.get(name)
  return value === null || value === '' || /^payment\b/i.test(value) ? [] : [value]
}
