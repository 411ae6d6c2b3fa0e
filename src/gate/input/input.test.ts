import { expect, test } from 'vitest'
import { z } from 'zod'
import { answer, free, offer } from '../../offers/offer.ts'
import { Problem } from '../../shared/problems.ts'
import { isBare, parseInput } from './input.ts'

const thing = offer({
  id: 'thing',
  route: 'POST /v1/thing/{id}',
  access: free,
  title: 'Thing',
  purpose: 'To be asked for.',
  path: z.object({ id: z.string().regex(/^\d$/, 'a digit').transform(Number) }),
  query: z.object({ wish: z.string() }),
  body: z.object({ names: z.record(z.string(), z.string()) }),
  answer: z.object({}),
  example: { path: { id: '1' }, query: { wish: 'a' }, body: { names: {} }, answer: {} },
  run: async () => answer({}),
})
const good = { path: { id: '1' }, query: { wish: 'a' }, body: { names: { a: 'b' } } }

function problemOf(raw: object): Problem {
  try {
    parseInput(thing, { ...good, ...raw })
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  throw new Error('it was taken')
}

test('input comes out as its schemas parse it, without unknown members', () => {
  expect(parseInput(thing, { ...good, query: { wish: 'a', more: 'b' } })).toEqual({
    path: { id: 1 },
    query: { wish: 'a' },
    body: { names: { a: 'b' } },
  })
})

test('the first wrong field is named, with what was expected of it', () => {
  expect(problemOf({ path: { id: 'x' } })).toMatchObject({ code: 'invalid_input', options: { field: 'path.id', expected: 'a digit' } })
  expect(problemOf({ body: undefined })).toMatchObject({ options: { field: 'body' } })
})

test('the other wrong fields of the same part are listed too, at most five', () => {
  const names = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`n${at}`, at]))
  const { extra } = problemOf({ body: { names } }).options
  expect(extra?.['more']).toHaveLength(5)
})

test('a missing value is reported as missing, not in words of the schema library', () => {
  expect(problemOf({ query: {} }).message).toBe('query.wish: expected text; you sent nothing.')
})

test('a long name that the caller made up is cut', () => {
  const problem = problemOf({ body: { names: { ['n'.repeat(100_000)]: 1, ['m'.repeat(100_000)]: 2 } } })
  expect(problem.options.field).toBe(`body.names.${'n'.repeat(109)}`)
  expect(JSON.stringify(problem.options).length).toBeLessThan(1_000)
})

test('a request is bare when it supplies nothing but its path', () => {
  expect(isBare({ ...good, query: {}, body: undefined })).toBe(true)
  expect(isBare({ ...good, body: undefined })).toBe(false)
  expect(isBare({ ...good, query: {}, body: null })).toBe(false)
})
