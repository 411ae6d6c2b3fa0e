import { expect, test } from 'vitest'
import { networks } from '../../chain/networks.ts'
import type { Authorization } from '../../chain/chain.ts'
import type { VerifyAnswer } from './facilitator.ts'
import { createWouldSettle } from './would-settle.ts'

const network = networks[0]!
const authorization = {} as Authorization

function world() {
  let now = 1_000_000
  let answer: VerifyAnswer = { kind: 'valid' }
  let asked = 0
  const facilitator = {
    supported: () => Promise.resolve(null),
    settle: () => Promise.reject(new Error('only asked')),
    verify: () => {
      asked += 1
      return Promise.resolve(answer)
    },
  }
  const wouldSettle = createWouldSettle({ facilitator, clock: { now: () => now } })
  return {
    ask: () => wouldSettle(network, authorization),
    says: (next: VerifyAnswer) => void (answer = next),
    passes: (ms: number) => void (now += ms),
    asked: () => asked,
  }
}

test('its objections are passed on, and nothing else', async () => {
  const { ask, says } = world()
  expect(await ask()).toBeNull()
  says({ kind: 'invalid', reason: 'blocked_by_policy' })
  expect(await ask()).toBe('blocked_by_policy')
  says({ kind: 'unknown', why: 'timeout' })
  expect(await ask()).toBeNull()
})

test('a facilitator that does not answer keeps few calls waiting, and is asked again by one call in half a minute', async () => {
  const { ask, says, passes, asked } = world()
  says({ kind: 'unknown', why: 'timeout' })
  for (let call = 0; call < 10; call++) expect(await ask()).toBeNull()
  expect(asked()).toBe(3)
  passes(30_000)
  await Promise.all([ask(), ask(), ask()])
  expect(asked()).toBe(4)
  says({ kind: 'invalid', reason: 'no' })
  passes(30_000)
  expect(await ask()).toBe('no')
  expect(await ask()).toBe('no')
  says({ kind: 'unknown', why: 'timeout' })
  await ask()
  says({ kind: 'valid' })
  await ask()
  expect(asked()).toBe(8)
})

test('a clock that was put back does not extend its pause', async () => {
  const { ask, says, passes, asked } = world()
  says({ kind: 'unknown', why: 'unreachable' })
  for (let call = 0; call < 4; call++) await ask()
  passes(-600_000)
  await ask()
  expect(asked()).toBe(4)
})
