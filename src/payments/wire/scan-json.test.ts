import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runsOf } from '../../../test/support/runs.ts'
import { scanJson } from './scan-json.ts'
import { anyText } from '../../../test/support/any-text.ts'

const limits = { depth: 8, members: 1000 }
const name = fc.string({ unit: 'grapheme', maxLength: 10 }).filter((text) => !['__proto__', 'constructor', 'prototype'].includes(text))

/** A text as JSON, in letters or in escapes, which mean the same. */
const written = (text: string, escaped: boolean) =>
  escaped
    ? `"${Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"`
    : JSON.stringify(text)

describe('JSON text', () => {
  test('without a fault passes, whatever its strings hold', () => {
    const tree = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 6 }, anyText(), fc.integer(), tie('object'), tie('list')),
      object: fc.dictionary(name, tie('value'), { maxKeys: 4 }),
      list: fc.array(tie('value'), { maxLength: 4 }),
    }))
    fc.assert(
      fc.property(tree.object, (value) => {
        expect(scanJson(JSON.stringify(value), { depth: 20, members: 100_000 })).toBeNull()
      }),
      { numRuns: runsOf(100) },
    )
  })

  test('with a duplicate member in one object is refused, however the name is escaped', () => {
    fc.assert(
      fc.property(
        name,
        fc.boolean(),
        fc.boolean(),
        fc.oneof(fc.string(), fc.integer(), fc.constant(null)),
        (twice, first, second, value) => {
          const text = `{${written(twice, first)}:${JSON.stringify(value)},${written(twice, second)}:1}`
          expect(scanJson(text, limits)).toMatchObject({ fault: 'duplicate_key' })
          expect(scanJson(`[{${written(twice, first)}:1},{${written(twice, second)}:1}]`, limits)).toBeNull()
        },
      ),
    )
  })

  test.each(['__proto__', 'constructor', 'prototype'])('with a member named %s is refused, however it is escaped', (forbidden) => {
    for (const escaped of [false, true]) {
      expect(scanJson(`{"a":[{${written(forbidden, escaped)}:1}]}`, limits)).toEqual({ fault: 'forbidden_key', key: forbidden })
    }
    expect(scanJson(JSON.stringify({ a: forbidden }), limits)).toBeNull()
  })

  test('may be as deep and as broad as its limits, but not more', () => {
    expect(scanJson('['.repeat(8) + ']'.repeat(8), limits)).toBeNull()
    expect(scanJson('['.repeat(9) + ']'.repeat(9), limits)).toEqual({ fault: 'too_deep' })
    expect(scanJson(JSON.stringify(Array.from({ length: 1000 }, () => 1)), limits)).toBeNull()
    expect(scanJson(JSON.stringify(Array.from({ length: 1001 }, () => 1)), limits)).toEqual({ fault: 'too_many_members' })
  })
})
