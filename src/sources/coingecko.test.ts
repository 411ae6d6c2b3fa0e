import { expect, test } from 'vitest'
import type { HttpClient } from '../net/http-client.ts'
import { systemClock, systemRandom, systemTimers } from '../ops/system.ts'
import { silentLog } from '../shared/log.ts'
import { silentMetrics } from '../shared/metrics.ts'
import { createCoinGecko } from './coingecko.ts'
import { defaultLimits } from './create-source.ts'

/** CoinGecko that always answers with this. */
function answering(body: unknown) {
  const http: HttpClient = {
    send: async () => ({ status: 200, header: () => null, list: () => null, body: Buffer.from(JSON.stringify(body)), chunks: [] }),
    close: async () => {},
  }
  const parts = { http, clock: systemClock, timers: systemTimers, random: systemRandom, log: silentLog, metrics: silentMetrics }
  const limits = { ...defaultLimits, attempts: { retries: 0, backoffMs: 1 } }
  return createCoinGecko({ baseUrl: 'http://coingecko', enabled: true, keys: {} }, { ...parts, simulated: true, limits })
}

test('a price of the last moment that a date can tell is told with its date', async () => {
  const { prices } = answering({ bitcoin: { usd: 1, eur: 2, last_updated_at: 8_640_000_000_000 } })
  expect(await prices.get('bitcoin')).toMatchObject({ source: { asOf: '+275760-09-13T00:00:00.000Z' } })
})

test('a price of a later moment is garbage', async () => {
  const { prices } = answering({ bitcoin: { usd: 1, eur: 2, last_updated_at: 8_640_000_000_001 } })
  await expect(prices.get('bitcoin')).rejects.toMatchObject({ code: 'garbage_wrong_shape' })
})
