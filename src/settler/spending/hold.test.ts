import { expect, test } from 'vitest'
import type { Chain } from '../../chain/chain.ts'
import { createBackground } from '../background.ts'
import { keptLog } from '../machine.fixture.ts'
import { createSettlerMetrics } from '../settler-metrics.ts'
import { silentMetrics } from '../../shared/metrics.ts'
import { createHold } from './hold.ts'

function setUp() {
  let now = 1_000_000
  const due: { at: number; run: () => void }[] = []
  const { log, said } = keptLog()
  let holds = 0
  const hold = createHold(
    {
      chain: { network: { id: 'eip155:8453' } } as unknown as Chain,
      clock: { now: () => now },
      timers: {
        after(ms, run) {
          due.push({ at: now + ms, run })
          return () => {}
        },
        soon: () => () => {},
        sleep: async () => {},
      },
      log,
      metrics: createSettlerMetrics(silentMetrics),
      background: createBackground(log),
    },
    () => (holds += 1),
  )
  const pass = (ms: number) => {
    now += ms
    for (const timer of due.splice(0)) {
      if (timer.at <= now) timer.run()
      else due.push(timer)
    }
  }
  return { hold, said, pass, holds: () => holds }
}

test('one answer that is missing holds nothing up; a node that has not answered for a moment does, until it answers', () => {
  const { hold, said, pass, holds } = setUp()
  hold.failed('unreachable')
  expect(hold.reason).toBeNull()
  hold.worked('unreachable')
  pass(700)
  expect([hold.reason, holds()]).toEqual([null, 0])
  hold.failed('unreachable')
  pass(700)
  expect([hold.reason, holds()]).toEqual(['unreachable', 1])
  hold.worked('unreachable')
  expect(hold.reason).toBeNull()
  expect(said).toEqual(['the node does not answer: settlements wait, and nothing is sold on this network', 'settlements go on'])
})

test('money that is missing holds a network up at once, and is told once', () => {
  const { hold, said, pass, holds } = setUp()
  for (let attempts = 0; attempts < 5; attempts++) {
    hold.failed('no_gas_money')
    expect(hold.reason).toBe('no_gas_money')
    pass(1_000)
  }
  expect([said.length, holds()]).toEqual([1, 1])
})

test('a hold ends when nobody has tried for some seconds, and the next one is told again', () => {
  const { hold, said, pass, holds } = setUp()
  hold.failed('gas_budget')
  pass(3_001)
  expect(hold.reason).toBeNull()
  hold.failed('gas_budget')
  expect([hold.reason, said.length, holds()]).toEqual(['gas_budget', 2, 2])
})
