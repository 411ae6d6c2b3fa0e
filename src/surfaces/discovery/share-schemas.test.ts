import { expect, test } from 'vitest'
import { shareSchemas } from './share-schemas.ts'

const source = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    url: { type: 'string', description: 'what was asked, without any of the keys that were sent along' },
  },
}
const meta = { type: 'object', properties: { sources: { type: 'array', items: source } } }
const answer = (data: unknown) => ({ type: 'object', properties: { data, meta } })

/** With every reference replaced by what it refers to. */
function whole(value: unknown, components: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(value)) return value.map((one) => whole(one, components))
  if (value === null || typeof value !== 'object') return value
  const reference = (value as { $ref?: string }).$ref
  if (reference !== undefined) return whole(components[reference.split('/').at(-1) ?? ''], components)
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, whole(one, components)]))
}

test('common parts of two schemas become one component, named after their member', () => {
  const schemas = [answer({ type: 'number' }), answer({ type: 'string' })]
  const { shared, components } = shareSchemas(schemas)
  expect(Object.keys(components)).toEqual(['Meta'])
  expect(shared[0]).toEqual({ type: 'object', properties: { data: { type: 'number' }, meta: { $ref: '#/components/schemas/Meta' } } })
  expect(whole(shared, components)).toEqual(schemas)
})

test('single and short parts stay in place; a member may be called type', () => {
  const short = { type: 'string' }
  const schemas = [{ type: 'object', properties: { type: short, other: source } }]
  expect(shareSchemas(schemas)).toEqual({ shared: schemas, components: {} })
})

test('two parts that differ never share a name', () => {
  const other = { ...source, description: 'another one' }
  const schemas = [
    answer(source),
    { type: 'object', properties: { data: other, extra: [other], more: { type: 'object', properties: { data: other } } } },
  ]
  const { shared, components } = shareSchemas(schemas)
  expect(whole(shared, components)).toEqual(schemas)
})
