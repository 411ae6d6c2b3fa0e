import { expect, test } from 'vitest'
import { z } from 'zod'
import { documentAnswer, documentMembers } from '../document-answer.ts'
import { answer, free, offer, type AnyOffer } from '../offer.ts'
import { checkBrief } from './check-brief.ts'
import type { BriefDeclaration } from './detail.ts'

const shape = z.object({
  name: z.string(),
  rows: z.array(z.object({ open: z.string(), peg: z.union([z.object({ usd: z.string() }), z.null()]) })).nullable(),
  rates: z.record(z.string(), z.object({ usd: z.string() })),
  meta: z.object({ confidence: z.number() }),
})

function faultsOf(brief: BriefDeclaration | undefined, more: object = {}): string[] {
  return checkBrief(
    offer({
      id: 'thing',
      route: 'GET /v1/thing',
      access: free,
      title: 'Thing',
      purpose: 'To be asked for.',
      answer: shape,
      example: { answer: { name: '', rows: null, rates: {}, meta: { confidence: 1 } } },
      ...(brief === undefined ? {} : { brief }),
      run: () => Promise.reject(new Error('it is not called')),
      ...more,
    }) as AnyOffer,
  )
}

const picture = { document: { types: ['image/png'] }, answer: z.object(documentMembers(['image/png'])) }

test('a short form of members that the answer has is right', () => {
  expect(faultsOf(['name', 'rows[].open', 'rows[-].peg.usd', 'rates{}.usd'])).toEqual([])
  expect(faultsOf(undefined)).toEqual([])
})

test.each([
  ['nam', 'its short form names "nam", which its answer does not have'],
  ['rows.open', 'its short form names "rows.open", which its answer does not have'],
  ['rows[].peg.eur', 'its short form names "rows[].peg.eur", which its answer does not have'],
  ['meta.confidence', 'its short form names meta, which is always there'],
])('a short form of %s is refused', (path, fault) => {
  expect(faultsOf([path])).toEqual([fault])
})

test('a short form has few members with names that may all be listed', () => {
  const many = Array.from({ length: 13 }, (_, index) => `rates.r${index}`)
  expect(faultsOf(many)).toContain('its short form has more than 12 members')
  expect(faultsOf(['name', `rows${'x'.repeat(240)}`])).toContain(
    'the members of its short form have names of more than 240 characters in all',
  )
})

test('an answer that is a document has no short form, and the offer says why', () => {
  const { data } = documentAnswer({ mimeType: 'image/png', bytes: Uint8Array.of(1) })
  expect(data).not.toBe('')
  expect(faultsOf(undefined, picture)).toEqual(['an answer that is a document says why it has no short form'])
  expect(faultsOf(['mimeType'], picture)).toEqual(['an answer that is a document has no short form'])
  expect(faultsOf({ none: 'its answer is a picture' }, picture)).toEqual([])
  expect(faultsOf({ none: 'it is long' })).toEqual(['only an answer that is a document may have no short form'])
})

test('an offer has no input of its own with the name of the parameter', () => {
  const query = z.object({ detail: z.string().optional() })
  expect(faultsOf(['name'], { query })).toEqual(['its input has a member "detail", which every offer has'])
  expect(faultsOf(undefined, { method: 'POST', body: query, run: () => Promise.resolve(answer({})) })).toHaveLength(1)
})
