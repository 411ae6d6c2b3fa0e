import type { Log } from '../../shared/log.ts'
import { readDecimals, readDescription, readToken0, readToken1 } from './contract-reads.ts'
import type { FeedPlace, PoolPlace, PricePlaces } from './price-places.ts'
import { sidesOf } from './read-pool.ts'
import type { ContractReader } from './read-together.ts'

/**
 * Keeps the feeds and pools of one network that are what the tables say: a feed by its description and decimals, a pool by its tokens and
 * their decimals. Others are left out, with one line in the log.
 * @throws RpcUnreachable
 */
export async function checkPlaces(reader: ContractReader, { feeds, pools }: PricePlaces, log: Log): Promise<PricePlaces> {
  const [asFeeds, asPools] = await Promise.all([
    reader.read(feeds.flatMap(({ address: to }) => [readDescription(to), readDecimals(to)])),
    reader.read(
      pools.flatMap(({ address, token, quoteToken }) => [
        readToken0(address),
        readToken1(address),
        readDecimals(token.address),
        readDecimals(quoteToken.address),
      ]),
    ),
  ])
  const kept = {
    feeds: feeds.filter((feed, index) => isFeed(feed, asFeeds.values.slice(index * 2, index * 2 + 2))),
    pools: pools.filter((pool, index) => isPool(pool, asPools.values.slice(index * 4, index * 4 + 4))),
  }
  const leftOut = { feeds: tickersOf(feeds, kept.feeds), pools: tickersOf(pools, kept.pools) }
  if (leftOut.feeds.length + leftOut.pools.length > 0) {
    log.warn(leftOut, 'contracts of prices are not what was expected at their addresses: they are left out')
  }
  return kept
}

function isFeed({ ticker, decimals }: FeedPlace, [description, places]: readonly unknown[]): boolean {
  return typeof description === 'string' && description.trim().toUpperCase() === `${ticker} / USD` && places === decimals
}

function isPool(pool: PoolPlace, [first, second, decimals, quoteDecimals]: readonly unknown[]): boolean {
  const { token0, token1 } = sidesOf(pool)
  return isSame(first, token0) && isSame(second, token1) && decimals === pool.token.decimals && quoteDecimals === pool.quoteToken.decimals
}

function isSame(answered: unknown, expected: string): boolean {
  return typeof answered === 'string' && answered.toLowerCase() === expected.toLowerCase()
}

function tickersOf<P extends { readonly ticker: string }>(all: readonly P[], kept: readonly P[]): string[] {
  return all.filter((one) => !kept.includes(one)).map(({ ticker }) => ticker)
}
