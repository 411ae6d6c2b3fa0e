import { describe, expect, test } from 'vitest'
import { readOffersFile } from '../file/read-offers-file.ts'
import { importOpenapi } from './import-openapi.ts'

const document = (paths: unknown, more: object = {}) =>
  JSON.stringify({ openapi: '3.1.0', info: { title: 'Tides' }, servers: [{ url: 'https://api.example.com/v2' }], paths, ...more })
const ok = { responses: { 200: { content: { 'application/json': {} } } } }
const imported = (text: string) => importOpenapi({ text, url: null, price: '0.01', upstream: null })

/** The rows of the file, which must be one that loads. */
function rowsOf(text: string) {
  const read = readOffersFile(imported(text).text, {})
  if (read.kind === 'faulty') throw new Error(JSON.stringify(read.faults))
  return read.file.offers
}

describe('the import of an OpenAPI document', () => {
  test('makes a file that loads, with names of parameters that routes may have', () => {
    const rows = rowsOf(
      document({
        '/ports/{port-id}/tides': {
          parameters: [{ name: 'port-id', in: 'path', schema: { type: 'string', maxLength: 9 } }],
          get: {
            operationId: 'getTides',
            summary: 'Tides',
            parameters: [{ name: 'unit', in: 'query', required: true, schema: { enum: ['m', 'ft'] } }],
            ...ok,
          },
        },
      }),
    )
    expect(rows).toMatchObject([
      {
        id: 'get-tides',
        route: 'GET /ports/{portId}/tides',
        price: '0.01',
        title: 'Tides',
        parameters: { portId: { type: 'string', maxLength: 9 } },
        query: { schema: { required: ['unit'] } },
      },
    ])
  })

  test('follows references, also those that lead to themselves, and reads what 3.0 writes in its own way', () => {
    const tree = {
      type: 'object',
      nullable: true,
      properties: { child: { $ref: '#/components/schemas/Tree' }, size: { type: 'integer', minimum: 0, exclusiveMinimum: true } },
    }
    const text = document(
      { '/trees': { post: { requestBody: { $ref: '#/components/requestBodies/Tree' }, ...ok } } },
      {
        openapi: '3.0.3',
        components: {
          schemas: { Tree: tree },
          requestBodies: { Tree: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Tree' } } } } },
        },
      },
    )
    expect(rowsOf(text)[0]?.body?.schema).toMatchObject({
      type: ['object', 'null'],
      properties: { child: {}, size: { exclusiveMinimum: 0 } },
    })
  })

  test("shows the document's own examples where they fit, and else what can be made up", () => {
    const parameters = [
      { name: 'port', in: 'path', required: true, schema: { type: 'string' }, examples: { usual: { value: 'brest' } } },
      { name: 'day', in: 'path', required: true, schema: { type: 'integer', minimum: 7 }, example: 'today' },
      { name: 'unit', in: 'query', required: true, schema: { type: 'string', example: 'm' } },
      { name: 'hours', in: 'query', required: true, schema: { type: 'integer' }, example: 12 },
    ]
    const shape = { type: 'object', required: ['height'], properties: { height: { type: 'number' } } }
    const media = { schema: shape, examples: { wrong: { value: { height: 'high' } }, right: { $ref: '#/components/examples/high' } } }
    const text = document(
      { '/tides/{port}/{day}': { parameters, put: { requestBody: { content: { 'application/json': media } }, ...ok } } },
      { components: { examples: { high: { value: { height: 4.2 } } } } },
    )
    expect(rowsOf(text)[0]?.example).toEqual({
      path: { port: 'brest', day: '7' },
      query: { unit: 'm', hours: '12' },
      body: { height: 4.2 },
    })
  })

  test('does not check a body of which no example can be made up, and says so', () => {
    const schema = { type: 'object', required: ['a'], properties: { a: { type: 'string' } }, not: { required: ['a'] } }
    const odd = { ...schema, oneOf: [{ required: ['a'] }, { required: ['a'] }] }
    const text = document({ '/odd': { post: { requestBody: { content: { 'application/json': { schema: odd } } }, ...ok } } })
    expect(rowsOf(text)[0]?.body).toBeUndefined()
    expect(imported(text).leftOut).toEqual(['POST /odd: its body is not checked here, since no example of it can be made up'])
  })

  test('says what it left out', () => {
    const text = document(
      {
        '/a/{x}.json': { get: ok },
        '/upload': { post: { requestBody: { required: true, content: { 'multipart/form-data': {} } }, ...ok } },
        '/b/{x}': { get: ok },
        '/b/{y}': { get: ok },
      },
      { webhooks: { newTide: {} } },
    )
    expect(imported(text)).toMatchObject({
      offers: 1,
      leftOut: [
        'GET /a/{x}.json: a parameter is only a part of its segment',
        'POST /upload: its body is multipart/form-data, and only JSON can be sent',
        'GET /b/{y}: it fits the same paths as GET /b/{x}',
        '1 webhooks: the API calls others by them, and nobody can buy that',
      ],
    })
  })

  test('sells what lies at paths of the service itself below another folder', () => {
    expect(rowsOf(document({ '/status': { get: ok } }))).toMatchObject([{ route: 'GET /api/status', path: '/status' }])
  })

  test('takes 1,000 operations', () => {
    const paths = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`/things-${index}/{id}`, { get: ok, delete: ok }]))
    expect(rowsOf(document(paths))).toHaveLength(1_000)
  })

  test.each([
    ['no document', '[]', 'this is no OpenAPI document: it is no object'],
    ['an older version', '{"swagger":"2.0"}', 'this document is of Swagger 2.0: convert it to OpenAPI 3 first'],
    ['broken text', '{"a": [', 'this document is neither JSON nor YAML'],
    ['no operation', document({}), 'there is no operation in this document that can be sold'],
  ])('refuses %s', (_, text, message) => {
    expect(() => imported(text)).toThrow(message)
  })
})
