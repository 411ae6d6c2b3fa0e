import { expect, test } from 'vitest'
import type { PoolActivity } from '../coins/pool-candle-reader.ts'
import { byActivity } from './pool-ranking.ts'

const coin = (ticker: string, volume24h: number, change24h: number | null): PoolActivity => ({
  ticker,
  volume24h,
  change24h,
  price: 1,
  at: 0,
  network: 'eip155:8453',
  pools: [],
})

test('coins are ranked by volume and by change, up or down, together; of equal ones, the larger volume comes first', () => {
  const coins = [coin('STILL', 900, 0.1), coin('SMALL', 10, -30), coin('UP', 800, 12), coin('DOWN', 700, -20), coin('NEW', 600, null)]
  expect(byActivity(coins).map(({ ticker }) => ticker)).toEqual(['STILL', 'UP', 'DOWN', 'SMALL', 'NEW'])
})
