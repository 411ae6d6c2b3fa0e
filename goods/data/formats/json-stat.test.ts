import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readJsonStat } from './json-stat.ts'

/** In the shape that Eurostat gives: two countries, three years. */
const recorded = {
  version: '2.0',
  class: 'dataset',
  label: 'Unemployment by sex and age - annual data',
  updated: '2026-09-10T11:00:00+0200',
  value: { '0': 3, '2': 3.4, '3': 8.4, '5': 7.3 } as Record<string, number | null>,
  status: { '5': 'b' },
  id: ['freq', 'geo', 'time'],
  size: [1, 2, 3],
  dimension: {
    freq: { label: 'Time frequency', category: { index: { A: 0 }, label: { A: 'Annual' } } },
    geo: { label: 'Geopolitical entity', category: { index: { FR: 1, DE: 0 }, label: { DE: 'Germany', FR: 'France' } } },
    time: { label: 'Time', category: { index: { '2019': 0, '2020': 1, '2021': 2 }, label: {} } },
  },
}

test('every figure gets its code in every dimension; a missing one is null', () => {
  const { cells, updatedAt } = readJsonStat(recorded)
  expect(cells.map(({ codes, value }) => [codes['geo'], codes['time'], value])).toEqual([
    ['DE', '2019', 3],
    ['DE', '2020', null],
    ['DE', '2021', 3.4],
    ['FR', '2019', 8.4],
    ['FR', '2020', null],
    ['FR', '2021', 7.3],
  ])
  expect(updatedAt).toBe(Date.parse('2026-09-10T09:00:00Z'))
})

test.each(['constructor', '__proto__', 'toString'])('a dimension without a description (%s) is refused', (name) => {
  expect(() => readJsonStat({ ...recorded, id: ['freq', name, 'time'] })).toThrow('wrong_shape')
})

test('values and positions may also be lists', () => {
  const geo = { category: { index: ['DE', 'FR'] } }
  const listed = { ...recorded, value: [3, null, 3.4, 8.4, null, 7.3], dimension: { ...recorded.dimension, geo } }
  expect(readJsonStat(listed)).toEqual(readJsonStat(recorded))
})

describe('refuses', () => {
  test.each([
    ['a size that the dimension does not have', { size: [1, 2, 4] }],
    ['a dimension without its codes', { dimension: { freq: recorded.dimension.freq, geo: recorded.dimension.geo } }],
    ['more dimensions than sizes', { size: [1, 2] }],
    ['millions of cells', { size: [10_000, 10_000, 3] }],
    ['a figure that is text', { value: { '0': '3' } }],
    ['another class', { class: 'collection' }],
    ['no values at all', { value: undefined }],
  ])('%s', (_, change) => {
    expect(() => readJsonStat({ ...recorded, ...change })).toThrow('wrong_shape')
  })
})

test('the last dimension changes fastest, for any number and size', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 5 }), (size) => {
      const id = size.map((_, dim) => `d${dim}`)
      const dimension = Object.fromEntries(
        size.map((length, dim) => [`d${dim}`, { category: { index: Array.from({ length }, (_, code) => `c${code}`) } }]),
      )
      const count = size.reduce((product, length) => product * length, 1)
      const { cells } = readJsonStat({ class: 'dataset', id, size, dimension, value: Array.from({ length: count }, (_, index) => index) })
      for (const { codes, value } of cells) {
        expect(id.reduce((index, dim, place) => index * (size[place] ?? 1) + Number(codes[dim]?.slice(1)), 0)).toBe(value)
      }
    }),
  )
})
