import type { Hex } from '../../shared/bytes.ts'
import { arbitrumFeeds } from './feeds/arbitrum-feeds.ts'
import { baseFeeds } from './feeds/base-feeds.ts'
import { ethereumFeeds } from './feeds/ethereum-feeds.ts'
import { optimismFeeds } from './feeds/optimism-feeds.ts'
import { poolRows, poolTokens } from './pool-tables.ts'
import type { FeedPlace, PoolPlace, PricePlaces, TokenPlace } from './price-places.ts'

/** Every feed and pool of the tables, those of Base first. They are checked against their chains before they are used. */
export const knownPlaces: PricePlaces = {
  feeds: [
    ...feedsOf('base', baseFeeds),
    ...feedsOf('ethereum', ethereumFeeds),
    ...feedsOf('arbitrum', arbitrumFeeds),
    ...feedsOf('optimism', optimismFeeds),
  ],
  pools: poolsOf(poolRows, tokensOf(poolTokens)),
}

/** A token whose pools are known. */
export interface TradedToken {
  readonly network: string
  readonly symbol: string
  readonly address: Hex
}

export const tradedTokens: readonly TradedToken[] = rowsOf(poolTokens).map(([network = '', symbol = '', address = '']) => ({
  network: network,
  symbol,
  address: address as Hex,
}))

function rowsOf(table: string): string[][] {
  return table
    .trim()
    .split('\n')
    .map((row) => row.split(' '))
}

function feedsOf(network: string, table: string): FeedPlace[] {
  return rowsOf(table).map(([ticker = '', address = '', decimals, heartbeat]) => ({
    network,
    ticker,
    address: address as Hex,
    decimals: Number(decimals),
    heartbeatSeconds: Number(heartbeat),
  }))
}

function tokensOf(table: string): ReadonlyMap<string, TokenPlace> {
  return new Map(
    rowsOf(table).map(([network = '', symbol = '', address = '', decimals]) => [
      `${network} ${symbol}`,
      { address: address as Hex, decimals: Number(decimals) },
    ]),
  )
}

function poolsOf(table: string, tokens: ReadonlyMap<string, TokenPlace>): PoolPlace[] {
  return rowsOf(table).map(([network = '', ticker = '', symbol = '', against = '', fee, address = '']) => {
    const [token, quoteToken] = [tokens.get(`${network} ${symbol}`), tokens.get(`${network} ${against}`)]
    if (!token || !quoteToken) throw new Error(`the pool ${address} has a token that is not in the table`)
    const quote = against === 'WETH' ? 'ETH' : 'USDC'
    return { network: network, ticker, address: address as Hex, token, quote, quoteToken, fee: Number(fee) }
  })
}
