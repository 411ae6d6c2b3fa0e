import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { figureKinds } from '../offers/answer-figures.ts'
import { answerMeta } from '../offers/answer-meta.ts'
import { briefAnswer } from '../offers/brief/brief-answer.ts'
import {
  memberCase,
  namedBySpecification,
  namingRules,
  replacedEndings,
  replacedNames,
  type FigureKind,
} from '../offers/answer-vocabulary.ts'
import type { AnyOffer } from '../offers/offer.ts'
import { describedOffers } from '../../test/described-offers.ts'

/** A member of an answer, at any depth. */
interface Member {
  /** `data.candles[].open`; `{}` is any member of a map. */
  readonly path: string
  /** Empty for an element of an array or of a map, whose name is not its own. */
  readonly name: string
  readonly schema: z.ZodType
}

const offers: readonly AnyOffer[] = await describedOffers({
  discovery: { freeCallsPerDay: 25, protocols: ['x402'], networks: [], playMoney: false },
})

/** The members of a schema and all below them. `meta` is checked by its identity and not looked into. */
function membersOf(schema: z.ZodType, path = ''): Member[] {
  if (schema === answerMeta) return []
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return membersOf(schema.unwrap() as z.ZodType, path)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => membersOf(option as z.ZodType, path))
  if (schema instanceof z.ZodArray) return elementsOf(schema.element as z.ZodType, `${path}[]`)
  if (schema instanceof z.ZodRecord) return elementsOf(schema.valueType as z.ZodType, `${path}{}`)
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape).flatMap(([name, member]) => {
    const below = path === '' ? name : `${path}.${name}`
    return [{ path: below, name, schema: member as z.ZodType }, ...membersOf(member as z.ZodType, below)]
  })
}

function elementsOf(schema: z.ZodType, path: string): Member[] {
  return [{ path, name: '', schema }, ...membersOf(schema, path)]
}

/** The kinds of the texts and numbers that a member may be; null for one that has none. */
function kindsOf(schema: z.ZodType): (FigureKind | null)[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return kindsOf(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => kindsOf(option as z.ZodType))
  const isFigure = schema instanceof z.ZodString || schema instanceof z.ZodNumber || schema instanceof z.ZodStringFormat
  return isFigure ? [figureKinds.get(schema)?.kind ?? null] : []
}

/** What is wrong with a member. */
function faultsOf({ name, schema }: Member): string[] {
  const kinds = kindsOf(schema)
  const unnamed = kinds.includes(null) ? ['it is a bare text or number, of no kind'] : []
  if (name === '') return unnamed
  return [
    ...unnamed,
    ...(memberCase.test(name) ? [] : ['it is not camelCase']),
    ...wordFaults(name),
    ...kinds.flatMap((kind) => (kind === null ? [] : kindFaults(name, kind))),
  ]
}

function wordFaults(name: string): string[] {
  const instead = Object.hasOwn(replacedNames, name) ? replacedNames[name] : undefined
  const ending = Object.keys(replacedEndings).find((one) => name.endsWith(one))
  return [
    ...(instead === undefined ? [] : [`it is called ${instead}`]),
    ...(ending === undefined ? [] : [`instead of ${ending}: ${replacedEndings[ending]}`]),
  ]
}

function kindFaults(name: string, kind: FigureKind): string[] {
  const own = namingRules.find((rule) => rule.kind === kind)
  const other = namingRules.find((rule) => rule.kind !== kind && rule.names.test(name))
  return [
    ...(own?.always === true && !own.names.test(name) ? [`its name does not say that it is of the kind "${kind}"`] : []),
    ...(other ? [`its name says "${other.kind}", and it is "${kind}"`] : []),
  ]
}

/** Members that break a rule, `offer: member`. */
const broken = new Map(
  offers.flatMap(({ id, answer }) =>
    membersOf(answer as z.ZodType).flatMap((member): [string, string[]][] => {
      const faults = faultsOf(member)
      return faults.length === 0 ? [] : [[`${id}: ${member.path}`, faults]]
    }),
  ),
)
const excepted = namedBySpecification.flatMap((row) => row.offers.flatMap((id) => row.members.map((member) => `${id}: ${member}`)))

describe('the answers of all offers', () => {
  test('keep to the vocabulary, except for the names that clients know', () => {
    expect(Object.fromEntries([...broken].filter(([member]) => !excepted.includes(member)))).toEqual({})
  })

  test('need every exception that the vocabulary makes', () => {
    expect(excepted.filter((member) => !broken.has(member))).toEqual([])
  })

  test.each(offers.map((offer) => [offer.id, offer] as const))('%s has meta with its confidence', (_, { answer, example }) => {
    const { shape } = answer as z.ZodObject
    expect(shape['meta']).toBe(answerMeta)
    const { meta } = example.answer as { meta: z.output<typeof answerMeta> }
    expect(meta.confidence).toBeGreaterThan(0)
    expect(meta.confidence).toBeLessThanOrEqual(1)
  })

  test.each(offers.map((offer) => [offer.id, offer] as const))(
    '%s is either whole or wrapped in success, data, timestamp and meta',
    (_, offer) => {
      const members = Object.keys((offer.answer as z.ZodObject).shape)
      if (members.includes('data') && !offer.document) expect(members).toEqual(['success', 'data', 'timestamp', 'meta'])
      else expect(members).not.toContain('success')
      expect(members.includes('data')).toBe(isWrapped(offer) || offer.document !== undefined)
    },
  )
})

describe('the short form of every answer', () => {
  test.each(offers.map((offer) => [offer.id, offer] as const))('of %s is declared, or it is a document', (_, { brief, document }) => {
    expect(brief, 'it has a declaration').toBeDefined()
    expect('none' in brief!).toBe(document !== undefined)
  })

  test.each(offers.filter(({ document }) => !document).map((offer) => [offer.id, offer] as const))(
    'of %s shows the example in at most 600 bytes, and cuts nothing of it',
    (_, offer) => {
      const brief = briefAnswer(offer, offer.example.answer as Record<string, unknown>)
      expect(Buffer.byteLength(JSON.stringify(brief))).toBeLessThanOrEqual(600)
      expect(brief['meta']).not.toHaveProperty('shortened')
    },
  )
})

/** Below /v1/data by our rule; the other three by the specification (2.5, 2.6). */
function isWrapped({ id, template }: AnyOffer): boolean {
  return template.startsWith('/v1/data/') || ['settlement-estimate', 'offramp-estimate', 'market-price'].includes(id)
}

describe('the check of an answer finds', () => {
  const faults = (shape: z.ZodRawShape) =>
    membersOf(z.object(shape)).flatMap((member) => faultsOf(member).map((fault) => `${member.path}: ${fault}`))

  test.each<[string, z.ZodRawShape, string]>([
    ['another case', { risk_score: z.boolean() }, 'risk_score: it is not camelCase'],
    [
      'a bare text in a list in a map',
      { rows: z.record(z.string(), z.array(z.string().nullable())) },
      'rows{}[]: it is a bare text or number, of no kind',
    ],
    ['a bare number', { priceUsd: z.number().min(0) }, 'priceUsd: it is a bare text or number, of no kind'],
    ['an old word', { chain: z.boolean() }, 'chain: it is called network'],
    [
      'an old ending',
      { amountFormatted: z.boolean() },
      'amountFormatted: instead of Formatted: the plain name, with BaseUnits on the other one',
    ],
  ])('%s', (_, shape, fault) => {
    expect(faults(shape)).toEqual([fault])
  })
})

test('docs/answers.md lists every kind, replaced name and exception', async () => {
  const page = await readFile('docs/answers.md', 'utf8')
  for (const { kind } of namingRules) expect(page).toContain(`| ${kind} |`)
  for (const [old, name] of Object.entries({ ...replacedNames, ...replacedEndings })) expect(page).toContain(`| \`${old}\` | ${name} |`)
  for (const { offers: ids, members, because } of namedBySpecification) {
    for (const id of ids) expect(page).toContain(`\`${id}\``)
    for (const member of members) expect(page).toContain(`\`${member}\``)
    expect(page).toContain(because)
  }
})
