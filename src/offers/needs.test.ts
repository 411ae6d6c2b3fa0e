import { describe, expect, test } from 'vitest'
import type { Chain } from '../chain/chain.ts'
import type { Adapter } from '../sources/policy/adapter.ts'
import { availabilityBy, isSoldWith, sourcesOf, type Needs, type SaleContext } from './needs.ts'
import { allOf, anyOf, anyTwoOf } from './sources-needed.ts'

/** Sources of a line that this service does not know otherwise. */
interface Made {
  readonly enabled?: boolean
  readonly ready?: boolean
  readonly cached?: boolean
  /** Whether the part that has its own switch is on. */
  readonly part?: boolean
}

function contextOf(made: Readonly<Record<string, Made>>, networks = 0): SaleContext {
  const byId = new Map(Object.entries(made).map(([id, one]) => [id, adapterOf(id, one)]))
  return { sources: { byId } as unknown as SaleContext['sources'], chains: new Map(chainsOf(networks)) }
}

function adapterOf(id: string, { enabled = true, ready = true, cached = false, part = true }: Made): Adapter {
  const source = { terms: { id }, enabled, ready: () => enabled && ready }
  const pools = { source: { ...source, enabled: enabled && part }, setting: 'INDEX_TIDES', hasCached: () => cached }
  return { source, days: { hasCached: () => cached }, nested: { days: { hasCached: () => cached } }, pools } as unknown as Adapter
}

function chainsOf(count: number): [Chain['network']['id'], Chain][] {
  return Array.from({ length: count }, (_, index) => [`eip155:${index}`, {} as Chain] as const).map(([id, chain]) => [id, chain])
}

const tides: Needs = { sources: [anyOf({ tides: ['days'], moons: ['days'] })] }

describe('an offer that needs any of its sources', () => {
  test.each<[string, Readonly<Record<string, Made>>, string]>([
    ['with one that answers is available', { tides: {}, moons: { enabled: false } }, 'available'],
    ['with none switched on is disabled', { tides: { enabled: false }, moons: { enabled: false } }, 'disabled'],
    ['with none that answers is down', { tides: { ready: false }, moons: { enabled: false } }, 'down'],
    [
      'with one that is down and has a value is available',
      { tides: { ready: false, cached: true }, moons: { enabled: false } },
      'available',
    ],
    ['does not count the value of one that is off', { tides: { ready: false }, moons: { enabled: false, cached: true } }, 'down'],
    ['is disabled where the service has none of them', {}, 'disabled'],
  ])('%s', (_, sources, expected) => {
    expect(availabilityBy(tides, contextOf(sources))).toBe(expected)
  })
})

test('an offer may need two of its sources, or all', () => {
  const of = { a: [], b: [], c: [] }
  const two = { a: {}, b: {}, c: { enabled: false } }
  expect(availabilityBy({ sources: [anyTwoOf(of)] }, contextOf(two))).toBe('available')
  expect(availabilityBy({ sources: [allOf(of)] }, contextOf(two))).toBe('disabled')
  expect(availabilityBy({ sources: [anyTwoOf(of)] }, contextOf({ ...two, b: { ready: false } }))).toBe('down')
})

test('sources that may be down only have to be on', () => {
  const needs: Needs = { sources: [{ ...anyTwoOf({ a: [], b: [] }), mayBeDown: true }, anyOf({ c: [] })] }
  const down = { ready: false }
  expect(availabilityBy(needs, contextOf({ a: down, b: down, c: {} }))).toBe('available')
  expect(availabilityBy(needs, contextOf({ a: {}, b: {}, c: down }))).toBe('down')
  expect(availabilityBy(needs, contextOf({ a: {}, c: {} }))).toBe('disabled')
})

test('a part of a source with its own switch decides for the source', () => {
  const needs: Needs = { sources: [anyOf({ tides: ['pools'] })] }
  expect(availabilityBy(needs, contextOf({ tides: { part: false } }))).toBe('disabled')
  expect(availabilityBy(needs, contextOf({ tides: { ready: false, cached: true } }))).toBe('available')
  expect(availabilityBy({ sources: [anyOf({ tides: ['nested.days'] })] }, contextOf({ tides: { ready: false, cached: true } }))).toBe(
    'available',
  )
})

test('a part that the source does not have is refused by name', () => {
  const needs: Needs = { sources: [anyOf({ tides: ['weeks'] })] }
  expect(() => availabilityBy(needs, contextOf({ tides: {} }))).toThrow('"weeks" of the source "tides"')
})

test('an offer that needs a network or an engine is disabled without, and follows its engine', () => {
  expect(availabilityBy({ network: true }, contextOf({}))).toBe('disabled')
  expect(availabilityBy({ network: true }, contextOf({}, 1))).toBe('available')
  expect(availabilityBy({ engine: { setting: 'TIDE_TABLES', by: null } }, contextOf({}))).toBe('disabled')
  const engine = (state: 'available' | 'down') => ({ setting: 'TIDE_TABLES', by: { availability: () => state } })
  expect(availabilityBy({ engine: engine('down') }, contextOf({}))).toBe('down')
  expect(availabilityBy({ ...tides, engine: engine('available') }, contextOf({ tides: { ready: false } }))).toBe('down')
})

test('an offer without needs is always available, and what it also uses changes nothing', () => {
  expect(availabilityBy({}, contextOf({}))).toBe('available')
  expect(availabilityBy({ alsoUses: ['tides'] }, contextOf({ tides: { enabled: false } }))).toBe('available')
})

test('which sources would sell an offer follows from the declaration alone', () => {
  const two: Needs = { sources: [anyTwoOf({ a: [], b: [], c: ['any'] })], alsoUses: ['d', 'a'] }
  const context = contextOf({})
  expect(isSoldWith(two, (id) => id === 'a', context)).toBe(false)
  expect(isSoldWith(two, (id) => id !== 'b', context)).toBe(true)
  expect(isSoldWith({ ...two, network: true }, () => true, context)).toBe(false)
  expect(isSoldWith({ ...two, engine: { by: null } }, () => true, context)).toBe(false)
  expect(sourcesOf(two)).toEqual(['a', 'b', 'c', 'd'])
})
