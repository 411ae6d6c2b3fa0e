import { afterEach, expect, test } from 'vitest'
import { openScreening, screeningOffers, type ScreeningTest } from '../screening.fixture.ts'
import { checkOffers } from '../../../src/offers/check-offers.ts'
import { priceOf, type OfferContext } from '../../../src/offers/offer.ts'
import { loadedStore } from '../sanctions/loaded-store.fixture.ts'
import type { MemoryStore } from '../../../src/store/sqlite/open-memory-store.ts'

const minute = 60_000
const hour = 60 * minute
const sanctionsSources = ['ofac', 'eu-sanctions', 'un-sanctions', 'uk-sanctions']

let world: ScreeningTest | null = null
let store: MemoryStore | null = null
afterEach(async () => {
  await world?.close()
  await store?.close()
  world = null
  store = null
})

async function open(settings: Parameters<typeof openScreening>[0] = {}): Promise<ScreeningTest> {
  world = await openScreening({ limits: { bulkTimeoutMs: 5_000, attempts: { retries: 0, backoffMs: 1 } }, ...settings })
  return world
}
/** With all lists in hand. */
async function loaded(): Promise<ScreeningTest> {
  store = await loadedStore()
  const opened = await open({ store })
  await opened.sources.sanctions.load(new AbortController().signal)
  return opened
}

async function ask({ sources, clock }: ScreeningTest, nameOrAddress: string, query: { birthYear?: string; country?: string } = {}) {
  const context = { clock, signal: new AbortController().signal } as OfferContext
  const { risk } = screeningOffers(sources.sanctions)
  const outcome = await risk.run({ path: { nameOrAddress }, query, body: {} }, context)
  return { ...risk.answer.parse(outcome.body), charge: outcome.charge, reason: outcome.charge ? null : outcome.reason }
}

test('has a valid declaration', async () => {
  const { risk } = screeningOffers((await open()).sources.sanctions)
  expect(checkOffers([risk])).toEqual([])
  expect([risk.access.kind, priceOf(risk)]).toEqual(['fixed', 3_000n])
})

test('a listed name is a match, with entry, list, programme, score and version, and is charged', async () => {
  const { data, meta, charge } = await ask(await loaded(), 'Saddam Husayn', { birthYear: '1937' })
  expect([data.subject, data.kind, data.verdict, charge, meta.simulated]).toEqual(['Saddam Husayn', 'name', 'match', true, true])
  expect(data.matches.find(({ list }) => list === 'ofac-sdn')).toMatchObject({
    strength: 'match',
    matched: 'Saddam HUSSEIN',
    name: 'Saddam Hussein AL-TIKRITI',
    programmes: ['IRAQ2'],
    birthYearAgreement: 'agrees',
    listVersion: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  })
  expect(data.similarity).toBe(data.matches[0]?.similarity)
  expect(data.lists.map(({ id, fresh }) => `${id} ${fresh}`)).toEqual([
    'ofac-sdn true',
    'ofac-consolidated true',
    'eu true',
    'un true',
    'uk true',
  ])
  expect(meta.sources.map(({ id, cache }) => `${id} ${cache}`)).toEqual([
    'ofac hit',
    'ofac hit',
    'eu-sanctions hit',
    'un-sanctions hit',
    'uk-sanctions hit',
  ])
  expect(meta).toMatchObject({ degraded: false, missing: [], simulated: true })
})

test('a name on no list is clear, and that is charged', async () => {
  const { data, charge } = await ask(await loaded(), 'Marie Curie')
  expect([data.verdict, data.similarity, data.matches, charge]).toEqual(['clear', 0, [], true])
})

test('a listed number is a match, and the answer says as what it was compared', async () => {
  const { data, charge } = await ask(await loaded(), 'IMO 9187629')
  expect([data.kind, data.verdict, data.recommendation.action, charge]).toEqual(['number', 'match', 'do_not_deal', true])
  expect([data.compared, data.matches[0]?.name, data.matches[0]?.matchedAs]).toEqual([[{ as: 'imo', text: '9187629' }], 'ARTAVIL', 'imo'])
})

test.each([
  ['5892464', 'number_not_listed', 'proves nothing'],
  ['vitalik.eth', 'address_not_read', 'Check each character'],
  ['GmbH', 'nothing_compared', 'Ask with the full name'],
])('%s is inconclusive and free, with a reason', async (subject, reason, words) => {
  const { data, charge } = await ask(await loaded(), subject)
  expect([data.verdict, data.inconclusiveReason, data.recommendation.action, charge]).toEqual(['inconclusive', reason, 'unknown', false])
  expect(data.recommendation.reason).toContain(words)
})

test('a name beside a number on no list is clear of what was compared, and says so', async () => {
  const { data, charge } = await ask(await loaded(), 'MV Ocean Star IMO 9074729')
  expect([data.verdict, charge]).toEqual(['clear', true])
  expect(data.compared).toEqual([
    { as: 'name', text: 'MV Ocean Star' },
    { as: 'imo', text: '9074729' },
  ])
  expect(data.recommendation.reason).toContain('lists give the numbers of only some entries')
})

test('a batch has the answer of each, and is free where none could be told', async () => {
  const opened = await loaded()
  const context = { clock: opened.clock, signal: new AbortController().signal } as OfferContext
  const { riskBatch } = screeningOffers(opened.sources.sanctions)
  const verdicts = async (...subjects: string[]) => {
    const outcome = await riskBatch.run({ path: {}, query: {}, body: { subjects: subjects.map((subject) => ({ subject })) } }, context)
    const { data } = riskBatch.answer.parse(outcome.body)
    return [outcome.charge, ...data.results.map(({ result, error }) => result?.verdict ?? error?.code)]
  }
  expect(await verdicts('9187629', '5892464', 'Marie Curie', 'Ltd')).toEqual([true, 'match', 'inconclusive', 'clear', 'inconclusive'])
  expect(await verdicts('5892464', 'Mr', '-')).toEqual([false, 'inconclusive', 'inconclusive', 'invalid_input'])
})

test('a near miss is shown as a candidate and changes no verdict', async () => {
  const { data, charge } = await ask(await loaded(), 'Saddam Hosni')
  expect([data.verdict, data.similarity, data.matches, charge]).toEqual(['clear', 0, [], true])
  expect(data.candidates[0]).toMatchObject({ strength: 'candidate', matched: 'Saddam HUSSEIN' })
  expect(data.candidates[0]?.similarity).toBeLessThan(0.8)
})

test('a listed surname alone is to be reviewed', async () => {
  const { data } = await ask(await loaded(), 'Mladić')
  expect([data.verdict, ...new Set(data.matches.map(({ strength }) => strength))]).toEqual(['review', 'review'])
})

test.each(['Muammar Gaddafi', 'Moammar Gadhafi', 'Qadhafi'])('%s is not clear', async (name) => {
  expect(['match', 'review']).toContain((await ask(await loaded(), name)).data.verdict)
})

test('addresses are screened too', async () => {
  const { data } = await ask(await loaded(), '0x098b716b8aaf21512996dc57eb0615e2383e2f96')
  expect([data.kind, data.verdict, data.matches[0]?.addressCurrency]).toEqual(['address', 'match', 'ETH'])
})

test('an address with its chain is screened as the address', async () => {
  const opened = await loaded()
  const listed = '0x098b716b8aaf21512996dc57eb0615e2383e2f96'
  for (const chain of ['eip155:1:', 'did:pkh:eip155:1:', 'eip155:8453/erc20:', 'eth:']) {
    expect((await ask(opened, `${chain}${listed}`)).data, chain).toMatchObject({
      subject: `${chain}${listed}`,
      kind: 'address',
      verdict: 'match',
    })
  }
  expect((await ask(opened, `eip155:1:0x${'1'.repeat(40)}`)).data).toMatchObject({ kind: 'address', verdict: 'clear' })
})

test('a year of birth and a country narrow the matches, and an unknown country is refused', async () => {
  const opened = await loaded()
  expect((await ask(opened, 'Ratko Mladić', { birthYear: '1990' })).data.verdict).toBe('review')
  expect((await ask(opened, 'Ratko Mladić', { country: 'ba' })).data.matches[0]?.countryAgreement).toBe('agrees')
  await expect(ask(opened, 'Ratko Mladić', { country: 'xx' })).rejects.toMatchObject({
    code: 'invalid_input',
    options: { field: 'query.country' },
  })
})

test('while a list is missing or older than 48 hours nothing is clear, and an inconclusive answer is not charged', async () => {
  const opened = await open()
  opened.upstreams.setMode('eu-sanctions', 'outage')
  const { sanctions } = opened.sources
  await sanctions.load(new AbortController().signal)
  const missing = await ask(opened, 'Marie Curie')
  expect(missing).toMatchObject({
    charge: false,
    reason: 'inconclusive',
    data: { verdict: 'inconclusive', inconclusiveReason: 'list_not_fresh' },
  })
  expect(missing.meta).toMatchObject({ degraded: true, missing: ['lists[2].version'] })
  expect(await ask(opened, 'Ratko Mladić')).toMatchObject({ charge: true, data: { verdict: 'match' } })
  opened.upstreams.setMode('eu-sanctions', 'ok')
  opened.pass(6 * minute)
  await sanctions.load(new AbortController().signal)
  expect(await ask(opened, 'Marie Curie')).toMatchObject({ charge: true, data: { verdict: 'clear' } })
  opened.upstreams.setMode('uk-sanctions', 'outage')
  opened.pass(47 * hour)
  await sanctions.load(new AbortController().signal)
  expect(await ask(opened, 'Marie Curie')).toMatchObject({ charge: true, data: { verdict: 'clear' } })
  opened.pass(2 * hour)
  expect(await ask(opened, 'Marie Curie')).toMatchObject({ charge: false, data: { verdict: 'inconclusive' }, meta: { degraded: true } })
})

test('with all sources stopped the lists serve for 48 hours, and then it is a 503 without a charge', async () => {
  const opened = await loaded()
  const { risk } = screeningOffers(opened.sources.sanctions)
  const available = () => risk.available({ sources: opened.sources, chains: new Map() })
  for (const id of sanctionsSources) opened.upstreams.setMode(id, 'outage')
  opened.pass(47 * hour)
  expect([available(), (await ask(opened, 'Marie Curie')).data.verdict]).toEqual(['available', 'clear'])
  opened.pass(1.1 * hour)
  expect(available()).toBe('down')
  await expect(ask(opened, 'Marie Curie')).rejects.toMatchObject({ code: 'upstream_unavailable', status: 503 })
})

test('500 calls at once make no upstream request', async () => {
  const opened = await loaded()
  const before = sanctionsSources.map((id) => opened.upstreams.requests(id))
  const answers = await Promise.all(Array.from({ length: 500 }, () => ask(opened, 'Ratko Mladić')))
  expect(answers.every(({ data }) => data.verdict === 'match')).toBe(true)
  expect(sanctionsSources.map((id) => opened.upstreams.requests(id))).toEqual(before)
})

test.each(['ofac', 'eu-sanctions', 'uk-sanctions'])('is disabled while %s is switched off', async (id) => {
  const { sources } = await open({ disabled: new Set([id]) })
  expect(screeningOffers(sources.sanctions).risk.available({ sources, chains: new Map() })).toBe('disabled')
})

test('is offered in live mode without a contract for the list of the UN, whose source is off then', async () => {
  const { sources } = await open({ simulated: false, accepted: new Set() })
  const { risk } = screeningOffers(sources.sanctions)
  expect([risk.available({ sources, chains: new Map() }), sources.byId.get('un-sanctions')?.source.enabled]).toEqual(['down', false])
})

test('without the file of the UN, the answer says through which lists its designations were read, and is degraded', async () => {
  const opened = await open({ disabled: new Set(['un-sanctions']) })
  await opened.sources.sanctions.load(new AbortController().signal)
  const { data, meta, charge } = await ask(opened, 'Marie Curie')
  expect([data.verdict, charge, meta.degraded, meta.missing]).toEqual(['clear', true, true, ['lists[3].version']])
  expect(data.recommendation.reason).toContain('as the EU and the UK repeat them')
  expect(data.lists[3]).toMatchObject({ id: 'un', readFrom: 'other_lists', throughLists: ['eu', 'uk'], version: null, fresh: true })
  expect(data.lists.filter(({ readFrom }) => readFrom === 'publisher').map(({ id }) => id)).toEqual([
    'ofac-sdn',
    'ofac-consolidated',
    'eu',
    'uk',
  ])
  expect(meta.sources.map(({ id }) => id)).not.toContain('un-sanctions')
  const listed = await ask(opened, 'Ayman al-Zawahiri')
  expect(listed.data.matches.find(({ list }) => list === 'uk')?.unReference).toMatch(/^QDi\.\d{3}$/)
})

test('a subject is a name or an address of a bounded length', async () => {
  const { risk } = screeningOffers((await open()).sources.sanctions)
  const accepts = (nameOrAddress: string) => risk.path?.safeParse({ nameOrAddress }).success
  expect(['Li', 'Müller', '王小明', '0x' + '0'.repeat(40), 'A'.repeat(200), "Jama'atu Ahlis Sunna"].map(accepts)).toEqual(
    Array.from({ length: 6 }, () => true),
  )
  expect(['', 'x', '--', '. .', 'a\u0000b', 'A'.repeat(201)].map(accepts)).toEqual(Array.from({ length: 6 }, () => false))
})
