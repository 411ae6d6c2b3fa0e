import { z } from 'zod'
import { answerMeta } from '../offers/answer-meta.ts'
import { answer, dailyQuota, fixedPrice, free, offer, uncharged } from '../offers/offer.ts'
import { allOf, anyOf, anyTwoOf } from '../offers/sources-needed.ts'
import { Problem, problem } from '../shared/problems.ts'
import { usd } from '../shared/money.ts'
import { readJson } from '../sources/formats/read-json.ts'
import { byAge } from '../sources/policy/feed.ts'
import { metaOf } from '../sources/policy/meta.ts'
import { orUpstreamProblem } from '../sources/policy/upstream-problem.ts'
import { goods, type Goods } from './goods.ts'
import { setting } from './setting.ts'
import { source } from './source.ts'
import { table } from './tables/table.ts'

/**
 * What a line of goods is made with. A file outside of the package has no `node_modules` of its own, so it exports a function that is
 * handed this: `export default ({ goods, offer, z }) => goods({ … })`.
 */
export const door = {
  goods,
  offer,
  setting,
  source,
  table,
  // How an offer is sold.
  free,
  dailyQuota,
  fixedPrice,
  usd,
  // Which sources it needs to be sold.
  anyOf,
  anyTwoOf,
  allOf,
  // What a run returns or throws.
  answer,
  uncharged,
  Problem,
  problem,
  // Where an answer comes from.
  answerMeta,
  metaOf,
  byAge,
  readJson,
  orUpstreamProblem,
  /** zod 4, of the version that the service uses. */
  z,
}

export type Door = typeof door

/** The default export of a file of goods: a line, or a function that makes one from the door. */
export type GoodsModule = Goods | ((door: Door) => Goods)
