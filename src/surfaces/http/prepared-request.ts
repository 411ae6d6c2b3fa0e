import { prepareInput, type PreparedInput } from '../../gate/input/prepared-input.ts'
import type { RouteMatch } from '../../offers/match-route.ts'
import type { AnyOffer } from '../../offers/offer.ts'
import { readQuery } from './read-query.ts'

/** What a URL asks for: the same for every request of that URL, so the fast path keeps it. */
export interface PreparedRequest {
  readonly offer: AnyOffer
  /** Path and query, without a body. The same object each time. @throws Problem `invalid_input` for a query that can't be read */
  input(): PreparedInput
}

/**
 * @param search the query with its question mark, empty when there is none
 * @param asked path and query as the caller wrote them
 */
export function prepareRequest(
  { offer, path }: Extract<RouteMatch, { readonly kind: 'offer' }>,
  search: string,
  asked: string,
): PreparedRequest {
  let input: PreparedInput | undefined
  return { offer, input: () => (input ??= prepareInput(offer, { path, query: queryOf(search), body: undefined, asked })) }
}

function queryOf(search: string): Record<string, string> {
  return search === '' ? {} : readQuery(new URLSearchParams(search))
}
