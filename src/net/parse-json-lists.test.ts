import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseJsonLists } from './parse-json-lists.ts'
import { UpstreamGarbage } from './upstream-errors.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

async function parse(text: string | Uint8Array, sliceLength = 10) {
  const rows: unknown[] = []
  let pauses = 0
  const rest = await parseJsonLists(typeof text === 'string' ? bytes(text) : text, {
    name: 'rows',
    take: (row) => void rows.push(row),
    pause: async () => void pauses++,
    sliceLength,
  })
  return { rows, rest, pauses }
}

const reasonOf = (text: string | Uint8Array) =>
  parse(text).then(
    () => 'parsed',
    (error: unknown) => (error instanceof UpstreamGarbage ? error.reason : 'something else'),
  )

test('hands members over in order, and returns the rest with empty lists', async () => {
  const text = '{"count":3,"rows":[{"a":[1,2]},"x,]\\"",null],"end":{"rows" : [ ],"more":[{"rows":[7]}]}}'
  const { rows, rest } = await parse(text)
  expect(rows).toEqual([{ a: [1, 2] }, 'x,]"', null, 7])
  expect(rest).toEqual({ count: 3, rows: [], end: { rows: [], more: [{ rows: [] }] } })
})

test('hands over the members that JSON.parse reads, in slices of any length', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.jsonValue({ maxDepth: 4 })),
      fc.jsonValue({ maxDepth: 3 }),
      fc.integer({ min: 1, max: 60 }),
      fc.constantFrom(undefined, 1),
      async (members, other, sliceLength, indent) => {
        const text = JSON.stringify({ head: 'rows', rows: members, tail: JSON.stringify(other) }, null, indent)
        const { rows, rest } = await parse(text, sliceLength)
        expect(rows).toEqual(JSON.parse(JSON.stringify(members)))
        expect(rest).toEqual({ head: 'rows', rows: [], tail: JSON.stringify(other) })
      },
    ),
  )
})

test('a list of the same name within a member stays in that member', async () => {
  expect((await parse('{"rows":[{"rows":[1]}]}')).rows).toEqual([{ rows: [1] }])
})

test('pauses after each slice', async () => {
  const text = JSON.stringify({ before: 'x'.repeat(1_000), rows: Array.from({ length: 1_000 }, (_, index) => `row ${index}`) })
  expect((await parse(text, 500)).pauses).toBeGreaterThan(15)
  expect((await parse(text, 1_000_000)).pauses).toBe(0)
})

test('text that is not JSON is refused, in the list and around it', async () => {
  for (const text of [
    '{"rows":[1,2',
    '{"rows":[1,,2]}',
    '{"rows":[1,2,]}',
    '{"rows":["a long one, longer than a slice",]}',
    '{"rows":[{]}]}',
    '{"rows":[NaN]}',
    '{"rows":[1]',
    '{"rows":[1]]}',
    '"rows',
    '',
  ]) {
    expect([text, await reasonOf(text)]).toEqual([text, 'not_json'])
  }
  expect(await reasonOf(Uint8Array.of(0x22, 0xff, 0x22))).toBe('not_text')
  expect(await reasonOf(`{"rows":[${'['.repeat(40)}${']'.repeat(40)}]}`)).toBe('too_deep')
  expect(await reasonOf('['.repeat(40) + ']'.repeat(40))).toBe('too_deep')
})
