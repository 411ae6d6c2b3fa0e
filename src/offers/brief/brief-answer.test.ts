import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runsOf } from '../../../test/support/runs.ts'
import { briefAnswer, briefBody, maxBriefBytes } from './brief-answer.ts'
import { anyText } from '../../../test/support/any-text.ts'

const source = (id: string, observedAt: string) => ({
  id,
  url: 'https://source.example',
  observedAt,
  licence: 'CC0',
  attribution: 'A source',
  cache: 'hit',
})
const meta = {
  sources: [
    source('ecb', '2026-10-05T14:00:00.000Z'),
    source('kraken', '2026-10-05T13:00:00.000Z'),
    source('ecb', '2026-10-05T15:00:00.000Z'),
  ],
  confidence: 0.9,
  degraded: true,
  missing: ['spread'],
  simulated: false,
}
const shortMeta = {
  detail: 'brief',
  sources: ['ecb', 'kraken'],
  observedAt: '2026-10-05T13:00:00.000Z',
  confidence: 0.9,
  degraded: true,
  simulated: false,
}
const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

describe('the short form of an answer', () => {
  test('has the declared members at their places, in the declared order, and the short meta', () => {
    const answer = { data: { rate: '1.1', name: 'Euro', more: 'x' }, coins: [{ id: 'a', price: 1, rank: 2 }], timestamp: 't', meta }
    const brief = briefAnswer({ brief: ['data.name', 'data.rate', 'coins[].id', 'coins[].price'] }, answer)
    expect(JSON.stringify(brief)).toBe(
      JSON.stringify({ data: { name: 'Euro', rate: '1.1' }, coins: [{ id: 'a', price: 1 }], meta: shortMeta }),
    )
  })

  test('keeps null and leaves out what the answer does not have', () => {
    const brief = briefAnswer(
      { brief: ['peg.usd', 'list[].name', 'none.such', 'map{}.open'] },
      { peg: null, list: null, map: { a: { open: 1, high: 2 } }, meta },
    )
    expect(brief).toEqual({ list: null, map: { a: { open: 1 } }, meta: shortMeta })
  })

  test('gives no time where the answer rests on no source', () => {
    const brief = briefAnswer({ brief: ['count'] }, { count: 1, meta: { ...meta, sources: [] } })
    expect(Object.keys(brief['meta'] as object)).toEqual(['detail', 'sources', 'confidence', 'degraded', 'simulated'])
  })

  test('cuts a long text at a whole character, and names it', () => {
    const brief = briefAnswer({ brief: ['text', 'last'] }, { text: '😀'.repeat(400), last: 7, meta })
    expect(sizeOf(brief)).toBeLessThanOrEqual(maxBriefBytes)
    expect(brief['text']).toMatch(/^(?:😀){50,}…$/u)
    expect(brief).toMatchObject({ last: 7, meta: { shortened: ['text'] } })
  })

  test('cuts a list behind the first elements that fit, or before the last ones', () => {
    const rows = Array.from({ length: 500 }, (_, index) => ({ startsAt: `2026-10-05T${index}`, close: String(index) }))
    const first = briefAnswer({ brief: ['rows[].close'] }, { rows, meta })['rows'] as object[]
    const last = briefAnswer({ brief: ['rows[-].close'] }, { rows, meta })['rows'] as object[]
    expect(first[0]).toEqual({ close: '0' })
    expect(last.at(-1)).toEqual({ close: '499' })
    for (const kept of [first, last]) expect(kept.length).toBeGreaterThan(15)
  })

  test('shows the first element of a list with shorter texts rather than nothing', () => {
    const evidence = [{ quote: 'word '.repeat(300), stance: 'supports' }]
    const brief = briefAnswer({ brief: ['evidence[].quote', 'evidence[].stance'] }, { evidence, meta })
    expect(brief['evidence']).toEqual([{ quote: `${'word '.repeat(12).trimEnd()}…`, stance: 'supports' }])
    expect(brief['meta']).toMatchObject({ shortened: ['evidence'] })
  })

  test('leaves a member out that does not fit at all, and keeps the smaller ones after it', () => {
    const wide = { inner: Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`name${index}`, 'value'])) }
    expect(briefAnswer({ brief: ['lists[]', 'score'] }, { lists: [wide], score: 44, meta })).toEqual({
      score: 44,
      meta: { ...shortMeta, shortened: ['lists'] },
    })
  })

  test('names only some of very many sources', () => {
    const sources = Array.from({ length: 30 }, (_, index) => source(`rpc:eip155:${1000 + index}`, '2026-10-05T13:00:00.000Z'))
    const brief = briefAnswer({ brief: ['score'] }, { score: 1, meta: { ...meta, sources } })
    expect((brief['meta'] as { sources: string[] }).sources.length).toBeLessThan(10)
    expect(brief).toMatchObject({ score: 1, meta: { shortened: ['meta.sources'] } })
  })

  test('has at most 600 bytes, whatever the answer holds', () => {
    const brief = ['a', 'b.c', 'b.d', 'list[].x', 'list[].y.z', 'map{}.x', 'f', 'g', 'h']
    const value = fc.oneof({ maxDepth: 3 }, anyText({ maxLength: 900 }), fc.jsonValue({ maxDepth: 2 }))
    const rows = fc.array(fc.record({ x: value, y: fc.record({ z: value }) }), { maxLength: 12 })
    fc.assert(
      fc.property(
        fc.record({
          a: value,
          b: fc.record({ c: value, d: rows }),
          list: rows,
          map: fc.dictionary(fc.string(), value),
          f: value,
          g: value,
          h: rows,
        }),
        (answer) => {
          const made = briefAnswer({ brief }, { ...answer, meta })
          expect(sizeOf(made)).toBeLessThanOrEqual(maxBriefBytes)
          expect(made['meta']).toMatchObject(shortMeta)
        },
      ),
      { seed: 23, numRuns: runsOf(200) },
    )
  })

  test('of a stored answer is JSON again', () => {
    const body = Buffer.from(JSON.stringify({ name: 'é', rest: 1, meta }))
    expect(JSON.parse(Buffer.from(briefBody({ brief: ['name'] }, body)).toString('utf8'))).toEqual({ name: 'é', meta: shortMeta })
  })
})
