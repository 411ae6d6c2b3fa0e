import { expect, test } from 'vitest'
import { createManualTime } from '../../../src/sources/policy/manual-time.fixture.ts'
import { startTestUpstream, type TestAnswer } from '../../../src/sources/policy/test-upstream.fixture.ts'
import { noticeRow, pageOf, tedAt } from './ted-upstream.fixture.ts'

const start = Date.parse('2026-11-23T12:00:00.000Z')

/** The adapter over HTTP, on a clock that the test moves. */
async function open(answer: () => TestAnswer | Promise<TestAnswer>) {
  const time = createManualTime(start)
  /** Milliseconds after the start at which requests came. */
  const came: number[] = []
  const upstream = await startTestUpstream(() => {
    came.push(time.clock.now() - start)
    return answer()
  })
  const ted = tedAt(upstream.declared, { ...upstream.parts, clock: time.clock, timers: time.timers })
  const find = (number: number) => ted.find({ country: 'DEU', cpv: [String(10_000_000 + number)], from: '2026-11-01' })
  return { time, came, ted, find }
}

test('50 different queries at once go out one in half a second, and all are answered within the time of a call', async () => {
  const { time, came, find } = await open(() => ({ body: pageOf([noticeRow(1)]) }))
  const answers = Array.from({ length: 50 }, (_, number) => find(number))
  for (let sent = 1; sent <= 50; sent++) {
    await expect.poll(() => came.length).toBe(sent)
    await answers[sent - 1]
    await time.advance(500)
  }
  expect(came).toEqual(Array.from({ length: 50 }, (_, index) => index * 500))
  expect((await Promise.all(answers)).every(({ kind }) => kind === 'found')).toBe(true)
})

test('the same query of 50 callers is one request', async () => {
  const { came, find } = await open(() => ({ body: pageOf([noticeRow(1)]) }))
  await Promise.all(Array.from({ length: 50 }, () => find(1)))
  expect(came).toEqual([0])
})

test('pages take their turns as other queries do', async () => {
  let asked = 0
  const { time, came, find } = await open(() => ({ body: pageOf([noticeRow(++asked)], 3) }))
  const answer = find(1)
  for (let sent = 1; sent <= 3; sent++) {
    await expect.poll(() => came.length).toBe(sent)
    await time.advance(500)
  }
  expect(await answer).toMatchObject({ complete: true })
  expect(came).toEqual([0, 500, 1_000])
})

test('after 429 no request goes out for 35 seconds: those in line fail without one', async () => {
  const { time, came, find } = await open(() => (came.length === 1 ? { status: 429, body: '<html>' } : { body: pageOf([noticeRow(1)]) }))
  const codes = Array.from({ length: 5 }, (_, number) =>
    find(number).then(
      () => 'found',
      (error: { code: string }) => error.code,
    ),
  )
  expect(await codes[0]).toBe('rejected_429')
  await time.advance(2_500)
  expect(await Promise.all(codes)).toEqual(['rejected_429', ...Array.from({ length: 4 }, () => 'unreachable_paused')])
  expect(came).toEqual([0])
  await time.advance(32_499)
  await expect(find(9)).rejects.toMatchObject({ code: 'unreachable_paused' })
  await time.advance(1)
  await find(9)
  expect(came).toEqual([0, 35_000])
})

test('more callers than a call has time for are refused at once', async () => {
  const { came, find } = await open(() => ({ body: pageOf([noticeRow(1)]) }))
  const first = Array.from({ length: 51 }, (_, number) => find(number))
  for (const one of first) one.catch(() => {})
  await expect(find(99)).rejects.toMatchObject({ code: 'unreachable_paused', retryAfterMs: 25_000 })
  expect(came.length).toBeLessThanOrEqual(1)
})

test('a query that takes longer than a call is answered to a later one, without asking for a page again', async () => {
  let send = () => {}
  const held = new Promise<void>((resolve) => (send = resolve))
  const { time, came, find } = await open(async () => {
    if (came.length === 2) await held
    return { body: pageOf([noticeRow(came.length)], 3) }
  })
  const first = find(1).then(
    () => 'found',
    (error: { code: string }) => error.code,
  )
  await expect.poll(() => came.length).toBe(1)
  await time.advance(500)
  await expect.poll(() => came.length).toBe(2)
  await time.advance(26_400)
  expect(await first).toBe('unreachable_timeout')
  const later = find(1)
  send()
  expect(await later).toMatchObject({ kind: 'found', complete: true })
  expect(came).toEqual([0, 500, 26_900])
})
