import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseAuthHeader, quotedParameter } from './auth-header.ts'

// A backslash followed by u and four digits encodes another character.
const text = fc.string({ unit: 'grapheme-ascii' }).filter((value) => !/\\u[0-9a-f]{4}/i.test(value))
const token = fc.stringMatching(/^[a-z][a-z0-9-]{0,10}$/)

test('parameters are read as they were quoted, in several schemes, with any content', () => {
  const schemes = fc.array(fc.record({ scheme: token, params: fc.dictionary(token, text, { minKeys: 1, maxKeys: 5 }) }), {
    minLength: 1,
    maxLength: 4,
  })
  fc.assert(
    fc.property(schemes, (written) => {
      const header = written
        .map(
          ({ scheme, params }) =>
            `${scheme} ${Object.entries(params)
              .map(([name, value]) => quotedParameter(name, value))
              .join(', ')}`,
        )
        .join(', ')
      const read = parseAuthHeader(header)
      expect(read.map(({ scheme }) => scheme)).toEqual(written.map(({ scheme }) => scheme))
      expect(read.map(({ params }) => Object.fromEntries(params))).toEqual(written.map(({ params }) => ({ ...params })))
      expect(read.some(({ broken }) => broken)).toBe(false)
    }),
  )
})

test('characters that are invalid in a header become question marks', () => {
  expect(quotedParameter('a', 'é\r\n"\\€')).toBe('a="???\\"\\\\?"')
})
