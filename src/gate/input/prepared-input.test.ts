import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { answer, free, offer } from '../../offers/offer.ts'
import { Problem } from '../../shared/problems.ts'
import { fingerprint } from './fingerprint.ts'
import { parseInput } from './input.ts'
import { prepareInput } from './prepared-input.ts'

let parses = 0
const thing = offer({
  id: 'thing',
  route: 'POST /v1/thing/{id}',
  access: free,
  title: 'Thing',
  purpose: 'To be asked for.',
  path: z.object({
    id: z
      .string()
      .regex(/^\d$/, 'a digit')
      .transform((id) => {
        parses += 1
        return Number(id)
      }),
  }),
  body: z.object({ names: z.record(z.string(), z.string()) }),
  answer: z.object({}),
  example: { path: { id: '1' }, body: { names: {} }, answer: {} },
  run: async () => answer({}),
})
const good = { path: { id: '1' }, query: {}, body: { names: { a: 'b' } } }

test('input is parsed once, when it is first asked for, and comes out frozen', () => {
  parses = 0
  const input = prepareInput(thing, good)
  expect(parses).toBe(0)
  const once = input.parsed()
  expect([input.parsed() === once, parses]).toEqual([true, 1])
  expect(once).toEqual(parseInput(thing, good))
  expect(() => Object.assign((once.body as { names: object }).names, { a: 'c' })).toThrow(TypeError)
})

test('input belongs to one offer', () => {
  const other = offer({ ...thing, id: 'other', path: z.object({ id: z.string() }) } as never)
  expect(prepareInput(other, good).parsed().path).toEqual({ id: '1' })
  expect(prepareInput(thing, good).parsed().path).toEqual({ id: 1 })
})

test('wrong input is refused each time', () => {
  const input = prepareInput(thing, { ...good, path: { id: 'x' } })
  for (let time = 0; time < 2; time++) {
    expect(() => input.parsed()).toThrow(Problem)
    expect(() => input.fingerprint()).toThrow(Problem)
  }
})

test('the fingerprint depends on the offer and on the parsed input', () => {
  const other = { ...thing, id: 'other' }
  const input = prepareInput(thing, good)
  for (let time = 0; time < 2; time++) expect(input.fingerprint()).toBe(fingerprint(thing, parseInput(thing, good)))
  expect(prepareInput(thing, { ...good, query: { more: '1' } }).fingerprint()).toBe(input.fingerprint())
  expect(prepareInput(other, good).fingerprint()).not.toBe(input.fingerprint())
  expect(prepareInput(thing, { ...good, path: { id: '2' } }).fingerprint()).not.toBe(input.fingerprint())
})

test('the resource is the path with its parameters and the query, both encoded', () => {
  const resource = (path: Record<string, string>, query: Record<string, string>) =>
    prepareInput(thing, { path, query, body: undefined }).resource()
  expect(resource({ id: '1' }, {})).toBe('/v1/thing/1')
  expect(resource({ id: 'a/b ?' }, { of: 'x y', and: 'é&' })).toBe('/v1/thing/a%2Fb%20%3F?of=x+y&and=%C3%A9%26')
  expect(resource({}, {})).toBe('/v1/thing/%7Bid%7D')
})

describe('how much of the answer is wanted', () => {
  const asking = (detail: string) => prepareInput(thing, { ...good, query: { detail } })

  test('is all of it unless the query says brief', () => {
    expect([prepareInput(thing, good), asking('full'), asking('brief')].map((input) => input.detail())).toEqual(['full', 'full', 'brief'])
  })

  test('is no part of what makes two requests the same', () => {
    expect(asking('brief').fingerprint()).toBe(prepareInput(thing, good).fingerprint())
  })

  test('is refused with the input where it has another value, or where the offer has no short form', () => {
    expect(() => asking('short').parsed()).toThrow('query.detail: expected full or brief.')
    const picture = { ...thing, brief: { none: 'its answer is a picture' } }
    expect(() => prepareInput(picture, { ...good, query: { detail: 'brief' } }).parsed()).toThrow(
      'query.detail: this offer has no brief answer, because its answer is a picture.',
    )
  })

  test('leaves a request bare', () => {
    const bare = { path: { id: '1' }, query: { detail: 'brief' }, body: undefined }
    expect(prepareInput(thing, bare).isBare).toBe(true)
    expect(prepareInput(thing, { ...bare, query: { detail: 'brief', other: '1' } }).isBare).toBe(false)
  })
})
