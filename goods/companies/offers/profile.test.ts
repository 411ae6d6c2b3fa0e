import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkOffers } from '../../../src/offers/check-offers.ts'
import { priceOf } from '../../../src/offers/offer.ts'
import { companyOffers, contextAt } from '../companies.fixture.ts'
import { openCompanyWorld, type CompanyWorld } from './verify.fixture.ts'

let world: CompanyWorld
beforeAll(async () => {
  world = await openCompanyWorld()
})
afterAll(async () => {
  await world.close()
})

async function profile(id: string, country?: string) {
  world.pass(61_000)
  const { profile: companyProfile } = companyOffers(world.asked)
  const query = companyProfile.query!.parse(country === undefined ? {} : { country })
  const outcome = await companyProfile.run({ path: { id }, query, body: {} }, contextAt(world))
  return { ...companyProfile.answer.parse(outcome.body), charge: outcome.charge }
}

async function search(query: Record<string, string>) {
  world.pass(61_000)
  const { search: companySearch } = companyOffers(world.asked)
  const outcome = await companySearch.run({ path: {}, query: companySearch.query!.parse(query), body: {} }, contextAt(world))
  return { ...companySearch.answer.parse(outcome.body), charge: outcome.charge }
}

test('both have a valid declaration', () => {
  const { profile: companyProfile, search: companySearch } = companyOffers(world.asked)
  expect(checkOffers([companyProfile, companySearch])).toEqual([])
  expect([priceOf(companyProfile), priceOf(companySearch)]).toEqual([15_000n, 3_000n])
})

describe('a profile', () => {
  test.each([
    ['a VAT number', 'FI01120389', undefined],
    ['a VAT number with blanks', 'fi 0112038-9', undefined],
    ['an LEI', '549300A0JPRWG1KI7U06', undefined],
    ['a register number with its country', 'FI:0112038-9', undefined],
    ['a bare register number and a country', '0112038-9', 'fi'],
  ])('is found by %s', async (_, id, country) => {
    const { data, charge } = await profile(id, country)
    expect(data.company).toMatchObject({ legalName: 'Nokia Oyj', registerNumber: '0112038-9', lei: '549300A0JPRWG1KI7U06', country: 'FI' })
    expect(charge).toBe(true)
  })

  test('has the former names of a company that was renamed', async () => {
    const { data } = await profile('NO:995810301')
    expect(data.company.legalName).toBe('NORDLYS SJØMAT AS')
    expect(data.company.otherNames).toEqual([expect.objectContaining({ name: 'NORDLYS FISKERI AS', kind: 'former' })])
  })

  test('has parents and children where GLEIF reports them', async () => {
    const { data } = await profile('984500DE10SANDBOX029')
    expect(data.family?.directParent).toEqual({ lei: '984500DE20SANDBOX037', name: 'Brückenthal Holding AG', exception: null })
    const parent = await profile('984500DE20SANDBOX037')
    expect(parent.data.family?.children.map(({ lei }) => lei)).toContain('984500DE10SANDBOX029')
  })

  test('names what a French company withholds, and shows none of it', async () => {
    const { data } = await profile('FR:982140345')
    expect(data.company.withheld.length).toBeGreaterThan(0)
    expect(data.company.address).toBeNull()
  })

  test.each([
    ['an LEI with wrong check digits', '549300A0JPRWG1KI7U07', /check digits of this LEI/],
    ['a number of a country without an open register', 'US:12345', /No register of this country/],
    ['a name', 'Nokia', /not understood/],
    ['a register number with a wrong form', 'FI:12', /not a valid register number/],
  ])('refuses %s and says why', async (_, id, why) => {
    await expect(profile(id)).rejects.toMatchObject({ code: 'invalid_input', message: expect.stringMatching(why) })
  })

  test('a company that no source knows is not found, and not charged', async () => {
    await expect(profile('FI:1234567-1')).rejects.toMatchObject({ code: 'company_not_found' })
  })

  test('while the register is silent, a company without an LEI is not called unknown', async () => {
    world.upstreams.setMode('prh', 'outage')
    await expect(profile('FI:3928140-1')).rejects.toMatchObject({ code: 'upstream_unavailable' })
    world.upstreams.setMode('prh', 'ok')
  })
})

describe('a search', () => {
  test('joins what the register and GLEIF know, the most similar first', async () => {
    const { data } = await search({ name: 'Nokia', country: 'FI' })
    expect(data.candidates[0]).toMatchObject({
      name: 'Nokia Oyj',
      id: 'FI:0112038-9',
      lei: '549300A0JPRWG1KI7U06',
      foundBy: ['prh', 'gleif'],
    })
    const scores = data.candidates.map(({ similarity }) => similarity)
    expect(scores).toEqual(scores.toSorted((one, other) => other - one))
  })

  test('its ids are taken by the profile', async () => {
    const { data } = await search({ name: 'Brückenthal' })
    expect(data.candidates.length).toBeGreaterThan(0)
    for (const { id, name } of data.candidates) expect((await profile(id!)).data.company.legalName).toBe(name)
  })

  test('says who did not answer, and is no answer when nobody did', async () => {
    world.upstreams.setMode('gleif', 'outage')
    const { data, meta } = await search({ name: 'Tunturi', country: 'FI' })
    expect(data.searched).toEqual([
      { source: 'prh', answered: true },
      { source: 'gleif', answered: false },
    ])
    expect(meta.degraded).toBe(true)
    await expect(search({ name: 'Tunturi' })).rejects.toMatchObject({ code: 'upstream_unavailable' })
    world.upstreams.setMode('gleif', 'ok')
  })

  test('gives no more than asked for', async () => {
    expect((await search({ name: 'Nokia', limit: '1' })).data.candidates.length).toBeLessThanOrEqual(1)
  })
})
