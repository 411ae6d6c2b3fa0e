import { adapterOf } from '../../../src/sources/declared.fixture.ts'
import { expect, test } from 'vitest'
import type { HttpClient } from '../../../src/net/http-client.ts'
import { systemClock, systemRandom, systemTimers } from '../../../src/ops/system.ts'
import { silentLog } from '../../../src/shared/log.ts'
import { silentMetrics } from '../../../src/shared/metrics.ts'
import { coingecko as coingeckoSource } from './coingecko.ts'
import { defaultLimits } from '../../../src/sources/policy/create-source.ts'

/** CoinGecko that always answers with this. */
function answering(body: unknown) {
  const http: HttpClient = {
    send: async () => ({ status: 200, header: () => null, list: () => null, body: Buffer.from(JSON.stringify(body)), chunks: [] }),
    close: async () => {},
  }
  const parts = { http, clock: systemClock, timers: systemTimers, random: systemRandom, log: silentLog, metrics: silentMetrics }
  const limits = { ...defaultLimits, attempts: { retries: 0, backoffMs: 1 } }
  return adapterOf(coingeckoSource, { baseUrl: 'http://coingecko', enabled: true }, { ...parts, simulated: true, limits })
}

test('a price at the last second of the year 9999 has its date', async () => {
  const { prices } = answering({ bitcoin: { usd: 1, eur: 2, last_updated_at: 253_402_300_799 } })
  expect(await prices.get('bitcoin')).toMatchObject({ source: { asOf: '9999-12-31T23:59:59.000Z' } })
})

test('a price at a later moment is refused', async () => {
  const { prices } = answering({ bitcoin: { usd: 1, eur: 2, last_updated_at: 253_402_300_800 } })
  await expect(prices.get('bitcoin')).rejects.toMatchObject({ code: 'garbage_wrong_shape' })
})
