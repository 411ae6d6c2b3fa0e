import { describe, expect, test } from 'vitest'
import { statementOf, valuesOf } from './statement.ts'

describe('a statement with named values', () => {
  test('has them by position, each once', () => {
    expect(statementOf('SELECT :one, :two::int8, :one')).toMatchObject({ text: 'SELECT $1, $2::int8, $1', names: ['one', 'two'] })
  })

  test('leaves literals, comments and casts alone', () => {
    const text = `SELECT 'a:b', 'it''s :not', amount::int8 -- :nor this\nFROM payments`
    expect(statementOf(text)).toMatchObject({ text, names: [] })
  })

  test('accepts only cells and lists of text, for all its names and no others', () => {
    const statement = statementOf('SELECT :a, :b')
    expect(valuesOf(statement, { b: ['x'], a: 2n ** 63n })).toEqual(['9223372036854775808', ['x']])
    expect(() => valuesOf(statement, { a: 1n })).toThrow(TypeError)
    expect(() => valuesOf(statement, { a: 1n, b: null, c: null })).toThrow('does not use c')
    for (const odd of [1, true, new Date(), [1n], undefined, {}])
      expect(() => valuesOf(statement, { a: odd as never, b: null })).toThrow(TypeError)
  })
})
