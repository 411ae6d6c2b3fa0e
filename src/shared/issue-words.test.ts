import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { issueMessage, plainIssue } from './issue-messages.ts'

function wordsFor(schema: z.ZodType, value: unknown): string {
  const read = schema.safeParse(value, { error: issueMessage })
  if (read.success) throw new Error('it was taken')
  const { path, message } = plainIssue(read.error.issues[0]!)
  return path.length === 0 ? message : `${path.join('.')}: ${message}`
}

const list = z.object({ addresses: z.array(z.string()).min(2).max(10) })

describe('a value that a schema refuses is described by what was expected and what was sent', () => {
  test.each<[string, z.ZodType, unknown, string]>([
    ['a list that is too long', list, { addresses: Array(12).fill('') }, 'addresses: at most 10 addresses; you sent 12'],
    ['a list that is too short', list, { addresses: [''] }, 'addresses: at least 2 addresses; you sent 1'],
    ['a list without a name', z.array(z.string()).min(1), [], 'at least 1 item; you sent 0'],
    ['a list of another length', z.object({ of: z.array(z.string()).length(2) }), { of: [] }, 'of: exactly 2 items; you sent 0'],
    ['a long text', z.string().max(2_000), 'x'.repeat(2_345), 'at most 2,000 characters; you sent 2,345'],
    ['a short text', z.string().min(1), '', 'at least 1 character; you sent 0'],
    ['a text of another length', z.string().length(3), 'x', 'exactly 3 characters; you sent 1'],
    ['a large number', z.number().max(5), 6, 'a number of at most 5; you sent 6'],
    ['a small number', z.number().min(5), 4.5, 'a number of at least 5; you sent 4.5'],
    ['a number at a limit that it may not reach', z.number().gt(0), 0, 'a number above 0; you sent 0'],
    ['a number at an upper limit that it may not reach', z.number().lt(1), 1, 'a number below 1; you sent 1'],
    [
      'too many members of a map',
      z.map(z.string(), z.string()).max(1),
      new Map([
        ['a', 'b'],
        ['c', 'd'],
      ]),
      'at most 1 member; you sent 0',
    ],
    ['a missing text', z.object({ a: z.string() }), {}, 'a: text; you sent nothing'],
    ['null for a number', z.number(), null, 'a number; you sent null'],
    ['NaN for a number', z.number(), Number.NaN, 'a number; you sent no number'],
    ['a text for a whole number', z.int(), '1', 'a number; you sent text'],
    ['a fraction for a whole number', z.int(), 1.5, 'a whole number; you sent 1.5'],
    ['a number for true or false', z.boolean(), 1, 'true or false; you sent 1'],
    ['an object for a list', z.array(z.string()), {}, 'a list; you sent an object'],
    ['a list for an object', z.object({}), [], 'an object; you sent a list'],
    ['a text for a map', z.record(z.string(), z.string()), 'a', 'an object; you sent text'],
    ['another choice', z.enum(['full', 'brief', 'none']), 'some', 'full, brief or none'],
    ['another literal', z.literal(5), 6, '5'],
    ['a day in another form', z.iso.date(), '5.10.2026', 'a day such as 2026-10-05'],
    ['a time in another form', z.iso.datetime(), 'now', 'a time such as 2026-10-05T21:34:58Z'],
    ['an address on the web in another form', z.url(), 'x', 'an absolute address such as https://example.com'],
    ['a text of another pattern', z.string().regex(/^\d$/), 'x', 'text of another form; the description of this field shows it'],
    ['a text with another beginning', z.string().startsWith('0x'), 'x', 'text that begins with "0x"'],
    ['a text with another end', z.string().endsWith('.eth'), 'x', 'text that ends with ".eth"'],
    ['a text without a part', z.string().includes('@'), 'x', 'text that contains "@"'],
    ['a number that is no multiple', z.number().multipleOf(5), 7, 'a multiple of 5'],
    ['members that are not known', z.strictObject({}), { a: 1, ['b'.repeat(60)]: 2 }, `no member called "a" or "${'b'.repeat(40)}…"`],
    ['a map with other names', z.record(z.string().regex(/^a/), z.string()), { b: 'x' }, 'b: other names for its members'],
    [
      'what a check of ours refuses without words',
      z.string().refine(() => false),
      'x',
      'another value; the description of this field says which',
    ],
    ['what a check of ours refuses with words', z.string().refine(() => false, 'an even number'), 'x', 'an even number'],
    ['a schema with its own words', z.string({ error: 'a name' }), 5, 'a name'],
  ])('%s', (_, schema, value, words) => {
    expect(wordsFor(schema, value)).toBe(words)
  })
})

describe('a value with several forms', () => {
  const forms = z.object({ of: z.union([z.object({ url: z.string() }), z.object({ texts: z.array(z.string()).max(1) })]) })

  test('is judged by the form that it fits best', () => {
    expect(wordsFor(forms, { of: { texts: ['a', 'b'] } })).toMatch(
      /^of\.(?:url: text; you sent nothing|texts: at most 1 item; you sent 2)$/,
    )
  })

  test('that fits none gets all of them named', () => {
    expect(wordsFor(forms, { of: 5 })).toBe('of: an object; you sent 5')
    expect(wordsFor(z.union([z.number(), z.literal('all'), z.boolean()]), [])).toBe('a number, all or true or false; you sent a list')
  })

  test('of a kind that it names gets the kinds named', () => {
    const kinds = z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') }), z.object({ kind: z.literal('b') })])
    expect(wordsFor(kinds, { kind: 'c' })).toBe('kind: another value; the description of this field says which')
  })
})

test('no message of the schema library is left for any of its issues', () => {
  const codes: z.core.$ZodIssue['code'][] = [
    'invalid_type',
    'too_big',
    'too_small',
    'invalid_format',
    'not_multiple_of',
    'unrecognized_keys',
    'invalid_union',
    'invalid_key',
    'invalid_element',
    'invalid_value',
    'custom',
  ]
  for (const code of codes) {
    const raw = { code, input: 1, path: [], expected: 'string', values: ['a'], keys: ['b'], maximum: 1, minimum: 1, divisor: 2, errors: [] }
    expect(issueMessage(raw as unknown as Parameters<typeof issueMessage>[0])).not.toMatch(/Invalid|Too (?:big|small)|expected|undefined/)
  }
})
