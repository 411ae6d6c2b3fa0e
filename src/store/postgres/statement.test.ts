import { describe, expect, test } from 'vitest'
import { askedOf, boundAlone, boundTogether, statementOf } from './statement.ts'

describe('a statement with named values', () => {
  test('has them by position, each once', () => {
    expect(statementOf('SELECT :one, :two::int8, :one')).toMatchObject({ text: 'SELECT $1, $2::int8, $1', names: ['one', 'two'] })
  })

  test('leaves literals, comments and casts alone', () => {
    const text = `SELECT 'a:b', 'it''s :not', amount::int8 -- :nor this\nFROM payments`
    expect(statementOf(text)).toMatchObject({ text, names: [] })
  })

  test('accepts only cells and lists of text, for all its names and no others', () => {
    const form = { text: 'SELECT :a, :b', values: (values: Record<string, never>) => values, result: () => {} }
    const valuesOf = (values: object) => boundAlone(askedOf(form, 'some', values as never)).values
    expect(valuesOf({ b: ['x'], a: 2n ** 63n })).toEqual(['9223372036854775808', ['x']])
    expect(() => valuesOf({ a: 1n })).toThrow(TypeError)
    expect(() => valuesOf({ a: 1n, b: null, c: null })).toThrow('does not use c')
    for (const odd of [1, true, new Date(), [1n], undefined, {}]) expect(() => valuesOf({ a: odd, b: null })).toThrow(TypeError)
  })

  test('of a set takes arrays, and refuses an input that does not fit before it travels with others', () => {
    const form = {
      text: 'SELECT * FROM unnest(:a::text[], :b::int8[])',
      values: (values: Record<string, never>) => values,
      result: () => {},
      set: true,
    } as const
    const asked = (values: object) => askedOf(form, 'some', values as never)
    const { values } = boundTogether([asked({ a: 'x', b: 1n }), asked({ a: null, b: -(2n ** 63n) })])
    expect(values).toHaveLength(2)
    for (const odd of [
      { a: 1n, b: 1n },
      { a: ['x'], b: 1n },
      { a: 'x', b: 'x' },
      { a: 'x', b: 2n ** 63n },
    ])
      expect(() => asked(odd)).toThrow(TypeError)
  })
})
