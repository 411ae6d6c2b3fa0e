import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { parseInput } from '../../gate/input/input.ts'
import { answer, fixedPrice, free, offer, type AnyOffer } from '../../offers/offer.ts'
import { facts } from '../discovery/facts.fixture.ts'
import { toolInput } from './tool-input.ts'

/** An offer with these input schemas. */
function taking(input: Pick<AnyOffer, 'path' | 'query' | 'body'> & { example?: object }): AnyOffer {
  const { path, query, body, example } = input
  return offer({
    id: 'taking',
    route: body ? 'POST /v1/taking' : 'GET /v1/taking',
    access: fixedPrice('0.01'),
    title: 'Taking',
    purpose: 'Takes.',
    ...(path ? { path } : {}),
    ...(query ? { query } : {}),
    ...(body ? { body } : {}),
    answer: z.object({}),
    example: { ...example, answer: {} },
    run: () => Promise.resolve(answer({})),
  }) as AnyOffer
}

test.each(facts.offers.map((one) => [one.id, one] as const))(
  'the worked example of %s comes back as the input of its request',
  (_, one) => {
    const tool = toolInput(one)
    const { input, idempotencyKey } = tool.read(tool.example)
    expect(parseInput(one, input)).toEqual(
      parseInput(one, { path: one.example.path ?? {}, query: one.example.query ?? {}, body: one.example.body }),
    )
    expect(idempotencyKey).toBeNull()
  },
)

describe('arguments', () => {
  const summary = toolInput(facts.offers.find(({ id }) => id === 'summary')!)

  test('are all top-level, whichever part of the request they belong to', () => {
    expect(summary.schema).toMatchObject({
      type: 'object',
      properties: {
        language: { type: 'string', examples: ['en'] },
        words: { type: 'string' },
        tone: { enum: ['plain', 'formal'], examples: ['plain'] },
        text: { type: 'string', examples: ['A long story.'] },
        idempotencyKey: { type: 'string' },
      },
      required: ['language', 'tone', 'text'],
    })
    const { input } = summary.read({ language: 'de', tone: 'formal', words: 7, text: 'Es war einmal.', other: 'ignored' })
    expect(input).toEqual({ path: { language: 'de' }, query: { tone: 'formal', words: '7' }, body: { text: 'Es war einmal.' } })
  })

  test('are whole parts where names would clash with each other or with the key', () => {
    const clashing = toolInput(
      taking({
        path: null,
        query: z.object({ text: z.string() }),
        body: z.object({ text: z.string() }),
        example: { query: { text: 'a' }, body: { text: 'b' } },
      }),
    )
    expect(Object.keys(clashing.schema['properties'] as object)).toEqual(['query', 'body', 'detail', 'idempotencyKey'])
    expect(clashing.example).toEqual({ query: { text: 'a' }, body: { text: 'b' } })
    expect(clashing.read(clashing.example).input).toEqual({ path: {}, query: { text: 'a' }, body: { text: 'b' } })
    expect(() => clashing.read({ query: 'text' })).toThrow('query: expected an object.')
    const keyed = toolInput(taking({ path: null, query: z.object({ idempotencyKey: z.string() }), body: null }))
    expect(Object.keys(keyed.schema['properties'] as object)).toEqual(['query', 'detail', 'idempotencyKey'])
  })

  test('of a body of which nothing is required may all be left out', () => {
    const optional = taking({ path: null, query: null, body: z.object({ city: z.string().optional() }) })
    expect(toolInput(optional).read({}).input.body).toEqual({})
    expect(parseInput(optional, toolInput(optional).read({}).input)).toMatchObject({ body: {} })
    const needed = taking({ path: null, query: null, body: z.object({ city: z.string() }), example: { body: { city: 'brest' } } })
    expect(toolInput(needed).read({}).input.body).toBeUndefined()
  })

  test('hold the body as one argument where it is not an object of named members', () => {
    const list = toolInput(taking({ path: null, query: null, body: z.array(z.string()), example: { body: ['a'] } }))
    expect(list.read({ body: ['x', 'y'] }).input.body).toEqual(['x', 'y'])
    const open = toolInput(taking({ path: null, query: null, body: z.record(z.string(), z.number()), example: { body: { a: 1 } } }))
    expect(open.read({ body: { b: 2 } }).input.body).toEqual({ b: 2 })
  })

  test('keep the definitions that their schemas refer to', () => {
    const tree: z.ZodType = z.object({
      name: z.string(),
      get children() {
        return z.array(tree)
      },
    })
    const { schema } = toolInput(taking({ path: null, query: null, body: z.object({ root: tree }), example: {} }))
    const reference = /"#\/\$defs\/([^"]+)"/.exec(JSON.stringify(schema))?.[1]
    expect(reference).toBeDefined()
    expect(schema['$defs']).toHaveProperty(reference!)
  })

  test('inside a part of the body are named without that part', () => {
    expect(summary.argumentOf('query.words')).toBe('words')
    expect(summary.argumentOf('body.text')).toBe('text')
    expect(summary.argumentOf('PAYMENT-SIGNATURE')).toBe('PAYMENT-SIGNATURE')
  })

  test.each([
    [{ language: ['de'] }, 'language: expected a string.'],
    [{ language: { toString: 'x' } }, 'language: expected a string.'],
    [{ language: '' }, 'language: expected a value.'],
    [{ language: '\udfff' }, 'language: expected Unicode text without lone surrogates.'],
    [{ language: 'x'.repeat(257) }, 'language: expected at most 256 characters.'],
    [{ words: 'x'.repeat(8_193) }, 'words: expected at most 8192 characters.'],
  ])('that no request could hold are refused: %j', (values, said) => {
    expect(() => summary.read(values)).toThrow(said)
  })

  test('inherited from prototypes are ignored', () => {
    const values = JSON.parse('{"__proto__":{"language":"de"},"tone":"plain"}') as Record<string, unknown>
    expect(summary.read(values).input.path).toEqual({})
  })
})

describe('the key of a purchase', () => {
  test('is an argument only of tools that cost something', () => {
    const rates = { ...taking({ path: null, query: null, body: null }), access: free }
    expect(Object.keys(toolInput(rates).schema['properties'] as object)).toEqual(['detail'])
    expect(toolInput(rates).read({ idempotencyKey: 'purchase-0001' }).idempotencyKey).toBeNull()
    expect(toolInput(taking({ path: null, query: null, body: null })).read({ idempotencyKey: 'purchase-0001' }).idempotencyKey).toBe(
      'purchase-0001',
    )
  })

  test.each(['short', 'with blanks in it', 7, {}, 'x'.repeat(129)])('is refused in another form: %j', (idempotencyKey) => {
    expect(() => toolInput(taking({ path: null, query: null, body: null })).read({ idempotencyKey })).toThrow(
      expect.objectContaining({ code: 'invalid_idempotency_key' }) as Error,
    )
  })
})

describe('how much of an answer is wanted', () => {
  test('is an argument that becomes a member of the query, beside whole parts too', () => {
    const one = toolInput(taking({ path: null, query: z.object({ text: z.string() }), body: null }))
    expect(one.read({ text: 'a', detail: 'brief' }).input.query).toEqual({ text: 'a', detail: 'brief' })
    const clashing = toolInput(taking({ path: null, query: z.object({ text: z.string() }), body: z.object({ text: z.string() }) }))
    expect(clashing.read({ query: { text: 'a' }, body: { text: 'b' }, detail: 'brief' }).input).toMatchObject({
      query: { text: 'a', detail: 'brief' },
      body: { text: 'b' },
    })
  })

  test('is not asked of a tool whose answer is a document', () => {
    const picture = { ...taking({ path: null, query: null, body: null }), brief: { none: 'its answer is a picture' } }
    expect(Object.keys(toolInput(picture).schema['properties'] as object)).toEqual(['idempotencyKey'])
  })
})
