import { expect, test } from 'vitest'
import type { CompanyChanges, CompanyEvent } from '../sources/company-event.ts'
import type { UnavailableReason } from '../sources/finding.ts'
import { mergeSignals, type SourceSignals } from './merge-signals.ts'

const event = (published: string, id: string, source = 'brreg'): CompanyEvent => ({
  id,
  type: 'name',
  date: null,
  published,
  summary: 'The name changed.',
  old: null,
  new: null,
  source,
  method: 'feed',
  url: null,
})
const found = (
  source: string,
  events: readonly CompanyEvent[],
  { asOf = '2026-11-23T09:00:00.000Z', truncated = null }: { asOf?: string; truncated?: CompanyChanges['truncated'] } = {},
): SourceSignals => {
  const stamp = { id: source, url: `https://${source}.example`, asOf, licence: 'x', attribution: 'x', cache: 'hit' as const }
  return { source, method: 'feed', finding: { status: 'found', value: { events, truncated }, source: stamp, latencyMs: 1 } }
}
const silent = (source: string, reason: UnavailableReason): SourceSignals => ({
  source,
  method: 'feed',
  finding: { status: 'unavailable', reason, sourceId: source, retryable: true, latencyMs: 1 },
})
const asked = { since: '2026-11-01', today: '2026-11-23', hasRegister: true }

test('the changes of all sources are there, also those from before the day that was asked for', () => {
  const { events } = mergeSignals(asked, [
    found('brreg', [event('2026-11-05', 'c'), event('2026-11-09', 'a')]),
    found('gleif', [event('2026-10-31', 'x'), event('2026-11-05', 'b')]),
  ])
  expect(events.map(({ id }) => id)).toEqual(['c', 'a', 'x', 'b'])
})

test('the last day that is answered for is today, once every source has answered today', () => {
  expect(mergeSignals(asked, [found('brreg', []), found('gleif', [])]).answeredUntil).toBe('2026-11-23')
})

test('it is the day of an older answer that was used', () => {
  expect(mergeSignals(asked, [found('brreg', []), found('gleif', [], { asOf: '2026-11-22T16:00:00.000Z' })]).answeredUntil).toBe(
    '2026-11-22',
  )
  expect(mergeSignals({ ...asked, since: '2026-11-23' }, [found('gleif', [], { asOf: '2026-11-20T16:00:00.000Z' })]).answeredUntil).toBe(
    '2026-11-23',
  )
})

test('it is the first day if a source did not answer', () => {
  const { answeredUntil, coverage } = mergeSignals(asked, [found('brreg', [event('2026-11-05', 'a')]), silent('gleif', 'busy')])
  expect(answeredUntil).toBe('2026-11-01')
  expect(coverage).toMatchObject({ status: 'truncated', reason: 'source_unavailable', from: null })
  expect(coverage.sources[1]).toMatchObject({ status: 'unavailable', detail: 'the source accepts no more requests at present' })
})

test('the coverage begins on the last of the days from which the sources have everything', () => {
  const short = (from: string) => ({ truncated: { from, reason: 'kept for some days only' } })
  const { coverage } = mergeSignals(asked, [found('ares', [], short('2026-11-12')), found('gleif', [], short('2026-11-10'))])
  expect(coverage).toMatchObject({ status: 'truncated', reason: 'short_history', from: '2026-11-12' })
  expect(coverage.sources.map(({ from }) => from)).toEqual(['2026-11-12', '2026-11-10'])
})

test('a history that is short is complete for those who ask from a later day', () => {
  const { coverage } = mergeSignals(asked, [found('ares', [], { truncated: { from: '2026-11-01', reason: 'kept for some days only' } })])
  expect(coverage).toMatchObject({
    status: 'complete',
    reason: null,
    from: null,
    sources: [{ status: 'complete', from: null, detail: null }],
  })
})
