import { validate } from 'mppx/discovery'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { facts } from './facts.fixture.ts'
import { openapi } from './openapi.ts'

type Json = Record<string, any>

const document = JSON.parse(JSON.stringify(openapi(facts))) as Json
const operationOf = (offer: { template: string; method: string }): Json => document['paths'][offer.template][offer.method.toLowerCase()]
const fits = (schema: Json, value: unknown) => z.fromJSONSchema(whole(schema) as Json).safeParse(value).success

/** With every reference to a shared schema replaced by that. */
function whole(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(whole)
  if (value === null || typeof value !== 'object') return value
  const name = (value as Json)['$ref']?.split('/').at(-1)
  if (name !== undefined) return whole(document['components'].schemas[name])
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, whole(one)]))
}

test('the document is valid for the discovery check of MPP, without a remark', () => {
  expect(document['openapi']).toBe('3.1.0')
  expect(validate(document)).toEqual([])
})

test('it stays under what crawlers read', () => {
  expect(Buffer.byteLength(JSON.stringify(document))).toBeLessThan(64 * 1024)
})

test('no schema refers to anything that is not there', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1]!)
  expect(references.length).toBeGreaterThan(0)
  for (const reference of references) {
    const target = reference
      .replace(/^#\//, '')
      .split('/')
      .reduce<Json | undefined>((node, name) => node?.[name], document)
    expect(target, reference).toBeDefined()
  }
})

describe.each(facts.offers.map((offer) => [offer.id, offer] as const))('%s', (id, offer) => {
  const operation = operationOf(offer)

  test('is described', () => {
    expect(operation).toMatchObject({ operationId: id, summary: offer.title })
    expect(operation['description']).toContain(offer.purpose)
    const { schema } = operation['responses']['200'].content['application/json']
    expect(fits(schema, offer.example.answer)).toBe(true)
  })

  test('has examples that fit their own schemas and make up the whole example request', () => {
    const sent: Json = { path: {}, query: {} }
    for (const parameter of (operation['parameters'] ?? []) as Json[]) {
      if (parameter['example'] === undefined) expect(parameter['required']).toBe(false)
      else {
        expect(fits(parameter['schema'], parameter['example']), parameter['name']).toBe(true)
        sent[parameter['in']][parameter['name']] = parameter['example']
      }
    }
    expect(sent).toEqual({ path: offer.example.path ?? {}, query: offer.example.query ?? {} })
    const body = operation['requestBody']?.content['application/json']
    expect(body?.example).toEqual(offer.example.body)
    if (body) expect(fits(body.schema, body.example)).toBe(true)
  })

  test('tells what it costs', () => {
    const { access } = offer
    expect('402' in operation['responses']).toBe(access.kind !== 'free')
    expect('x-payment-info' in operation).toBe(access.kind === 'fixed')
    if (access.kind !== 'fixed') return
    const [terms, ...others] = operation['x-payment-info'].offers
    expect(others).toEqual([])
    // The draft allows no member beyond these.
    expect(terms).toEqual({
      intent: 'charge',
      method: 'evm',
      amount: access.price.toString(),
      currency: facts.networks[0]!.asset,
      description: expect.stringContaining('USDC on Base'),
    })
  })
})

test('an example that does not fit would be seen', () => {
  const language = operationOf(facts.offers.at(-1)!)['parameters'].find((one: Json) => one['name'] === 'language')
  expect(fits(language.schema, 'english')).toBe(false)
})

test('where nothing can be settled, payers send their transfers themselves', () => {
  const [base] = facts.networks
  const { paths } = openapi({ ...facts, networks: [{ ...base!, settles: false }] }) as Json
  expect(paths['/v1/market/price/{symbol}'].get['x-payment-info'].offers[0]).toMatchObject({ method: 'evmhash', currency: base!.asset })
})
