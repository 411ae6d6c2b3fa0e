import { expect, test } from 'vitest'
import { callCountKey, type CallCount } from '../../shared/call-count.ts'
import { funnelText } from './funnel-text.ts'
import { readFunnel } from './read-funnel.ts'

const day = Date.UTC(2026, 10, 21)
const wholeDay = { from: day, to: day + 86_400_000 }
const call: CallCount = { offer: 'qr', protocol: '', own: false, software: 'curl', via: 'direct', outcome: 'asked', detail: '' }

/** A ledger that holds these counts. */
function readingOf(...calls: readonly [changes: Partial<CallCount>, count: number][]) {
  const asked: unknown[] = []
  return {
    asked,
    async sumOfCounts(input: unknown) {
      asked.push(input)
      return calls.map(([changes, count]) => ({ key: callCountKey({ ...call, ...changes }), count }))
    },
  }
}

const x402 = { protocol: 'x402', software: 'node' } as const

const reading = () =>
  readingOf(
    [{}, 100],
    [{ offer: 'price', software: 'node' }, 20],
    [{ ...x402, outcome: 'settled' }, 7],
    [{ ...x402, outcome: 'pending' }, 1],
    [{ ...x402, outcome: 'replayed' }, 2],
    [{ ...x402, outcome: 'refused', detail: 'invalid_exact_evm_insufficient_balance' }, 4],
    [{ ...x402, outcome: 'refused', detail: 'payment_already_used', via: 'mcp' }, 1],
    [{ ...x402, outcome: 'failed', detail: 'upstream_failed' }, 1],
    [{ outcome: 'free' }, 3],
    [{ ...x402, outcome: 'settled', own: true }, 9],
  )

test('each step counts what came so far, and wallets of the operator are in none', async () => {
  expect(await readFunnel(reading(), wholeDay)).toMatchObject({
    asked: 120,
    attempted: 14,
    verified: 9,
    served: 8,
    settled: 7,
    free: 3,
    replayed: 2,
    own: 9,
  })
})

test('the steps are told by offer, protocol, software and origin, those that earn first', async () => {
  const { by } = await readFunnel(reading(), wholeDay)
  expect(by.offer.map(({ name, asked, settled }) => [name, asked, settled])).toEqual([
    ['qr', 100, 7],
    ['price', 20, 0],
  ])
  expect(by.protocol.map(({ name, attempted }) => [name, attempted])).toEqual([['x402', 14]])
  expect(by.software.map(({ name }) => name)).toEqual(['node', 'curl'])
  expect(by.via.map(({ name, attempted }) => [name, attempted])).toEqual([
    ['direct', 13],
    ['mcp', 1],
  ])
})

test('why payments were refused is told by reason, the most frequent first', async () => {
  const { refusals } = await readFunnel(reading(), wholeDay)
  expect(refusals).toEqual([
    { reason: 'invalid_exact_evm_insufficient_balance', outcome: 'refused', calls: 4 },
    { reason: 'payment_already_used', outcome: 'refused', calls: 1 },
    { reason: 'upstream_failed', outcome: 'failed', calls: 1 },
  ])
})

test('whole days are read from counts of days, other times from counts of hours', async () => {
  const counts = reading()
  await readFunnel(counts, wholeDay)
  await readFunnel(counts, { from: day, to: day + 3_600_000 })
  expect(counts.asked).toMatchObject([{ span: 24 }, { span: 1 }])
})

test('a key of another version is left out', async () => {
  const odd = { sumOfCounts: async () => [{ key: 'qr\tasked', count: 5 }] }
  expect(await readFunnel(odd, wholeDay)).toMatchObject({ asked: 0, refusals: [] })
})

test('the text names each step, each reason, and the advice that the payer got', async () => {
  const text = funnelText(await readFunnel(reading(), wholeDay), (reason) => (reason.startsWith('invalid_') ? 'Fund the payer.' : null))
  expect(text).toContain('asked       120')
  expect(text).toContain('settled       7')
  expect(text).toMatch(/4 +invalid_exact_evm_insufficient_balance +Fund the payer\./)
  expect(text).toContain('9 calls that your own wallets paid for are left out')
})

test('without any call the text says so', async () => {
  expect(funnelText(await readFunnel(readingOf(), wholeDay), () => null)).toBe('No call was counted in this time.\n')
})
