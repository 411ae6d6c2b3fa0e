import { validate } from 'mppx/discovery'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { AnyOffer } from '../../offers/offer.ts'
import { reasonForNoBrief } from '../../offers/brief/detail.ts'
import { schemasOf } from '../../offers/offer-schemas.ts'
import { formatUsd } from '../../shared/money.ts'
import { facts } from './facts.fixture.ts'
import { fullOpenapi, openapi } from './openapi.ts'

type Json = Record<string, any>

const document = JSON.parse(JSON.stringify(openapi(facts))) as Json
const operationOf = (offer: { template: string; method: string }, of = document): Json =>
  of['paths'][offer.template][offer.method.toLowerCase()]
const fits = (schema: Json, value: unknown, of = document) => z.fromJSONSchema(whole(schema, of) as Json).safeParse(value).success

/** With every reference replaced by what it refers to. */
function whole(value: unknown, of = document): unknown {
  if (Array.isArray(value)) return value.map((one) => whole(one, of))
  if (value === null || typeof value !== 'object') return value
  const [, kind, name] = /^#\/components\/(\w+)\/(.+)$/.exec((value as Json)['$ref'] ?? '') ?? []
  if (kind !== undefined && name !== undefined) return whole(of['components'][kind][name], of)
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, whole(one, of)]))
}

test('the document is valid for the discovery check of MPP, without a remark', () => {
  expect(document['openapi']).toBe('3.1.0')
  expect(validate(document)).toEqual([])
})

describe('its size', () => {
  const bytesOf = (one: unknown) => Buffer.byteLength(JSON.stringify(one))
  /** Forty offers, each with a different answer. */
  const many = Array.from({ length: 40 }, (_, index) => {
    const { variantOf: _variant, ...offer } = facts.offers[index % facts.offers.length]!
    const answer = (offer.answer as z.ZodObject).extend({ [`part${index}`]: z.string().optional() })
    return { ...offer, id: `${offer.id}-${index}`, template: `${offer.template}/${index}`, answer } as AnyOffer
  })
  const crowded = JSON.parse(JSON.stringify(openapi({ ...facts, offers: many }))) as Json

  test('stays below the limit of crawlers, also with forty offers', () => {
    expect(bytesOf(document)).toBeLessThan(64_000)
    expect(bytesOf(crowded)).toBeLessThan(64_000)
  })

  test('does not shorten requests: they are described in full', () => {
    for (const [index, offer] of many.entries()) {
      const { 'x-payment-info': _, ...alone } = operationOf(offer, openapi({ ...facts, offers: [offer] }))
      const { parameters, requestBody } = operationOf(offer, crowded)
      expect(whole(parameters, crowded), many[index]!.id).toEqual(whole(alone['parameters'], crowded))
      expect(requestBody, many[index]!.id).toEqual(alone['requestBody'])
    }
  })

  test('shortens answers: the longest are outlined, and still name their members', () => {
    const answers = many.map((offer) => operationOf(offer, crowded)['responses'][200].content['application/json'].schema as Json)
    for (const [index, schema] of answers.entries()) {
      expect(Object.keys(schema['properties']), many[index]!.id).toEqual(
        Object.keys(schemasOf(many[index]!).answer?.['properties'] as Json),
      )
      expect(fits(schema, many[index]!.example.answer, crowded), many[index]!.id).toBe(true)
    }
  })

  test('does not apply to the reference for people: there every answer is in full, with an example', () => {
    const full = JSON.parse(JSON.stringify(fullOpenapi({ ...facts, offers: many }))) as Json
    for (const offer of many) {
      const { schema, example } = operationOf(offer, full)['responses'][200].content['application/json']
      const { anyOf = [schema] } = schema as { anyOf?: Json[] }
      expect(whole(anyOf[0], full), offer.id).toEqual(JSON.parse(JSON.stringify(schemasOf(offer).answer)))
      // The answer to detail=brief is declared where there is one.
      const brief = reasonForNoBrief(offer) === null ? [{ $ref: '#/components/schemas/BriefAnswer' }] : []
      expect(anyOf.slice(1), offer.id).toEqual(brief)
      expect(example).toEqual(JSON.parse(JSON.stringify(offer.example.answer)))
    }
    const estimate = many.find(({ id }) => id.startsWith('settlement-estimate'))!
    expect(operationOf(estimate, full)['tags']).toEqual(['settlement'])
  })
})

test('it contains the seller, the contact, and the guidance before the first call', () => {
  expect(document['info']).toMatchObject({
    title: 'Farthing',
    version: '1.2.3',
    contact: { email: 'operator@example.com', url: 'https://example.com/contact' },
  })
  expect(document['info']['x-guidance'].length).toBeLessThan(4000)
  expect(document['x-discovery']).toEqual({ ownershipProofs: facts.ownershipProofs })
  expect(document['x-service-info'].categories).toEqual(['data', 'web', 'ai', 'blockchain'])
  expect((openapi({ ...facts, contacts: [] }) as Json)['info']).not.toHaveProperty('contact')
  expect(document['info'].termsOfService).toBe('https://api.example.com/legal/terms')
  expect((openapi({ ...facts, legal: null }) as Json)['info']).not.toHaveProperty('termsOfService')
})

test('no schema refers to a missing component', () => {
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

describe.each(facts.offers.filter(({ variantOf }) => variantOf === undefined).map((offer) => [offer.id, offer] as const))(
  '%s',
  (id, offer) => {
    const operation = operationOf(offer)

    test('is described', () => {
      expect(operation).toMatchObject({ operationId: id, summary: offer.title })
      // A long purpose may be cut, and the more offers there are, the shorter: it still begins with some words of it.
      const [described = ''] = String(operation['description']).split(/ …| Price: /)
      expect(offer.purpose.startsWith(described)).toBe(true)
      expect(described.length).toBeGreaterThanOrEqual(Math.min(offer.purpose.length, 20))
      // Of a longer catalog the answers are not described here.
      const schema = operation['responses']['200'].content?.['application/json'].schema ?? {}
      expect(fits(schema, offer.example.answer)).toBe(true)
    })

    test('has examples that fit their own schemas and make up the whole example request', () => {
      const sent: Json = { path: {}, query: {} }
      for (const parameter of whole(operation['parameters'] ?? []) as Json[]) {
        if (parameter['name'] === 'Payment-Network') continue
        if (parameter['example'] === undefined) expect(parameter['required']).not.toBe(true)
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

    test('has its price, and requires no key', () => {
      const { access } = offer
      expect(operation['security']).toEqual([])
      expect('402' in operation['responses']).toBe(access.kind !== 'free')
      expect('x-payment-info' in operation).toBe(access.kind === 'fixed')
      expect('x-free-quota' in operation).toBe(access.kind === 'daily-quota')
      if (access.kind === 'free') return
      const price = { mode: 'fixed', currency: 'USD', amount: formatUsd(access.price) }
      const protocols = [{ x402: {} }, { mpp: { method: 'evm', intent: 'charge', currency: 'USDC' } }]
      if (access.kind === 'daily-quota') expect(operation['x-free-quota']).toEqual({ callsPerDay: 25, after: { price, protocols } })
      else {
        const terms = {
          intent: 'charge',
          method: 'evm',
          amount: access.price.toString(),
          currency: facts.networks[0]!.asset,
        }
        expect(operation['x-payment-info']).toEqual({ offers: [terms], price, protocols })
      }
    })
  },
)

test('an offer that is another form of one is named there with its price, and described in full for people', () => {
  const variants = facts.offers.filter(({ variantOf }) => variantOf !== undefined)
  expect(variants.length).toBeGreaterThan(0)
  const full = fullOpenapi(facts) as Json
  for (const { variantOf, template } of variants) {
    const main = facts.offers.find(({ id }) => id === variantOf)!
    expect(operationOf(main)['x-variants']).toContainEqual(expect.stringMatching(new RegExp(`^POST ${template}: \\$0\\.\\d+$`)))
    expect([document['paths'][template], full['paths'][template]]).toEqual([undefined, expect.anything()])
  }
})

test('an example that does not fit would be found', () => {
  const language = operationOf(facts.offers.at(-1)!)['parameters'].find((one: Json) => one['name'] === 'language')
  expect(fits(language.schema, 'english')).toBe(false)
})

test('when nothing can be settled, payers send their transfers themselves', () => {
  const [base] = facts.networks
  const { paths } = openapi({ ...facts, networks: [{ ...base!, settles: false }] }) as Json
  expect(paths['/v1/market/price/{symbol}'].get['x-payment-info']).toMatchObject({
    offers: [{ method: 'evmhash', currency: base!.asset }],
    protocols: [{ mpp: { method: 'evmhash', intent: 'charge' } }],
  })
})

test('people and callers read what an answer rests on and what it cannot know; crawlers, whose document is short of room, do not', () => {
  const said = 'Rests on reference rates of the European Central Bank. It cannot know a rate at which anybody trades.'
  const described = (document: unknown) =>
    (document as { paths: Record<string, Record<string, { description: string }>> }).paths['/v1/data/fx/{base}/{quote}']?.['get']
      ?.description
  expect(described(fullOpenapi(facts))).toContain(said)
  expect(described(openapi(facts))).not.toContain('Rests on')
})
