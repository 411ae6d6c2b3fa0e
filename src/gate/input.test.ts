import { expect, test } from 'vitest'
import { z } from 'zod'
import { answer, free, offer } from '../offer.ts'
import { Problem } from '../shared/problems.ts'
import { fingerprint } from './fingerprint.ts'
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

test('input comes out as its schemas make it, without what they do not know', () => {
  expect(parseInput(thing, { ...good, query: { wish: 'a', more: 'b' } })).toEqual({
    path: { id: 1 },
    query: { wish: 'a' },
    body: { names: { a: 'b' } },
  })
})

test('frozen input is read once for an offer, and comes out such that nobody can change it for the next', () => {
  const frozen = Object.freeze({ ...good })
  const once = parseInput(thing, frozen)
  expect(parseInput(thing, frozen)).toBe(once)
  expect(once).toEqual(parseInput(thing, good))
  expect(() => Object.assign((once.body as { names: object }).names, { a: 'c' })).toThrow(TypeError)
  expect(parseInput(thing, good)).not.toBe(parseInput(thing, good))
  const other = offer({ ...thing, id: 'other', query: undefined, path: z.object({ id: z.string() }) } as never)
  expect(parseInput(other, frozen).path).toEqual({ id: '1' })
  expect(parseInput(thing, frozen).path).toEqual({ id: 1 })
})

test('what is wrong in frozen input is said each time', () => {
  const frozen = Object.freeze({ ...good, path: { id: 'x' } })
  for (let time = 0; time < 2; time++) expect(() => parseInput(thing, frozen)).toThrow(Problem)
})

test('the fingerprint of frozen input is the same as that of any other', () => {
  const [input, frozen] = [parseInput(thing, good), parseInput(thing, Object.freeze({ ...good }))]
  const other = { ...thing, id: 'other' }
  for (const one of [thing, other, thing]) expect(fingerprint(one, frozen)).toBe(fingerprint(one, input))
  expect(fingerprint(thing, frozen)).not.toBe(fingerprint(other, frozen))
})

test('the first wrong field is named, with what was expected of it', () => {
  expect(problemOf({ path: { id: 'x' } })).toMatchObject({ code: 'invalid_input', options: { field: 'path.id', expected: 'a digit' } })
  expect(problemOf({ body: undefined })).toMatchObject({ options: { field: 'body' } })
})

test('the other wrong fields of the same part stand beside it, five at most', () => {
  const names = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`n${at}`, at]))
  const { extra } = problemOf({ body: { names } }).options
  expect(extra?.['more']).toHaveLength(5)
})

test('what is missing is called so, and not by a word of ours', () => {
  expect(problemOf({ query: {} }).message).toBe('query.wish: Invalid input: expected string, received nothing')
})

test('a name that the caller made up is told in part, however long it is', () => {
  const problem = problemOf({ body: { names: { ['n'.repeat(100_000)]: 1, ['m'.repeat(100_000)]: 2 } } })
  expect(problem.options.field).toBe(`body.names.${'n'.repeat(109)}`)
  expect(JSON.stringify(problem.options).length).toBeLessThan(1_000)
})

test('a request is bare when it supplies nothing but its path', () => {
  expect(isBare({ ...good, query: {}, body: undefined })).toBe(true)
  expect(isBare({ ...good, body: undefined })).toBe(false)
  expect(isBare({ ...good, query: {}, body: null })).toBe(false)
})
