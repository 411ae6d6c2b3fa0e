import { expect, test } from 'vitest'
import { z } from 'zod'
import { createCatalog } from './catalog.ts'
import { CatalogError } from './check-offers.ts'
import { answer, fixedPrice, offer, type AnyOffer, type OfferContext } from './offer.ts'

const context = {} as Pick<OfferContext, 'sources' | 'chains'>

function sample(id: string, changes: Partial<Parameters<typeof offer>[0]> = {}): AnyOffer {
  return offer({
    id,
    route: `GET /v1/${id}/{symbol}`,
    access: fixedPrice('0.0075'),
    title: id,
    purpose: 'What it costs.',
    path: z.object({ symbol: z.string().min(1) }),
    answer: z.object({ price: z.number() }),
    example: { path: { symbol: 'BTC' }, answer: { price: 1 } },
    run: () => Promise.resolve(answer({ price: 1 })),
    ...changes,
  })
}

const [one, two, three] = [sample('one'), sample('two'), sample('three')]
const routeTo = (catalog: ReturnType<typeof createCatalog>, id: string) => catalog.match('GET', `/v1/${id}/BTC`)
const matched = (sold: AnyOffer) => ({ kind: 'offer', offer: sold, path: { symbol: 'BTC' } })

test('another list is sold in its order, with new and without removed offers, in every look-up', () => {
  const catalog = createCatalog([one, two], context)
  catalog.replace([three, one])
  expect([catalog.offers, catalog.all, catalog.listed]).toEqual([
    [three, one],
    [three, one],
    [three, one],
  ])
  expect([catalog.byId('three'), catalog.byId('two')]).toEqual([three, undefined])
  expect(routeTo(catalog, 'three')).toEqual(matched(three))
})

test('an offer with the same id and route is another one from then on', () => {
  const catalog = createCatalog([one, two], context)
  const changed = sample('one', { access: fixedPrice('0.01'), title: 'Changed' })
  catalog.replace([changed, two])
  expect(catalog.byId('one')).toBe(changed)
  expect(routeTo(catalog, 'one')).toEqual(matched(changed))
  expect(catalog.withdrawn).toEqual([])
})

test('a list with a fault is refused with everything that is wrong, and the list before it is still sold', async () => {
  const catalog = createCatalog([one, two], context)
  const changes: number[] = []
  catalog.onChange(() => changes.push(1))
  const [unnamed, second] = [sample('three', { title: '' }), sample('one', { route: 'GET /v1/other/{symbol}' })]
  const faults = ['one: the id is used twice', 'three: title and purpose must not be empty']
  const replace = () => catalog.replace([one, second, unnamed])
  expect(replace).toThrow(new CatalogError(faults))
  await expect(catalog.prepare([one, second, unnamed], async () => {})).rejects.toThrow(new CatalogError(faults))
  expect(catalog.offers).toEqual([one, two])
  expect(routeTo(catalog, 'two')).toEqual(matched(two))
  expect(changes).toEqual([])
})

test('the route of an offer that is not sold any longer leads to one that takes no new payment, until another offer has the route', () => {
  const catalog = createCatalog([one, two], context)
  catalog.replace([one])
  expect(routeTo(catalog, 'two')).toMatchObject({ kind: 'offer', offer: { id: 'two', title: 'two' } })
  expect(catalog.withdrawn.map((gone) => [gone.id, gone.available(context)])).toEqual([['two', 'disabled']])
  catalog.replace([one, three])
  expect(routeTo(catalog, 'two')).toMatchObject({ kind: 'offer', offer: { id: 'two' } })
  const heir = sample('heir', {
    route: 'GET /v1/two/{name}',
    path: z.object({ name: z.string() }),
    example: { path: { name: 'a' }, answer: { price: 1 } },
  })
  catalog.replace([one, heir])
  expect(catalog.match('GET', '/v1/two/BTC')).toEqual({ kind: 'offer', offer: heir, path: { name: 'BTC' } })
  expect(catalog.withdrawn.map(({ id }) => id)).toEqual(['three'])
})

test('an offer that comes back is sold again', () => {
  const catalog = createCatalog([one, two], context)
  catalog.replace([one])
  catalog.replace([one, two])
  expect(routeTo(catalog, 'two')).toEqual(matched(two))
  expect(catalog.withdrawn).toEqual([])
})

test('an offer that was sold and is switched off in the new list still has a route for its payers; one that never was sold has none', () => {
  const off = (id: string) => sample(id, { needs: { engine: { by: null } } })
  const catalog = createCatalog([one, two], context)
  catalog.replace([one, off('two'), off('three')])
  expect(catalog.offers).toEqual([one])
  expect(catalog.listed.map(({ id }) => id)).toEqual(['one', 'two', 'three'])
  expect(routeTo(catalog, 'two')).toMatchObject({ kind: 'offer', offer: { id: 'two' } })
  expect(routeTo(catalog, 'three')).toMatchObject({ kind: 'disabled', offer: { id: 'three' } })
})

test('a prepared list is checked with a pause between two offers, and nothing changes before it is used', async () => {
  const catalog = createCatalog([one], context)
  const seen: (readonly AnyOffer[])[] = []
  catalog.onChange(() => seen.push(catalog.offers))
  let pauses = 0
  const prepared = await catalog.prepare([one, two, three], async () => {
    pauses += 1
    expect(catalog.offers).toEqual([one])
  })
  expect(pauses).toBeGreaterThanOrEqual(3)
  prepared.use()
  expect(seen).toEqual([[one, two, three]])
})
