/** Addresses that are known without asking, for lines of goods. */
export { knownToken } from '../../chain/known-tokens.ts'
export { tradedTokens } from '../../chain/prices/known-places.ts'
