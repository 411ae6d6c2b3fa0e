import { expect, test, vi } from 'vitest'
import { createThread, ThreadEnded } from './thread.ts'

const open = () => createThread(new URL('jobs.fixture.ts', import.meta.url), 64)
const echo = async (about: unknown) => `reply to ${String(about)}`

test('a job is done on the thread, and what it throws comes back', async () => {
  const thread = open()
  expect(await thread.run({ input: 'one' })).toBe('one')
  await expect(thread.run({ input: 'refuse' })).rejects.toMatchObject({ code: 'invalid_input', options: { field: 'job' } })
  const ofGoods = { code: 'no_such_tide', status: 404, kind: { decidedBy: 'caller', fix: 'Name another port.' } }
  await expect(thread.run({ input: 'refuse by a problem of goods' })).rejects.toMatchObject(ofGoods)
  await expect(thread.run({ input: 'fault' })).rejects.toThrow('a fault')
  expect(thread.waiting()).toBe(0)
})

test('a job that waits for a reply holds up no other one', async () => {
  const thread = open()
  const { promise: replied, resolve: reply } = Promise.withResolvers<unknown>()
  const asking = thread.run({ input: 'ask a', answer: () => replied })
  expect(await thread.run({ input: 'ask b', answer: echo })).toBe('reply to b')
  expect(thread.waiting()).toBe(1)
  reply('late')
  expect(await asking).toBe('late')
})

test('a job that works beyond its time is ended with its thread, the jobs beside it can be done again, and the next one starts another thread', async () => {
  const thread = open()
  const overtime = new AbortController()
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
  const beside = thread.run({ input: 'ask a', answer: () => (ask(), new Promise(() => {})) })
  beside.catch(() => {})
  await asked
  const endless = thread.run({ input: 'endless', signal: overtime.signal })
  endless.catch(() => {})
  const behind = thread.run({ input: 'one' })
  behind.catch(() => {})
  // Until the thread works on it, its end would leave the thread alone.
  await expect.poll(() => thread.worksOn(), { timeout: 60_000 }).toBe(1)
  overtime.abort(new Error('its time is over'))
  await expect(endless).rejects.toThrow('its time is over')
  await expect(beside).rejects.toBeInstanceOf(ThreadEnded)
  await expect(behind).rejects.toBeInstanceOf(ThreadEnded)
  expect(await thread.run({ input: 'two' })).toBe('two')
})

test('a job whose time is over while it waits ends alone', async () => {
  const thread = open()
  const overtime = new AbortController()
  const { promise: replied, resolve: reply } = Promise.withResolvers<unknown>()
  const waiting = thread.run({ input: 'ask a', answer: () => replied, signal: overtime.signal })
  // The thread has worked on the order of the job before this one is done.
  await thread.run({ input: 'one' })
  await vi.waitFor(() => thread.run({ input: 'two' }), 60_000)
  overtime.abort(new Error('its time is over'))
  await expect(waiting).rejects.toThrow('its time is over')
  reply('late')
  expect(await thread.run({ input: 'ask b', answer: echo })).toBe('reply to b')
})

test('a thread that exits rejects its jobs, and the next job starts another one', async () => {
  const thread = open()
  await expect(thread.run({ input: 'exit' })).rejects.toBeInstanceOf(ThreadEnded)
  expect(await thread.run({ input: 'one' })).toBe('one')
})
