/**
 * The door: what a line of goods is made with. A file outside of the package has no `node_modules` of its own, so it exports a function
 * that is handed all of this: `export default ({ goods, offer, z }) => goods({ … })`. Lines that come with the service import it, and beside
 * it only what `kit/` has.
 */
export { goods, type Goods, type OwnLines } from './goods.ts'
export { setting } from './setting.ts'
/** How the value of a setting is read: `format.integer(1, 32)`. */
export * as format from '../ops/setting-formats.ts'
export { source } from './source.ts'
export { table } from './tables/table.ts'

// How an offer is sold.
export { dailyQuota, fixedPrice, free, offer, type Access, type AnyOffer } from '../offers/offer.ts'
export { usd } from '../shared/money.ts'

// Which sources it needs to be sold.
export { allOf, anyOf, anyTwoOf } from '../offers/sources-needed.ts'

// What a run returns or throws.
export { answer, uncharged, watchedAnswer } from '../offers/offer.ts'
export { Problem, problem } from '../shared/problems.ts'

// Where an answer comes from.
export { answerMeta } from '../offers/answer-meta.ts'
export { readJson } from '../sources/formats/read-json.ts'
export { byAge } from '../sources/policy/feed.ts'
export { metaOf, ownMeta } from '../sources/policy/meta.ts'
export { orUpstreamProblem } from '../sources/policy/upstream-problem.ts'

/** zod 4, of the version that the service uses. */
export { z } from 'zod'
