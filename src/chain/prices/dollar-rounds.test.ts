import { expect, test } from 'vitest'
import { systemClock } from '../../ops/system.ts'
import type { RoundData } from './contract-reads.ts'
import { createFeedPast } from './dollar-rounds.ts'
import { localMarket } from './local-market.fixture.ts'
import type { ContractReader } from './read-together.ts'
import { RpcUnreachable } from '../chain.ts'

const market = localMarket()

test('the past of a feed is read back as far as it is asked for, and only once', async () => {
  const feed = await market.feed('USDC', { heartbeatSeconds: 3_600 })
  const now = market.now()
  const count = 250
  await feed.record(Array.from({ length: count }, (_, index) => ({ answer: 10n ** 8n + BigInt(index), at: now - (count - index) * 600 })))
  const { prices } = await market.connect({ feeds: [feed.place] })
  const read = async (since: number) => {
    const found = await prices.dollarsOn('eip155:8453', since)
    if (typeof found === 'string' || found.dollar === null) throw new Error('no feed')
    return found.dollar
  }
  const asked = () => prices.questions()['eip155:8453'] ?? 0
  const recent = await read(now - 1_000)
  expect(recent.at(now)).toBe(1 + 249 / 1e8)
  expect(recent.at(now - 601)).toBe(1 + 248 / 1e8)
  const before = asked()
  const whole = await read(now - count * 600)
  expect([whole.at(now - count * 600), whole.at(now - count * 600 - 1), whole.at(now - 60_001)]).toEqual([1, null, 1 + 149 / 1e8])
  expect(asked() - before).toBeLessThanOrEqual(3)
  const again = asked()
  await read(now - count * 600)
  expect(asked()).toBe(again)
})

test('a feed that was silent for longer than its heartbeat has no price of that time', async () => {
  const feed = await market.feed('USDC', { heartbeatSeconds: 600 })
  const now = market.now()
  await feed.record([
    { answer: 10n ** 8n, at: now - 10_000 },
    { answer: 9n * 10n ** 7n, at: now - 100 },
  ])
  const { prices } = await market.connect({ feeds: [feed.place] })
  const found = await prices.dollarsOn('eip155:8453', now - 9_000)
  if (typeof found === 'string') throw new Error(found)
  expect([found.dollar?.at(now - 9_500), found.dollar?.at(now - 5_000), found.dollar?.at(now)]).toEqual([1, null, 0.9])
})

test('what was read stays while no node answers', async () => {
  let isDown = false
  let time = systemClock.now()
  const round: RoundData = { id: (1n << 64n) | 1n, answer: 10n ** 8n, updatedAt: BigInt(Math.floor(time / 1000) - 60) }
  const reader: ContractReader = {
    questions: () => 0,
    read(reads) {
      if (isDown) return Promise.reject(new RpcUnreachable('down'))
      return Promise.resolve({ values: reads.map(() => round) as never, blockTime: Number(round.updatedAt) })
    },
  }
  const place = { network: 'base', ticker: 'USDC', address: '0x', decimals: 8, heartbeatSeconds: 86_400 } as const
  const past = createFeedPast(place, { reader, clock: { now: () => time } })
  isDown = true
  await expect(past.read(0)).rejects.toThrow('down')
  isDown = false
  await past.read(0)
  isDown = true
  time += 120_000
  expect((await past.read(0)).at(Math.floor(time / 1000))).toBe(1)
})
