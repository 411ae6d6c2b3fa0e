import { describe, expect, test } from 'vitest'
import { makeDeclared, type DeclaredSource } from '../../../../src/sources/declared-source.ts'
import { startTestUpstream, type TestAnswer } from '../../../../src/sources/policy/test-upstream.fixture.ts'
import { ares } from './czechia-ares.ts'
import { ariregister } from './estonia-ariregister.ts'
import { prh } from './finland-prh.ts'
import { rechercheEntreprises } from './france-recherche.ts'
import { latviaUr } from './latvia-ur.ts'
import { brreg } from './norway-brreg.ts'
import { krs } from './poland-krs.ts'
import { plWhiteList } from './poland-white-list.ts'
import { rpo } from './slovakia-rpo.ts'
import { companiesHouse } from './united-kingdom-companies-house.ts'

const { signal } = new AbortController()

async function made<T>(source: DeclaredSource<T>, answer: (path: string) => TestAnswer, settings: Readonly<Record<string, unknown>> = {}) {
  const upstream = await startTestUpstream(answer)
  return { ...upstream, register: makeDeclared(source, { ...upstream.declared, settings }, upstream.parts).adapter }
}
const html = (status: number): TestAnswer => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: '<html><body>Forbidden</body></html>',
})

describe('Brreg', () => {
  test('removes companies for legal reasons: the number was given, and nothing else is shown', async () => {
    const { register } = await made(brreg, () => ({ status: 410, body: { status: 410, error: 'Gone' } }))
    expect(await register.byNumber('923609016', signal)).toMatchObject({
      status: 'found',
      value: { legalName: null, status: 'unknown', withheld: ['legalName', 'legalForm', 'address'] },
    })
  })

  test('calls a number malformed, which says nothing about a company', async () => {
    const { register } = await made(brreg, () => ({ status: 400, body: { status: 400, error: 'Bad Request' } }))
    expect(await register.byNumber('923609016', signal)).toMatchObject({ status: 'unavailable', reason: 'not_understood' })
  })

  test('that answers with another company is not understood', async () => {
    const { register } = await made(brreg, () => ({ body: { organisasjonsnummer: '974760673', navn: 'X' } }))
    expect(await register.byNumber('923609016', signal)).toMatchObject({ status: 'unavailable', reason: 'not_understood' })
  })

  test('sends its patches as objects, or as one flat list', async () => {
    const update = (oppdateringsid: number, endringer: unknown) => ({
      oppdateringsid,
      dato: '2026-06-28T00:20:10.625Z',
      organisasjonsnummer: '923609016',
      endringstype: 'Endring',
      endringer,
    })
    const objects = update(24_720_423, [
      { op: 'replace', path: '/navn', value: 'EQUINOR ASA' },
      { op: 'replace', path: '/telefon', value: '51 99 00 00' },
    ])
    const flat = update(24_720_424, ['replace', '/sisteInnsendteAarsregnskap', '2025'])
    const { register } = await made(brreg, () => ({
      body: { _embedded: { oppdaterteEnheter: [flat, objects] }, page: { size: 500, totalElements: 2, totalPages: 1, number: 0 } },
    }))
    const found = await register.changes('923609016', '2026-06-01', signal)
    if (found.status !== 'found') throw new Error(found.status)
    const told = found.value.events.map(({ type, new: now }) => [type, now])
    expect(told).toHaveLength(3)
    expect(told).toEqual(
      expect.arrayContaining([
        ['name', 'EQUINOR ASA'],
        ['accounts', '2025'],
        ['other', null],
      ]),
    )
  })

  test('without changes leaves its list out', async () => {
    const { register } = await made(brreg, () => ({ body: { page: { size: 500, totalElements: 0, totalPages: 0, number: 0 } } }))
    expect(await register.changes('923609016', '2026-06-01', signal)).toMatchObject({ value: { events: [], truncated: null } })
  })
})

describe('PRH', () => {
  const company = (more: object) => ({
    totalResults: 1,
    companies: [{ businessId: { value: '0112038-9' }, names: [{ name: 'Nokia Oyj', type: '1' }], status: '2', ...more }],
  })

  test('answers an unknown number with an empty list', async () => {
    const { register } = await made(prh, () => ({ body: { totalResults: 0, companies: [] } }))
    expect(await register.byNumber('0112038-9', signal)).toMatchObject({ status: 'not_found' })
  })

  test.each([
    [{ tradeRegisterStatus: '1' }, 'active'],
    [{ tradeRegisterStatus: '1', endDate: '2025-01-01' }, 'dissolved'],
    [{ tradeRegisterStatus: '4' }, 'dissolved'],
    [{ tradeRegisterStatus: '1', companySituations: [{ type: 'KONK', registrationDate: '2026-01-01' }] }, 'insolvent'],
    [{ tradeRegisterStatus: '1', companySituations: [{ type: 'SELTILA', registrationDate: '2026-01-01' }] }, 'in_liquidation'],
    [{ tradeRegisterStatus: '1', companySituations: [{ type: 'KONK', endDate: '2026-02-01' }] }, 'active'],
  ])('with status "2" in every case and %j is %s', async (more, status) => {
    const { register } = await made(prh, () => ({ body: company(more) }))
    expect(await register.byNumber('0112038-9', signal)).toMatchObject({ status: 'found', value: { status, legalName: 'Nokia Oyj' } })
  })

  test('sends notices by company, or of one company alone, and none of an unknown one', async () => {
    const notices = {
      businessId: { value: '0112038-9' },
      publicNotices: [{ recordNumber: '2026/1', registrationDate: '2026-05-04', entryCodes: ['Hallitus'] }],
    }
    for (const body of [{ companies: [notices] }, notices]) {
      const { register } = await made(prh, () => ({ body }))
      const expected = { status: 'found', value: { events: [{ type: 'officers', published: '2026-05-04' }] } }
      expect(await register.changes('0112038-9', '2026-05-04', signal)).toMatchObject(expected)
      expect(await register.changes('0112038-9', '2026-05-05', signal)).toMatchObject({ value: { events: [] } })
    }
    const { register } = await made(prh, () => ({ status: 404 }))
    expect(await register.changes('0112038-9', '2026-05-04', signal)).toMatchObject({ status: 'not_found' })
  })
})

describe('ARES', () => {
  test('answers bursts with a page, and gets no request for a minute', async () => {
    const { register, asked, pass } = await made(ares, () => html(403))
    expect(await register.byNumber('45274649', signal)).toMatchObject({ status: 'unavailable', reason: 'busy', retryable: true })
    pass(59_000)
    expect(await register.byNumber('45274649', signal)).toMatchObject({ reason: 'busy' })
    expect(asked).toHaveLength(1)
    pass(2_000)
    await register.byNumber('45274649', signal)
    expect(asked).toHaveLength(2)
  })

  test('that refuses us in JSON has blocked us', async () => {
    const { register } = await made(ares, () => ({ status: 403, body: { kod: 'PRISTUP_ODEPREN' } }))
    expect(await register.byNumber('45274649', signal)).toMatchObject({ status: 'unavailable', reason: 'blocked', retryable: false })
  })

  test('that calls a number malformed says nothing about a company', async () => {
    const body = { kod: 'CHYBA_VSTUPU', popis: 'Neplatny format ICO', subKod: 'VSTUP_NEVALIDNI_FORMAT_ICO' }
    const { register } = await made(ares, () => ({ status: 400, body }))
    expect(await register.byNumber('45274649', signal)).toMatchObject({ status: 'unavailable', reason: 'not_understood' })
  })

  test.each([
    ['2000-01-01', 'dissolved'],
    ['2999-01-01', 'active'],
  ])('with the day of dissolution %s is %s', async (datumZaniku, status) => {
    const body = { ico: '45274649', obchodniJmeno: 'X', datumZaniku, seznamRegistraci: { stavZdrojeRos: 'AKTIVNI' } }
    const { register } = await made(ares, () => ({ body }))
    expect(await register.byNumber('45274649', signal)).toMatchObject({ status: 'found', value: { status, dissolved: datumZaniku } })
  })

  test('tells a former payer of VAT from one', async () => {
    const body = { ico: '45274649', dic: 'CZ45274649', seznamRegistraci: { stavZdrojeRos: 'AKTIVNI', stavZdrojeDph: 'ZANIKLY' } }
    const { register } = await made(ares, () => ({ body }))
    expect(await register.byNumber('45274649', signal)).toMatchObject({ value: { vatId: 'CZ45274649', vatRegistered: false } })
  })
})

describe('recherche-entreprises', () => {
  const found = (more: object) => ({ results: [{ siren: '552081317', nom_raison_sociale: 'EDF', ...more }], total_results: 1 })

  test('searches in full text, so that its first hit can be another company', async () => {
    const { register } = await made(rechercheEntreprises, () => ({ body: found({ siren: '732829320' }) }))
    expect(await register.byNumber('552081317', signal)).toMatchObject({ status: 'not_found' })
  })

  test('withholds the address of a company that opposes to show it, even if it prints one', async () => {
    const siege = { adresse: '1 RUE X 75001 PARIS', code_postal: '75001' }
    const { register } = await made(rechercheEntreprises, () => ({ body: found({ statut_diffusion: 'P', siege }) }))
    expect(await register.byNumber('552081317', signal)).toMatchObject({ value: { address: null, withheld: ['address'] } })
  })

  test('masks names too', async () => {
    const body = found({ statut_diffusion: 'P', nom_raison_sociale: '[NON-DIFFUSIBLE]', nom_complet: '[ND]' })
    const { register } = await made(rechercheEntreprises, () => ({ body }))
    expect(await register.byNumber('552081317', signal)).toMatchObject({ value: { legalName: null, withheld: ['address', 'legalName'] } })
  })
})

describe('KRS', () => {
  const extract = (more: object) => ({
    odpis: {
      naglowekA: { numerKRS: '0000028860', dataRejestracjiWKRS: '19.07.2001', stanPozycji: 1 },
      dane: { dzial1: { danePodmiotu: { nazwa: 'ORLEN' } }, ...more },
    },
  })

  test('has a second part for associations', async () => {
    const { register, asked } = await made(krs, (path) => (path.includes('rejestr=S') ? { body: extract({}) } : { status: 404, body: {} }))
    expect(await register.byNumber('0000028860', signal)).toMatchObject({ status: 'found', value: { incorporated: '2001-07-19' } })
    expect(asked).toHaveLength(2)
  })

  test.each([
    [{ dzial6: { likwidacja: [{ otwarcieLikwidacji: 'UCHWAŁA' }] } }, 'in_liquidation'],
    [{ dzial6: { postepowanieUpadlosciowe: [{}] } }, 'insolvent'],
    [{ dzial6: { likwidacja: [] } }, 'active'],
    [{ dzial6: {} }, 'active'],
  ])('with %j is %s', async (more, status) => {
    const { register } = await made(krs, () => ({ body: extract(more) }))
    expect(await register.byNumber('0000028860', signal)).toMatchObject({ value: { status } })
  })
})

describe('the White List', () => {
  test.each([
    [429, 'WL-191', 'busy'],
    [400, 'WL-191', 'busy'],
    [400, 'WL-195', 'down'],
    [400, 'WL-115', 'not_understood'],
    [400, 'WL-118', 'not_understood'],
  ])('with status %d and its code %s is %s', async (status, code, reason) => {
    const { register } = await made(plWhiteList, () => ({ status, body: { code, message: 'x' } }))
    expect(await register.byVat('7740001454', signal)).toMatchObject({ status: 'unavailable', reason })
  })
})

test('RPO is not used when its licence changes', async () => {
  const { register } = await made(rpo, () => ({ body: { results: [], license: 'All rights reserved' } }))
  expect(await register.byNumber('31322832', signal)).toMatchObject({ status: 'unavailable', reason: 'not_understood' })
})

test('the register of Estonia gets a User-Agent, and refuses clients without one', async () => {
  const { register, asked } = await made(ariregister, () => html(403))
  expect(await register.byNumber('10137319', signal)).toMatchObject({ status: 'unavailable', reason: 'blocked' })
  expect(asked[0]?.headers['user-agent']).toMatch(/^Farthing/)
})

test('the register of Estonia also finds longer numbers, which are not the asked one', async () => {
  const { register } = await made(ariregister, () => ({ body: { status: 'OK', data: [{ reg_code: 10_137_320, name: 'X' }] } }))
  expect(await register.byNumber('10137319', signal)).toMatchObject({ status: 'not_found' })
})

describe('the portal of Latvia', () => {
  test('answers bursts with a page', async () => {
    const { register } = await made(latviaUr, () => html(403))
    expect(await register.byNumber('40003245752', signal)).toMatchObject({ status: 'unavailable', reason: 'busy' })
  })

  test.each([
    ['L', 'dissolved'],
    ['R', 'merged'],
  ])('with an end by %s is %s', async (closed, status) => {
    const row = { regcode: 40_003_245_752, name: 'X', terminated: '2026-01-01T00:00:00', closed }
    const { register } = await made(latviaUr, () => ({ body: { success: true, result: { records: [row] } } }))
    expect(await register.byNumber('40003245752', signal)).toMatchObject({ value: { status, dissolved: '2026-01-01' } })
  })
})

describe('Companies House', () => {
  const keyed = (companiesHouseKey: string, answer: () => TestAnswer) => made(companiesHouse, answer, { companiesHouseKey })

  test('gets the key as the name of a user', async () => {
    const { register, asked } = await keyed('k3y', () => ({ status: 401, body: { error: 'Invalid Authorization' } }))
    expect(await register.byNumber('00445790', signal)).toMatchObject({ status: 'unavailable', reason: 'blocked', retryable: false })
    expect(asked[0]?.headers.authorization).toBe(`Basic ${btoa('k3y:')}`)
  })

  test('tells an unknown company from a page that does not exist', async () => {
    const missing = { errors: [{ error: 'company-profile-not-found', type: 'ch:service' }] }
    const known = await keyed('k', () => ({ status: 404, body: missing }))
    expect(await known.register.byNumber('00445790', signal)).toMatchObject({ status: 'not_found' })
    const other = await keyed('k', () => ({ status: 404, body: { errors: [{ error: 'page-not-found' }] } }))
    expect(await other.register.byNumber('00445790', signal)).toMatchObject({ status: 'unavailable', reason: 'not_understood' })
  })

  test('gives its newest filings only, and the day from which nothing is missing', async () => {
    const items = [
      { transaction_id: 'MzQ1', category: 'officers', date: '2026-08-01', description_values: { officer_name: 'Alex Example' } },
    ]
    const { register } = await keyed('k', () => ({ body: { total_count: 140, items } }))
    const found = await register.changes('00445790', '2020-01-01', signal)
    expect(found).toMatchObject({ value: { events: [{ type: 'officers', new: null }], truncated: { from: '2026-08-01' } } })
    expect(JSON.stringify(found)).not.toContain('Alex')
  })
})
