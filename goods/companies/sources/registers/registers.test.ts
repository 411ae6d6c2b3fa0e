import { afterEach, describe, expect, test } from 'vitest'
import { openCompanies, type CompanyTest } from '../../companies.fixture.ts'
import { hurried } from '../../../../sandbox/upstreams/open-test-sources.ts'
import type { UpstreamMode } from '../../../../sandbox/upstreams/start-upstreams.ts'
import { registeredIn } from '../../sandbox/registers/registered.ts'
import type { CompanyRegister } from '../company-register.ts'

let world: CompanyTest
afterEach(() => world.close())
async function open(...settings: Parameters<typeof openCompanies>): Promise<CompanyTest> {
  world = await openCompanies(...settings)
  return world
}
const { signal } = new AbortController()

function register(country: string): CompanyRegister {
  const found = world.asked.registers.of(country)
  if (!found) throw new Error(`no register of ${country}`)
  return found
}

const countries = ['NO', 'FI', 'CZ', 'FR', 'PL', 'SK', 'EE', 'LV', 'GB']
/** Numbers in the right form that no company has. */
const unknown: Readonly<Record<string, string>> = {
  NO: '974760673',
  FI: '2331972-7',
  CZ: '27082440',
  FR: '732829320',
  PL: '0000999999',
  SK: '31333532',
  EE: '10137319',
  LV: '40003245752',
  GB: '00445790',
}
const ids: Readonly<Record<string, string>> = {
  NO: 'brreg',
  FI: 'prh',
  CZ: 'ares',
  FR: 'recherche-entreprises',
  PL: 'krs',
  SK: 'rpo',
  EE: 'ariregister',
  LV: 'latvia-ur',
  GB: 'companies-house',
}

async function expectUnavailable(country: string, mode: UpstreamMode, reason: string): Promise<void> {
  const id = ids[country] ?? ''
  world.upstreams.setMode(id, mode)
  const number = registeredIn(country, world.clock.now())[0]?.number ?? ''
  const expected = { status: 'unavailable', reason, retryable: true, sourceId: id }
  expect(await register(country).byNumber(number, signal), country).toMatchObject(expected)
}

describe.each(countries)('the register of %s', (country) => {
  test('tells every company of the sandbox as it is', async () => {
    await open()
    const companies = registeredIn(country, world.clock.now())
    expect(companies.length).toBeGreaterThan(0)
    for (const one of companies) {
      const found = await register(country).byNumber(one.number, signal)
      if (found.status !== 'found') throw new Error(`${one.number} is ${found.status}`)
      const { value } = found
      expect(value).toMatchObject({ country, registerNumber: one.number, legalName: one.name })
      // France and Latvia do not tell insolvency and liquidation; Poland tells no merger.
      const vague = country === 'FR' || country === 'LV' || country === 'PL'
      if (one.ended === null && !vague) expect(value.status).toBe(one.status)
      if (one.ended !== null) expect(['dissolved', 'merged', ...(country === 'PL' ? ['unknown'] : [])]).toContain(value.status)
      if (one.company.withheld === true) expect(value).toMatchObject({ address: null, withheld: ['address'] })
      else if (one.ended === null) expect(value.address?.text).toContain(one.city.split(' ')[0])
      expect(found.source).toMatchObject({ id: ids[country], cache: 'miss' })
      expect(found.latencyMs).toBeGreaterThanOrEqual(0)
    }
  })

  test('does not know a number that nobody has, and is not asked again at once', async () => {
    const { upstreams } = await open()
    const number = unknown[country] ?? ''
    expect(register(country).normalise(number)).toBe(number)
    expect((await register(country).byNumber(number, signal)).status).toBe('not_found')
    const asked = upstreams.requests(ids[country] ?? '')
    expect((await register(country).byNumber(number, signal)).status).toBe('not_found')
    expect(upstreams.requests(ids[country] ?? '')).toBe(asked)
  })

  test.each([
    ['outage', 'down'],
    ['error', 'down'],
    ['rate-limited', 'busy'],
    ['garbage', 'not_understood'],
  ] satisfies [UpstreamMode, string][])('is unavailable in mode %s, because it is %s', async (mode, reason) => {
    await open({ limits: hurried })
    await expectUnavailable(country, mode, reason)
  })

  test('is unavailable when it is switched off', async () => {
    await open({ disabled: new Set([ids[country] ?? '']) })
    const number = registeredIn(country, world.clock.now())[0]?.number ?? ''
    expect(await register(country).byNumber(number, signal)).toMatchObject({ status: 'unavailable', reason: 'disabled', retryable: false })
  })

  test('tells nothing of officers', async () => {
    await open()
    for (const { number } of registeredIn(country, world.clock.now())) {
      const told = [await register(country).byNumber(number, signal), await register(country).changes?.(number, '2000-01-01', signal)]
      expect(JSON.stringify(told)).not.toMatch(/exempl|pesel|dirigeant|officer_name|Alex|account_?number|telefon|@/i)
    }
  })

  test('throws nothing but an aborted signal', async () => {
    await open()
    const abort = new AbortController()
    abort.abort(new Error('the caller left'))
    await expect(register(country).byNumber(unknown[country] ?? '', abort.signal)).rejects.toThrow()
  })
})

test('each register is unavailable in mode slow, because it is timeout', async () => {
  await open({ limits: hurried })
  await Promise.all(countries.map((country) => expectUnavailable(country, 'slow', 'timeout')))
})

test.each([
  ['NO', 'nordlys', 'NORDLYS SJØMAT AS'],
  ['FI', 'nokia', 'Nokia Oyj'],
  ['CZ', 'čez', 'ČEZ, a. s.'],
  ['FR', 'lumenor', 'GROUPE LUMENOR'],
  ['SK', 'tatranské', 'Tatranské drevo s. r. o.'],
  ['EE', 'kaljuranna', 'Kaljuranna Software OÜ'],
  ['LV', 'gaujas', 'AS "Gaujas Koks"'],
  ['GB', 'thornwick', 'THORNWICK INSTRUMENTS LIMITED'],
])('the register of %s finds a company by its name', async (country, text, name) => {
  await open()
  const found = await register(country).search?.(text, 5, signal)
  if (found?.status !== 'found') throw new Error('not found')
  expect(found.value.map((one) => one.name)).toContain(name)
  expect(found.value.every((one) => one.country === country && one.registerNumber !== null)).toBe(true)
  expect(await register(country).search?.('no company has this name', 5, signal)).toMatchObject({ status: 'found', value: [] })
})

test('a search gives no more candidates than asked for', async () => {
  await open()
  const found = await register('FI').search?.('oy', 1, signal)
  expect(found).toMatchObject({ status: 'found', value: [expect.anything()] })
})

describe('the White List of Poland', () => {
  test('leads from a NIP to the KRS number, without bank accounts', async () => {
    await open()
    const found = await register('PL').byVat?.('774-000-14-54', signal)
    expect(found).toMatchObject({
      status: 'found',
      value: { registerNumber: '0000028860', vatId: 'PL7740001454', vatRegistered: true, legalName: 'ORLEN S.A.' },
      source: { id: 'krs' },
      others: [{ id: 'pl-white-list' }],
    })
    expect(JSON.stringify(found)).not.toMatch(/accountNumber|pesel|0{26}/i)
  })

  test('is enough while KRS does not answer, without a word on whether the company is active', async () => {
    const { upstreams } = await open()
    upstreams.setMode('krs', 'outage')
    const found = await register('PL').byVat?.('7740001454', signal)
    expect(found).toMatchObject({ status: 'found', value: { vatRegistered: true, status: 'unknown' }, source: { id: 'pl-white-list' } })
  })

  test('does not know a NIP that nobody has', async () => {
    await open()
    expect(await register('PL').byVat?.('5260250995', signal)).toMatchObject({ status: 'not_found' })
  })

  test('is asked at most 90 times a day, and says then that it is busy', async () => {
    const { upstreams } = await open()
    const answers = []
    // Numbers that it refuses, each of which is asked.
    for (let index = 0; index < 92; index++) answers.push(await register('PL').byVat?.(String(1_000_000_000 + index * 7_919), signal))
    expect(upstreams.requests('pl-white-list')).toBe(90)
    expect(answers.at(-1)).toMatchObject({ status: 'unavailable', reason: 'busy' })
  })
})

test('an answer is kept for a day, and for a week while the register is down', async () => {
  const { upstreams, pass } = await open()
  const ask = () => register('FI').byNumber('0112038-9', signal)
  expect(await ask()).toMatchObject({ source: { cache: 'miss' } })
  upstreams.setMode('prh', 'outage')
  pass(5 * 3_600_000)
  expect(await ask()).toMatchObject({ status: 'found', source: { cache: 'hit' } })
  pass(24 * 3_600_000)
  expect(await ask()).toMatchObject({ status: 'found', source: { cache: 'stale' } })
  pass(7 * 24 * 3_600_000)
  expect(await ask()).toMatchObject({ status: 'unavailable', reason: 'down' })
})
