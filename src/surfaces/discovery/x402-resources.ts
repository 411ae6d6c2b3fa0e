import { isAlwaysPaid } from '../../offers/price-in-words.ts'
import { exampleRequest } from './example-request.ts'
import type { ServiceFacts } from './service-facts.ts'

/**
 * `/.well-known/x402`, for directories that still read it: addresses that answer 402, with the values of the worked examples.
 * Routes with a daily quota are excluded, because they answer without payment.
 */
export function x402Resources({ offers, publicUrl, ownershipProofs, networks }: ServiceFacts) {
  const payable = networks.some(({ settles }) => settles)
  return {
    version: 1,
    resources: payable ? offers.filter(isAlwaysPaid).map((offer) => exampleRequest(offer, publicUrl).url) : [],
    ownershipProofs,
  }
}
