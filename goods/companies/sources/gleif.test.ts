import { afterEach, describe, expect, it } from 'vitest'
import { dayOf } from '../sandbox/population/company-at.ts'
import { sandboxCompanies, sandboxCompany } from '../sandbox/population/sandbox-companies.ts'
import { openCompanies, type CompanyTest } from '../companies.fixture.ts'
import { eventsOf, type Modification } from './gleif-changes.ts'
import { neverAborted } from './never-aborted.fixture.ts'

const day = 86_400_000
let world: CompanyTest | null = null
afterEach(async () => {
  await world?.close()
  world = null
})

async function open(...settings: Parameters<typeof openCompanies>) {
  world = await openCompanies(...settings)
  const { asked, upstreams, pass, clock } = world
  return { gleif: asked.gleif, upstreams, pass, requests: () => upstreams.requests('gleif'), today: () => dayOf(clock.now()) }
}
const leiOf = (key: string) => sandboxCompany(key).lei ?? ''

describe('a company by its LEI', () => {
  it('is found with its names, addresses, numbers and states', async () => {
    const { gleif } = await open()
    expect(await gleif.byLei(leiOf('orlen'), neverAborted)).toEqual({
      status: 'found',
      value: {
        lei: '259400VVMM70CQREJT74',
        legalName: 'ORLEN S.A.',
        otherNames: [{ name: 'POLSKI KONCERN NAFTOWY ORLEN S.A.', kind: 'former', from: null, to: null }],
        legalAddress: expect.objectContaining({
          text: 'ul. Chemików 7, 09-411 Płock, PL',
          city: 'Płock',
          postalCode: '09-411',
          country: 'PL',
        }),
        headquarters: expect.objectContaining({ street: 'ul. Chemików 7' }),
        jurisdiction: 'PL',
        registerAuthority: 'RA000484',
        registerNumber: '0000028860',
        legalForm: 'FJ0E',
        entityStatus: 'ACTIVE',
        registrationStatus: 'ISSUED',
        created: '2001-07-19',
        nextRenewal: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        lastUpdate: '2023-07-03T12:00:00.000Z',
        successor: null,
      },
      source: expect.objectContaining({ id: 'gleif', cache: 'miss', asOf: expect.stringMatching(/T(00|08|16):00:00\.000Z$/) }),
      latencyMs: expect.any(Number),
    })
  })

  it('is not found when no company has the LEI', async () => {
    const { gleif } = await open()
    expect(await gleif.byLei('HWUPKR0MPOU8FGXBT394', neverAborted)).toMatchObject({ status: 'not_found', source: { id: 'gleif' } })
  })

  it('says that it has ended, and its successor', async () => {
    const { gleif } = await open()
    expect(await gleif.byLei(leiOf('stocznia-wschod'), neverAborted)).toMatchObject({
      value: {
        entityStatus: 'INACTIVE',
        registrationStatus: 'RETIRED',
        successor: { lei: leiOf('baltycka-stal'), name: 'BAŁTYCKA STAL SP. Z O.O.' },
      },
    })
  })

  it('is asked for again only after the next publication', async () => {
    const { gleif, requests, pass } = await open()
    await gleif.byLei(leiOf('cez'), neverAborted)
    await gleif.byLei(leiOf('cez'), neverAborted)
    expect(requests()).toBe(1)
    pass(28_800_000)
    expect(await gleif.byLei(leiOf('cez'), neverAborted)).toMatchObject({ source: { cache: 'miss' } })
  })

  it('is used for a week, labelled stale, while GLEIF is down', async () => {
    const { gleif, upstreams, pass } = await open()
    await gleif.byLei(leiOf('cez'), neverAborted)
    upstreams.setMode('gleif', 'outage')
    pass(6 * day)
    expect(await gleif.byLei(leiOf('cez'), neverAborted)).toMatchObject({ status: 'found', source: { cache: 'stale' } })
    pass(day)
    expect(await gleif.byLei(leiOf('cez'), neverAborted)).toMatchObject({ status: 'unavailable', reason: 'down', retryable: true })
  })

  it('is unavailable as "busy" after fifty requests in a minute', async () => {
    const { gleif, requests, pass } = await open()
    const unknown = Array.from({ length: 50 }, (_, index) => gleif.feeds.records.get(`UNKNOWN0000000000${100 + index}`))
    await Promise.all(unknown)
    expect(await gleif.byLei(leiOf('cez'), neverAborted)).toMatchObject({ status: 'unavailable', reason: 'busy', retryable: true })
    expect(requests()).toBe(50)
    pass(60_000)
    expect(await gleif.byLei(leiOf('cez'), neverAborted)).toMatchObject({ status: 'found' })
  })

  it('throws only when its call ends first', async () => {
    const { gleif, upstreams } = await open()
    upstreams.setMode('gleif', 'slow')
    const call = new AbortController()
    const finding = gleif.byLei(leiOf('cez'), call.signal)
    call.abort()
    await expect(finding).rejects.toMatchObject({ code: 'unreachable_aborted' })
  })
})

describe('a company by its register number', () => {
  const numbered = sandboxCompanies.filter((one) => one.lei !== null && (one.registerNumber ?? one.localNumber) !== undefined)

  it.each(numbered)('is found wherever the issuer put the number: $key', async ({ country, registerNumber, localNumber, lei }) => {
    const { gleif } = await open()
    const number = registerNumber ?? localNumber ?? ''
    expect(await gleif.byRegisterNumber(country, number, neverAborted)).toMatchObject({
      status: 'found',
      value: { lei, registerNumber: number },
    })
  })

  it.each([
    ['PL', '28860', 'orlen'],
    ['FI', '01120389', 'nokia'],
  ])('is found without zeros and dashes: %s %s', async (country, number, key) => {
    const { gleif } = await open()
    expect(await gleif.byRegisterNumber(country, number, neverAborted)).toMatchObject({ value: { lei: leiOf(key) } })
  })

  it.each([
    ['PL', '45274649'],
    ['CZ', '4527464'],
    ['CZ', '56982143'],
  ])('is not found in another country, by a part of the number, or without an LEI: %s %s', async (country, number) => {
    const { gleif, requests } = await open()
    expect(await gleif.byRegisterNumber(country, number, neverAborted)).toMatchObject({ status: 'not_found' })
    expect(requests()).toBeLessThanOrEqual(5)
  })
})

describe('the family of a company', () => {
  it('has its parents', async () => {
    const { gleif } = await open()
    const parent = { lei: leiOf('garantbit'), name: 'GARANTBIT EUROPE OU' }
    expect(await gleif.family(leiOf('dzintara-norekini'), neverAborted)).toMatchObject({
      value: { directParent: parent, ultimateParent: parent, children: [], moreChildren: false },
    })
  })

  it('has its children, and the reason why no parent is reported', async () => {
    const { gleif } = await open()
    const none = { exception: 'NATURAL_PERSONS' }
    expect(await gleif.family(leiOf('brueckenthal-holding'), neverAborted)).toMatchObject({
      value: {
        directParent: none,
        ultimateParent: none,
        children: [{ lei: leiOf('brueckenthal'), name: 'Brückenthal Maschinenbau GmbH' }],
        moreChildren: false,
      },
    })
  })

  it('is not found without a record', async () => {
    const { gleif } = await open()
    expect(await gleif.family('HWUPKR0MPOU8FGXBT394', neverAborted)).toMatchObject({ status: 'not_found' })
  })
})

describe('a search', () => {
  it('finds names without regard to case and accents, in one country or all', async () => {
    const { gleif } = await open()
    expect(await gleif.search('brückenthal', null, 10, neverAborted)).toMatchObject({
      value: [{ name: 'Brückenthal Maschinenbau GmbH', country: 'DE', status: 'active' }, {}],
    })
    expect(await gleif.search('nokia', 'FI', 10, neverAborted)).toMatchObject({
      value: [{ name: 'Nokia Oyj', lei: leiOf('nokia'), registerNumber: '0112038-9' }],
    })
    expect(await gleif.search('nokia', 'SE', 10, neverAborted)).toMatchObject({ status: 'not_found' })
  })

  it('gives no more than it was asked for', async () => {
    const { gleif } = await open()
    const finding = await gleif.search('a', null, 3, neverAborted)
    expect(finding.status === 'found' && finding.value.length).toBe(3)
  })

  it('finds a former name too', async () => {
    const { gleif } = await open()
    expect(await gleif.search('polski koncern naftowy', 'PL', 10, neverAborted)).toMatchObject({ value: [{ lei: leiOf('orlen') }] })
  })
})

describe('the changes of a company', () => {
  it('are events since a day, the oldest first, without the noise of updates', async () => {
    const { gleif } = await open()
    const finding = await gleif.changes(leiOf('vltava-loziska'), '2026-01-15', neverAborted)
    expect(finding).toMatchObject({
      status: 'found',
      value: {
        events: [
          { type: 'lei', published: '2026-01-15', old: 'ISSUED', new: 'LAPSED', method: 'feed', source: 'gleif' },
          { type: 'name', published: '2026-08-03', old: 'Vltavská ložiska s.r.o.', new: 'Vltavská ložiska s.r.o. v likvidaci' },
        ],
        truncated: null,
      },
    })
    expect(await gleif.changes(leiOf('vltava-loziska'), '2026-01-16', neverAborted)).toMatchObject({
      value: { events: [{ type: 'name' }] },
    })
  })

  it('are none where the company did not change', async () => {
    const { gleif, today } = await open()
    expect(await gleif.changes(leiOf('cez'), today(), neverAborted)).toMatchObject({ status: 'found', value: { events: [] } })
  })

  it('have the same ids in every process, in whatever order they arrive', () => {
    const change = (field: string, valueOld: string, valueNew: string): Modification => ({
      recordType: 'LEI',
      modificationType: 'UPDATE',
      field: `/lei:LEIData/lei:LEIRecords/lei:LEIRecord/lei:Entity/lei:LegalAddress/lei:${field}`,
      date: '2026-10-01T16:00:00Z',
      valueOld,
      valueNew,
    })
    const parts = [change('City', 'Praha', 'Brno'), change('PostalCode', '140 00', '602 00')]
    const [event, ...more] = eventsOf('529900S5R9YHJHYKKG94', parts, '2026-01-01')
    expect(more).toEqual([])
    expect(event).toMatchObject({ type: 'address', old: 'Praha, 140 00', new: 'Brno, 602 00', id: 'gleif:37bffd5e7f284d052a72dd09' })
    expect(eventsOf('529900S5R9YHJHYKKG94', parts.toReversed(), '2026-01-01')).toEqual([event])
  })

  it('leave out first values and what did not change', () => {
    const first = {
      recordType: 'LEI',
      modificationType: 'INITIAL',
      field: '/x/lei:Entity/lei:LegalName',
      date: '2026-10-01T16:00:00Z',
      valueOld: null,
      valueNew: 'A',
    }
    const same = { ...first, modificationType: 'UPDATE', valueOld: 'A' }
    expect(eventsOf('529900S5R9YHJHYKKG94', [first, same], '2026-01-01')).toEqual([])
  })
})
