/** Prices that contracts on the networks of the service give, and the tables of their addresses, for lines of goods. */
export { createChainPrices, type ChainPrices, type DollarsOn } from '../../chain/prices/chain-prices.ts'
export type { FeedPast } from '../../chain/prices/dollar-rounds.ts'
export { knownPlaces } from '../../chain/prices/known-places.ts'
export { priceAtRoot } from '../../chain/prices/pool-math.ts'
export type { PoolPlace, PricePlaces } from '../../chain/prices/price-places.ts'
export { sidesOf } from '../../chain/prices/read-pool.ts'
