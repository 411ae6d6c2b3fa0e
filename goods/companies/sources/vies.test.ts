import { afterEach, describe, expect, it } from 'vitest'
import { openCompanies, type CompanyTest } from '../companies.fixture.ts'
import { neverAborted } from './never-aborted.fixture.ts'

const hour = 3_600_000
const day = 24 * hour

let world: CompanyTest | null = null
afterEach(async () => {
  await world?.close()
  world = null
})

async function open(...settings: Parameters<typeof openCompanies>) {
  world = await openCompanies(...settings)
  const { upstreams, pass } = world
  const { vies } = world.asked
  const check = (id: string) => vies.check(id.slice(0, 2), id.slice(2), neverAborted)
  const requests = () => upstreams.requests('vies')
  return { vies, upstreams, pass, check, requests }
}

/** Until the stand-in was asked for the status, and its answer is there. */
async function statusIsKnown(check: (id: string) => Promise<unknown>): Promise<void> {
  await check('FI01120389')
  await expect.poll(() => world?.upstreams.requests('vies')).toBe(2)
  await expect.poll(() => world?.sources.state().find(({ id }) => id === 'vies')?.lastSuccess).not.toBeNull()
}

describe('VIES', () => {
  it('tells that a number is registered, with name and address', async () => {
    const { check } = await open()
    expect(await check('CZ45274649')).toEqual({
      status: 'found',
      value: {
        registered: true,
        name: 'ČEZ, a. s.',
        legalName: 'ČEZ, a. s.',
        tradeName: null,
        address: 'Duhová 1444/2, 140 00 PRAHA 4',
        consultationNumber: null,
        checkedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      },
      source: expect.objectContaining({ id: 'vies', cache: 'miss', url: expect.stringMatching(/\/ms\/CZ\/vat\/45274649$/) }),
      latencyMs: expect.any(Number),
    })
  })

  it.each(['DE398214508', 'ESB98214034'])('gives no name or address where the member state does not: %s', async (id) => {
    const { check } = await open()
    expect(await check(id)).toMatchObject({ status: 'found', value: { registered: true, name: null, address: null } })
  })

  it.each(['EL998214300', 'XI480214025'])('knows the prefixes of Greece and Northern Ireland: %s', async (id) => {
    const { check } = await open()
    expect(await check(id)).toMatchObject({ status: 'found', value: { registered: true, name: expect.any(String) } })
  })

  it.each(['CZ11111111', 'RO49821432'])('answers that a number is not registered: %s', async (id) => {
    const { check } = await open()
    expect(await check(id)).toMatchObject({ status: 'found', value: { registered: false, name: null, address: null } })
  })

  it('gives a consultation number to an operator with a VAT number', async () => {
    const { check } = await open({ values: { viesRequester: 'FI01120389' } })
    expect(await check('CZ45274649')).toMatchObject({ value: { consultationNumber: expect.stringMatching(/^WAPIAAAA\w{8}$/) } })
  })

  it('is blocked while the operator’s VAT number is not accepted', async () => {
    const { check } = await open({ values: { viesRequester: 'FI01120388' } })
    expect(await check('CZ45274649')).toMatchObject({ status: 'unavailable', reason: 'blocked', retryable: false })
  })

  it('says that the caller is wrong when VIES refuses the form of a number', async () => {
    const { check, upstreams } = await open()
    upstreams.setMode('vies:CZ', 'INVALID_INPUT')
    await expect(check('CZ45274649')).rejects.toMatchObject({ code: 'invalid_input' })
  })
})

describe('a fault of VIES', () => {
  it.each([
    ['SERVICE_UNAVAILABLE', 'down', true, 1],
    ['MS_UNAVAILABLE', 'down', true, 1],
    ['TIMEOUT', 'timeout', true, 3],
    ['VAT_BLOCKED', 'blocked', false, 1],
    ['IP_BLOCKED', 'blocked', false, 1],
    ['GLOBAL_MAX_CONCURRENT_REQ', 'busy', true, 3],
    ['GLOBAL_MAX_CONCURRENT_REQ_TIME', 'busy', true, 3],
    ['MS_MAX_CONCURRENT_REQ', 'busy', true, 3],
    ['MS_MAX_CONCURRENT_REQ_TIME', 'busy', true, 3],
  ] as const)('%s is unavailable and not invalid: %s', async (fault, reason, retryable, asked) => {
    const { vies, upstreams } = await open()
    upstreams.setMode('vies:CZ', fault)
    const error: unknown = await vies.numbers.get('CZ 45274649').catch((given: unknown) => given)
    expect(error).toMatchObject({ code: `vies_${fault.toLowerCase()}`, reason, retryable })
    expect(upstreams.requests('vies')).toBe(asked)
  })

  it('of one member state leaves the others alone', async () => {
    const { check, upstreams } = await open()
    upstreams.setMode('vies:CZ', 'TIMEOUT')
    for (let time = 0; time < 6; time++)
      expect(await check('CZ45274649')).toMatchObject({ status: 'unavailable', reason: expect.stringMatching(/timeout|down/) })
    expect(await check('FI01120389')).toMatchObject({ status: 'found' })
  })

  it('stops requests to a member state after five in a row, for 30 seconds', async () => {
    const { check, upstreams, requests, pass } = await open()
    upstreams.setMode('vies:CZ', 'MS_MAX_CONCURRENT_REQ')
    await check('CZ45274649')
    upstreams.setMode('vies:CZ', 'TIMEOUT')
    for (let time = 0; time < 5; time++) await check('CZ45274649')
    await expect.poll(requests).toBe(1 + 6 * 3)
    expect(await check('CZ45274649')).toMatchObject({ status: 'unavailable', reason: 'down', retryable: true })
    expect(requests()).toBe(1 + 6 * 3)
    upstreams.setMode('vies:CZ', 'ok')
    pass(30_000)
    expect(await check('CZ45274649')).toMatchObject({ status: 'found' })
  })

  it('is not remembered', async () => {
    const { check, upstreams } = await open()
    upstreams.setMode('vies:CZ', 'VAT_BLOCKED')
    expect(await check('CZ45274649')).toMatchObject({ status: 'unavailable' })
    upstreams.setMode('vies:CZ', 'ok')
    expect(await check('CZ45274649')).toMatchObject({ status: 'found' })
  })

  it('that blocks our address stops all requests for a minute', async () => {
    const { check, upstreams, requests, pass } = await open()
    upstreams.setMode('vies:CZ', 'IP_BLOCKED')
    await check('CZ45274649')
    await expect.poll(requests).toBe(2)
    upstreams.setMode('vies:CZ', 'ok')
    expect(await check('FI01120389')).toMatchObject({ status: 'unavailable', reason: 'blocked', retryable: false })
    expect(requests()).toBe(2)
    pass(60_000)
    expect(await check('FI01120389')).toMatchObject({ status: 'found' })
  })

  it.each([
    ['outage', 'down'],
    ['error', 'down'],
    ['rate-limited', 'busy'],
    ['garbage', 'not_understood'],
  ])('of the host (%s) is unavailable', async (mode, reason) => {
    const { check, upstreams } = await open()
    upstreams.setMode('vies', mode)
    expect(await check('CZ45274649')).toMatchObject({ status: 'unavailable', reason, sourceId: 'vies', retryable: true })
  })

  it('is not asked for while the source is off', async () => {
    const { check, requests } = await open({ disabled: new Set(['vies']) })
    expect(await check('CZ45274649')).toMatchObject({ status: 'unavailable', reason: 'disabled', retryable: false })
    expect(requests()).toBe(0)
  })
})

describe('the status of VIES', () => {
  it('answers for a member state that is down without a request to it, for a minute', async () => {
    const { check, upstreams, requests, pass } = await open()
    upstreams.setMode('vies:CZ', 'MS_UNAVAILABLE')
    await statusIsKnown(check)
    expect(await check('CZ45274649')).toMatchObject({ status: 'unavailable', reason: 'down', retryable: true })
    expect(requests()).toBe(2)
    upstreams.setMode('vies:CZ', 'ok')
    pass(60_000)
    expect(await check('CZ45274649')).toMatchObject({ status: 'found' })
  })
})

describe('an answer of VIES', () => {
  it('that a number is registered is used for a day, and for a week, labelled stale, while VIES is down', async () => {
    const { check, upstreams, pass } = await open()
    await check('CZ45274649')
    pass(day - 60_000)
    expect(await check('CZ45274649')).toMatchObject({ source: { cache: 'hit' } })
    pass(60_000)
    upstreams.setMode('vies', 'outage')
    expect(await check('CZ45274649')).toMatchObject({ status: 'found', value: { registered: true }, source: { cache: 'stale' } })
    pass(6 * day)
    expect(await check('CZ45274649')).toMatchObject({ status: 'unavailable' })
  })

  it('that a number is not registered is used for an hour only', async () => {
    const { check, upstreams, pass } = await open()
    await check('CZ11111111')
    pass(hour - 60_000)
    expect(await check('CZ11111111')).toMatchObject({ value: { registered: false }, source: { cache: 'hit' } })
    pass(60_000)
    upstreams.setMode('vies', 'outage')
    expect(await check('CZ11111111')).toMatchObject({ status: 'unavailable' })
  })
})

describe('the stand-in', () => {
  it.each([
    ['100', { valid: true, name: 'John Doe' }],
    ['200', { valid: false, name: '---' }],
    ['201', { errorWrappers: [{ error: 'INVALID_INPUT' }] }],
    ['302', { errorWrappers: [{ error: 'TIMEOUT' }] }],
    ['601', { errorWrappers: [{ error: 'MS_MAX_CONCURRENT_REQ_TIME' }] }],
  ])('answers to the test number %s as the test service does', async (vatNumber, answer) => {
    const { upstreams } = await open()
    const url = `${upstreams.baseUrls['vies']}/check-vat-test-service`
    const response = await fetch(url, { method: 'POST', body: JSON.stringify({ countryCode: 'DE', vatNumber }) })
    expect(await response.json()).toMatchObject(answer)
  })

  it('refuses a part or a fault that it does not have', async () => {
    const { upstreams } = await open()
    expect(() => upstreams.setMode('vies:US', 'TIMEOUT')).toThrow(RangeError)
    expect(() => upstreams.setMode('vies:CZ', 'garbage')).toThrow(RangeError)
    expect(() => upstreams.setMode('ecb:CZ', 'TIMEOUT')).toThrow(RangeError)
    upstreams.setMode('vies:CZ', 'TIMEOUT')
    expect(upstreams.modes()).toMatchObject({ vies: 'ok', 'vies:CZ': 'TIMEOUT' })
  })
})
