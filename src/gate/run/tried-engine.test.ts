import { expect, test, vi } from 'vitest'
import { answer } from '../../offers/offer.ts'
import { silentLog, type Log } from '../../shared/log.ts'
import { Problem } from '../../shared/problems.ts'
import type { TriedEngine } from '../../shared/tried-engine.ts'
import { openGateFixture, price } from '../gate.fixture.ts'

/** An engine whose trial ends when the test says so. */
function engine(standing: ReturnType<TriedEngine['standing']> = 'untried') {
  const ended = Promise.withResolvers<void>()
  let waiting = 0
  const tried: TriedEngine = {
    standing: () => standing,
    tried() {
      waiting += 1
      return ended.promise
    },
  }
  return {
    tried,
    waiting: () => waiting,
    stand(next: 'works' | 'failed') {
      standing = next
      ended.resolve()
    },
  }
}

const fixed = { kind: 'fixed', price } as const
const unavailable = { kind: 'refused', refusal: { code: 'offer_unavailable' } }
const statesOf = async ({ ledger }: ReturnType<typeof openGateFixture>) => (await ledger.totals()).map(({ state }) => state)

test('a call waits for the trial of its engine before its payment is claimed', async () => {
  const { tried, waiting, stand } = engine()
  const fixture = openGateFixture(fixed, undefined, { engine: tried })
  const outcome = fixture.ask(await fixture.pay())
  await vi.waitUntil(() => waiting() === 1, 60_000)
  expect(await statesOf(fixture)).toEqual([])
  stand('works')
  expect(await outcome).toMatchObject({ kind: 'answer' })
})

test('a call whose engine fails its trial is not charged', async () => {
  const { tried, waiting, stand } = engine()
  const fixture = openGateFixture(fixed, undefined, { engine: tried, settle: 'first' })
  const outcome = fixture.ask(await fixture.pay())
  await vi.waitUntil(() => waiting() === 1, 60_000)
  stand('failed')
  expect(await outcome).toMatchObject(unavailable)
  expect(await statesOf(fixture)).toEqual([])
})

test('a call waits no longer than half of its time, and is not charged then', async () => {
  const { tried, waiting } = engine()
  const fixture = openGateFixture(fixed, undefined, { engine: tried })
  const payment = await fixture.pay()
  vi.useFakeTimers()
  try {
    const outcome = fixture.ask(payment)
    await vi.advanceTimersByTimeAsync(fixture.offer.deadlineMs / 2 - 1)
    expect(waiting()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await outcome).toMatchObject(unavailable)
    expect(await statesOf(fixture)).toEqual([])
  } finally {
    vi.useRealTimers()
  }
})

test('a call without a payment gets its terms while the engine is tried, and a 503 when that has failed', async () => {
  const { tried, stand } = engine()
  const fixture = openGateFixture(fixed, undefined, { engine: tried })
  expect(await fixture.ask(null)).toMatchObject({ kind: 'payment_required' })
  stand('failed')
  expect(await fixture.ask(null)).toMatchObject(unavailable)
})

test('a payment that was answered gets its answer again while the engine fails', async () => {
  const { tried, stand } = engine('works')
  const fixture = openGateFixture(fixed, undefined, { engine: tried })
  const payment = await fixture.pay()
  await fixture.ask(payment)
  stand('failed')
  expect(await fixture.ask(payment)).toMatchObject({ kind: 'answer', replay: true })
})

test('a payment that was claimed when its engine failed is not settled', async () => {
  const { tried, stand } = engine('works')
  const fixture = openGateFixture(fixed, undefined, { engine: tried, settle: 'first' })
  const { payerState, settle } = fixture
  let settled = 0
  fixture.settle = (payment, waitMs) => {
    settled += 1
    return settle(payment, waitMs)
  }
  // The engine fails while the chain is asked about the payer.
  fixture.payerState = async () => {
    stand('failed')
    return payerState()
  }
  expect(await fixture.ask(await fixture.pay())).toMatchObject({ ...unavailable, payment: { state: 'released' } })
  expect(settled).toBe(0)
})

test.each([
  { givesBack: true, words: 'the credit is given back' },
  { givesBack: false, words: 'nothing is given back without REFUND_KEY' },
])('a credit whose engine failed during its work is marked, and the log says what becomes of it: %o', async ({ givesBack, words }) => {
  const said: string[] = []
  const log: Log = { ...silentLog, error: (_, message) => void said.push(message), child: () => log }
  const { tried, stand } = engine('works')
  const fixture = openGateFixture(fixed, undefined, { engine: tried, settle: 'first', givesBack, log })
  fixture.run = () => {
    stand('failed')
    return Promise.reject(new Problem('answer_refused', 'No browser could be started.'))
  }
  const outcome = await fixture.ask(await fixture.pay())
  expect(outcome).toMatchObject({ kind: 'refused', payment: { state: 'credit', reason: 'offer_unavailable' } })
  expect(said.join('\n')).toContain(words)
  fixture.run = async () => answer({ thing: 2 })
  expect(await fixture.ask(await fixture.pay())).toMatchObject(unavailable)
  expect(await statesOf(fixture)).toEqual(['credit'])
})
