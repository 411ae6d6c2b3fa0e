import { describe, expect, test } from 'vitest'
import { metaOf, ownMeta } from './meta.ts'
import type { SourceStamp, SourceReliability } from './source.ts'
import { publisher, relay } from '../source-reliability.ts'

/** As the lines declare these sources. */
const standings: Readonly<Record<string, SourceReliability>> = {
  ecb: publisher('ecb'),
  frankfurter: relay('ecb'),
  'cisa-kev': publisher('cisa'),
  epss: publisher('first'),
  nvd: publisher('nvd'),
  osv: relay('osv'),
}

const stamp = (id: string, changes: Partial<SourceStamp> = {}): SourceStamp => ({
  id,
  url: `https://${id}.test/`,
  asOf: '2026-10-05T21:34:58.120Z',
  licence: 'free',
  attribution: id,
  cache: 'miss',
  ...(standings[id] ? { standing: standings[id] } : {}),
  ...changes,
})

/** The worked examples of docs/answers.md. */
describe('the confidence in meta', () => {
  const confidence = (given: Omit<Parameters<typeof metaOf>[0], 'simulated'>) => metaOf({ ...given, simulated: false }).confidence

  test.each<[string, SourceStamp[], number]>([
    ['the ECB about its own rate', [stamp('ecb')], 0.95],
    ['one exchange about a price', [stamp('kraken')], 0.8],
    ['a node and an index about their chains', [stamp('rpc:eip155:1'), stamp('index:eip155:8453')], 0.95],
    ['a source that is not in the catalog', [stamp('elsewhere')], 0.8],
    ['a stale price at the end of its bound', [stamp('coingecko', { cache: 'stale' })], 0.4],
    ['a stale price in the middle of its bound', [stamp('coingecko', { cache: 'stale', freshness: 0.75 })], 0.6],
  ])('%s', (_, stamps, expected) => {
    expect(confidence({ stamps })).toBe(expected)
  })

  test('a relay of the ECB as fallback', () => {
    expect(confidence({ stamps: [stamp('frankfurter')], fallback: true })).toBe(0.81)
  })

  test('four exchanges that agree on a rate, beside the ECB’s reference rate', () => {
    const books = ['kraken', 'coinbase', 'bitstamp', 'bitvavo'].map((id) => stamp(id))
    expect(confidence({ stamps: [...books, stamp('ecb')], agreeing: [books] })).toBe(0.97)
    expect(confidence({ stamps: books, agreeing: [books] })).toBe(0.99)
  })

  test('a list that quotes another source’s price adds nothing', () => {
    const quotes = [stamp('coingecko'), stamp('defillama-stablecoins', { origin: 'coingecko' })]
    expect(confidence({ stamps: quotes, agreeing: [quotes] })).toBe(0.8)
  })

  test('three of four sources about different parts of one answer', () => {
    const stamps = ['cisa-kev', 'nvd', 'osv'].map((id) => stamp(id))
    expect(confidence({ stamps, missing: ['score.epss'], fallback: true })).toBe(0.79)
  })
})

test('meta sends what is told of a source, and neither its freshness nor its origin', () => {
  const meta = metaOf({ stamps: [stamp('kraken', { freshness: 0.8, origin: 'kraken' })], simulated: true })
  expect(meta.sources).toEqual([
    {
      id: 'kraken',
      url: 'https://kraken.test/',
      observedAt: '2026-10-05T21:34:58.120Z',
      licence: 'free',
      attribution: 'kraken',
      cache: 'miss',
    },
  ])
  expect(meta).toMatchObject({ degraded: false, missing: [], simulated: true })
})

test.each([
  ['a stale source', { stamps: [stamp('kraken', { cache: 'stale' })] }],
  ['a missing member', { stamps: [stamp('kraken')], missing: ['price'] }],
  ['a fallback', { stamps: [stamp('kraken')], fallback: true }],
])('an answer is degraded by %s', (_, given) => {
  expect(metaOf({ ...given, simulated: false }).degraded).toBe(true)
})

test('the service is sure of its own facts', () => {
  expect(ownMeta(false)).toEqual({ sources: [], confidence: 1, degraded: false, missing: [], simulated: false })
})
