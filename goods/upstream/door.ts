/** Everything of the till that this line uses. It is imported from here only. */
export { z } from 'zod'
export { isReservedPath } from '../../src/offers/reserved-paths.ts'
export {
  fillTemplate,
  isParameter,
  isRest,
  parameterName,
  parametersOf,
  segmentsOf,
  templatesCollide,
} from '../../src/offers/path-template.ts'
export { methods, takesBody, type Method } from '../../src/shared/http-methods.ts'
export { AmountError, divideUp, formatUsd, usd } from '../../src/shared/money.ts'
export { expectedAt, issueMessage, plainIssue } from '../../src/shared/issue-messages.ts'
export { countOf } from '../../src/shared/plural.ts'
export { nearestName } from '../../src/shared/nearest-name.ts'
export { ipLiteral, isPublicAddress } from '../../src/net/public-address.ts'
export { byteAnswer, streamedAnswer, unchargedBytes } from '../../src/offers/byte-answers.ts'
export { createUpstreamFetch } from '../../src/net/upstream-fetch.ts'
export { isJsonType, toolResultType } from '../../src/offers/media-types.ts'
export { computedPrice, type ComputedPrice } from '../../src/offers/computed-price.ts'
export type { ByteAnswer } from '../../src/shared/byte-answer.ts'
export {
  byteOffer,
  dailyQuota,
  fixedPrice,
  free,
  type Access,
  type AnyOffer,
  type OfferContext,
  type OfferInput,
  type Outcome,
} from '../../src/offers/offer.ts'
export { createCallPlaces } from '../../src/shared/call-places.ts'
export { Problem } from '../../src/shared/problems.ts'
export { FetchFailed, fetchFailures } from '../../src/net/fetch-failed.ts'
export {
  createUpstreamConnections,
  type OpenedAnswer,
  type UpstreamAnswer,
  type UpstreamConnections,
} from '../../src/net/upstream-connections.ts'
export { userAgentOf } from '../../src/net/http-client.ts'
export { goods, type Goods } from '../../src/goods/goods.ts'
export type { Log } from '../../src/shared/log.ts'
export type { Timers } from '../../src/shared/clock.ts'
export { secretFamily } from '../../src/goods/setting.ts'
export type { OfferFiles } from '../../src/commands/offer-files.ts'
export { OperatorError } from '../../src/shared/operator-error.ts'
export type { Availability } from '../../src/offers/needs.ts'
