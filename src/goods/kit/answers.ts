/** The vocabulary of answers, and the rule of watchlists, for lines of goods. */
export {
  baseUnits,
  basisPoints,
  contentHash,
  count,
  countryCode,
  currencyCode,
  decimal,
  eurDecimal,
  evmAddress,
  foreignText,
  identifier,
  isoDate,
  isoTime,
  marketNumber,
  networkId,
  ordinal,
  percent,
  period,
  points,
  quantity,
  score,
  share,
  statistic,
  text,
  transactionHash,
  uri,
  usdcDecimal,
  usdDecimal,
} from '../../offers/answer-figures.ts'
export { documentAnswer, documentMembers } from '../../offers/document-answer.ts'
export { engineMember } from '../../offers/engine-member.ts'
export { pageFields, pageSchema, repeatedSchema } from '../../offers/watchlist/page-fields.ts'
export { readWatchlistQuery, watchlistParameters } from '../../offers/watchlist/watchlist-query.ts'
export { AmountError, divideUp, formatUnits, formatUsd, parseUnits, usdcDecimals } from '../../shared/money.ts'
export { canonicalJson } from '../../shared/canonical-json.ts'
export { switchedOff } from '../../shared/switched-off.ts'
export { componentAnswer } from '../../offers/component-answer.ts'
export { blacklistAnswer, sanctionsAnswer } from '../../offers/screening-answer.ts'
export { countOf } from '../../shared/plural.ts'
export { answerEach, batchBody, batchDecidedBy, batchResults, maxBatch } from '../../offers/batch.ts'
export { recommendationAnswer } from '../../offers/recommendation-answer.ts'
export { recommend, type Recommendation } from '../../shared/recommendation.ts'
export { joinedMeta, type AnswerMeta } from '../../sources/policy/meta.ts'
export { expectedAt } from '../../shared/issue-messages.ts'
export { nearestName } from '../../shared/nearest-name.ts'
