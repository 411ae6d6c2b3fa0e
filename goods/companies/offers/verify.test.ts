import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkOffers } from '../../../src/offers/check-offers.ts'
import { priceOf } from '../../../src/offers/offer.ts'
import { overstatements } from './evidence.fixture.ts'
import { openCompanyWorld, verify, type Asked, type CompanyWorld } from './verify.fixture.ts'
import { companyOffers } from '../companies.fixture.ts'

let world: CompanyWorld
beforeAll(async () => {
  world = await openCompanyWorld()
})
afterAll(async () => {
  await world.close()
})

/** A minute later, when GLEIF takes requests again. */
async function ask(vatId: string, query: Asked = {}) {
  world.pass(61_000)
  return verify(world, vatId, query)
}

test('has a valid declaration', () => {
  const companyVerify = companyOffers(world.asked).verify
  expect(checkOffers([companyVerify])).toEqual([])
  expect([companyVerify.access.kind, priceOf(companyVerify)]).toEqual(['fixed', 50_000n])
})

test.each<[string, string, string, string, string[]]>([
  ['ČEZ', 'CZ45274649', 'verified', 'pay', []],
  ['Orlen, by the White List and KRS', 'PL7740001454', 'verified', 'pay', []],
  ['Nokia', 'FI01120389', 'verified', 'pay', []],
  ['a young company without an LEI', 'CZ56982143', 'verified', 'pay', []],
  ['a Polish company with children', 'PL9720014503', 'verified', 'pay', []],
  ['a Slovak company that was renamed, found by the name in VIES', 'SK2129804457', 'verified', 'pay', []],
  ['a Finnish company that was renamed', 'FI39281428', 'verified', 'pay', []],
  ['a Norwegian company that was renamed, whose VAT the register tells', 'NO995810301MVA', 'verified', 'pay', []],
  ['an Estonian company, found by the name in VIES', 'EE102984309', 'verified', 'pay', []],
  ['a Latvian company without an LEI', 'LV40203998119', 'verified', 'pay', []],
  ['a French company', 'FR45982140337', 'verified', 'pay', []],
  ['a Swedish company, where no register is open', 'SE559982140101', 'verified', 'pay', []],
  ['a Danish company', 'DK48214304', 'verified', 'pay', []],
  ['an Austrian company', 'ATU79821436', 'verified', 'pay', []],
  ['a Dutch company', 'NL859821432B01', 'verified', 'pay', []],
  ['an Italian company', 'IT17298430152', 'verified', 'pay', []],
  ['a Greek company', 'EL998214300', 'verified', 'pay', []],
  ['a Portuguese company without an LEI', 'PT519821432', 'verified', 'pay', []],
  ['an Irish company', 'IE9821430I', 'verified', 'pay', []],
  ['a company of Northern Ireland, in VIES and in Companies House', 'XI480214025', 'verified', 'pay', []],
  ['a French company that opposes the diffusion of its data', 'FR69982140345', 'verified', 'pay', []],
  ['a German company, for which VIES gives no name', 'DE398214508', 'verified_partial', 'ask', ['name_not_known']],
  ['a Norwegian company that is insolvent', 'NO995810328MVA', 'verified', 'ask', ['insolvent_or_in_liquidation']],
  ['a Norwegian company that was dissolved', 'NO995810336MVA', 'mismatch', 'do_not_pay', ['company_ceased', 'vat_not_supported']],
  ['a company in liquidation that left VAT', 'CZ56982160', 'invalid', 'do_not_pay', ['not_registered_for_vat']],
  ['a dissolved Polish company', 'PL9720014526', 'invalid', 'do_not_pay', ['not_registered_for_vat', 'register_unclear', 'lei_inactive']],
  ['a merged French company', 'FR90982140352', 'invalid', 'do_not_pay', ['not_registered_for_vat', 'lei_inactive']],
  ['a company that never registered for VAT', 'FI39281401', 'invalid', 'do_not_pay', ['not_registered_for_vat']],
  ['a Belgian number that VIES does not know', 'BE0998214330', 'invalid', 'do_not_pay', ['not_registered_for_vat', 'name_not_known']],
  ['a Latvian company whose parent is listed', 'LV40203998104', 'verified_partial', 'do_not_pay', ['parent_listed']],
  [
    'a Norwegian number that is in no register',
    'NO974760673MVA',
    'not_found',
    'do_not_pay',
    ['vat_not_supported', 'not_in_register', 'name_not_known'],
  ],
  ['a British number, which no open source knows', 'GB480213910', 'inconclusive', 'ask', ['vat_not_supported', 'name_not_known']],
  [
    'an Italian number that VIES lacks, perhaps of domestic trade only',
    'IT00743110157',
    'inconclusive',
    'ask',
    ['not_in_vies', 'name_not_known'],
  ],
  ['such a Portuguese number', 'PT501964843', 'inconclusive', 'ask', ['not_in_vies', 'name_not_known']],
  ['such a Spanish number', 'ESB58378431', 'inconclusive', 'ask', ['not_in_vies', 'name_not_known']],
  ['such a Romanian number', 'RO49821432', 'inconclusive', 'ask', ['not_in_vies', 'name_not_known']],
  ['a Swiss number, which no open source knows', 'CHE-498.214.302 MWST', 'inconclusive', 'ask', ['vat_not_supported', 'name_not_known']],
  ['a Greek company whose prefix was added twice', 'GREL998214300', 'verified', 'pay', []],
  ['a number with wrong check digits', 'CZ45274640', 'invalid', 'do_not_pay', ['wrong_checksum']],
  ['a number that is too short', 'CZ4527464', 'invalid', 'do_not_pay', ['wrong_format']],
])('%s: %s', async (_, vatId, verdict, advice, reasons) => {
  const { data, charge } = await ask(vatId)
  expect([data.verdict, data.advice, data.reasons]).toEqual([verdict, advice, reasons])
  expect(overstatements(data)).toEqual([])
  expect(charge).toBe(verdict !== 'inconclusive')
})

describe('the name and the address of an invoice', () => {
  test.each<[string, string, Asked, string, string[]]>([
    ['written without marks', 'CZ45274649', { name: 'CEZ a.s.', address: 'Duhova 1444/2, Praha 4' }, 'verified', []],
    ['of a look-alike', 'CZ45274649', { name: 'CEZ Energo Obchod s.r.o.' }, 'mismatch', ['name_differs']],
    ['of another city', 'CZ45274649', { name: 'ČEZ', address: 'Nádražní 88/3, 702 00 Ostrava' }, 'mismatch', ['address_differs']],
    ['before it was renamed', 'FI39281428', { name: 'Tunturin Mylly Oy' }, 'verified_partial', ['name_similar']],
    ['with another legal form', 'IT17298430152', { name: 'Concerie Valdarnesi S.r.l.' }, 'verified_partial', ['name_similar']],
    ['where VIES gives none', 'DE398214508', { name: 'Brückenthal GmbH' }, 'verified_partial', ['name_not_comparable']],
    [
      'in liquidation, where the register says so in the name only',
      'IT17298430160',
      { name: 'Ligurmare Servizi Portuali Srl' },
      'verified',
      ['insolvent_or_in_liquidation'],
    ],
    ['in Greek and in Latin letters', 'EL998214300', { name: 'Elaiourgiki Mesaras AE' }, 'verified', []],
  ])('%s', async (_, vatId, query, verdict, reasons) => {
    const { data } = await ask(vatId, query)
    expect([data.verdict, data.reasons]).toEqual([verdict, reasons])
    expect(overstatements(data)).toEqual([])
    expect(data.subject).toEqual({ name: query.name ?? null, line: query.address ?? null })
  })
})

test('every check names its source, its time and its licence, and the company is one record of all', async () => {
  const { data, meta } = await ask('FI01120389', { name: 'NOKIA OYJ' })
  expect(data.checks.map(({ check, source }) => [check, source])).toEqual([
    ['format', null],
    ['vat', 'vies'],
    ['register', 'prh'],
    ['lei', 'gleif'],
    ['name', null],
    ['sanctions', null],
  ])
  for (const { source, observedAt, licence, sourceUrl, latencySeconds } of data.checks)
    if (source !== null) expect([observedAt, licence, sourceUrl, latencySeconds].includes(null)).toBe(false)
  expect(data.company).toMatchObject({
    legalName: 'Nokia Oyj',
    vatId: 'FI01120389',
    registerNumber: '0112038-9',
    lei: '549300A0JPRWG1KI7U06',
    status: 'active',
    vatRegistered: true,
  })
  expect(meta.sources.map(({ id }) => id)).toEqual(expect.arrayContaining(['vies', 'prh', 'gleif']))
})

test('under a VAT number of its own the service gets the consultation number as proof', async () => {
  const asked = await openCompanyWorld({ values: { viesRequester: 'FI01120389' } })
  const { data } = await verify(asked, 'CZ45274649')
  await asked.close()
  expect(data.consultationNumber).toMatch(/^WAPIAAAA/)
})

test.each(['ZZ123456789', '12345678'])('a text without a known prefix is refused, and no source is asked: %s', async (text) => {
  const before = world.upstreams.requests('vies')
  await expect(ask(text)).rejects.toMatchObject({ code: 'invalid_input' })
  expect(world.upstreams.requests('vies')).toBe(before)
})

test.each(['DE 12/345/67890', 'FR552081317', 'GB 00445790'])(
  'another number of a company than its VAT number is refused with a hint, free: %s',
  async (text) => {
    await expect(ask(text)).rejects.toMatchObject({ code: 'invalid_input', message: expect.stringContaining('The VAT number has') })
  },
)

test.each([
  ['GB480213910', 'gov.uk/check-uk-vat-number'],
  ['CHE498214302', 'uid.admin.ch'],
])('for %s the check says who can be asked: %s', async (vatId, where) => {
  const { data } = await ask(vatId)
  expect(data.checks.find(({ check }) => check === 'vat')?.detail).toContain(where)
})

test('a name is not taken for a VAT number', () => {
  expect(companyOffers(world.asked).verify.path?.safeParse({ vatId: 'Nokia Oyj' }).success).toBe(false)
})

test('where nobody screens names, a company is never cleared, and the check says that it was not made', async () => {
  world.pass(61_000)
  const { data, meta } = await verify(world, 'CZ45274649', {}, { ...world.asked, screening: null })
  expect([data.verdict, data.advice, data.reasons]).toEqual(['verified_partial', 'ask', ['screening_unavailable']])
  expect(data.checks.find(({ check }) => check === 'sanctions')).toMatchObject({
    status: 'not_checked',
    detail: 'This service does not search the sanctions lists.',
  })
  expect(meta.missing).toContain('checks.sanctions')
})

test("without the UN's own file a company is verified, and the check says how UN designations were read", async () => {
  const detailOf = async (one: Pick<CompanyWorld, 'clock' | 'asked'>) => {
    const { data } = await verify(one, 'CZ45274649')
    const screened = data.checks.find(({ check }) => check === 'sanctions')
    return [data.verdict, screened?.status, screened?.detail]
  }
  const repeated = 'UN designations were read as the EU and the UK repeat them.'
  const without = await openCompanyWorld({ disabled: new Set(['un-sanctions']) })
  expect(await detailOf(without)).toEqual(['verified', 'pass', expect.stringContaining(repeated)])
  await without.close()
  world.pass(61_000)
  expect(await detailOf(world)).toEqual(['verified', 'pass', 'No name found is on a sanctions list.'])
})
