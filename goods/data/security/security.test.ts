import { afterEach, describe, expect, test } from 'vitest'
import { checkOffers } from '../../../src/offers/check-offers.ts'
import { priceOf } from '../../../src/offers/offer.ts'
import { defaultLimits } from '../../../src/sources/policy/create-source.ts'
import { contextAt, describedOffers, openData, type DataTest } from '../data.fixture.ts'
import { startStopwatch } from '../../../test/support/stopwatch.ts'

const { security } = describedOffers

let world: DataTest | null = null
afterEach(async () => {
  await world?.close()
  world = null
})
/** Enough time for a machine that has much else to do. */
const patient = { timeoutMs: 2_000, budgetMs: 2_400, attempts: { retries: 2, backoffMs: 1 } }
const hurried = { timeoutMs: 150, budgetMs: 200, attempts: { retries: 0, backoffMs: 1 } }
async function open(settings: Parameters<typeof openData>[0] = {}): Promise<DataTest> {
  world = await openData({ limits: patient, ...settings })
  return world
}

async function ask({ offers, clock }: DataTest, cve = 'CVE-2021-44228') {
  const outcome = await offers.security.run({ path: { cve }, query: {}, body: {} }, contextAt({ clock }))
  expect(outcome.charge).toBe(true)
  return security.answer.parse(outcome.body)
}

const ids = ['cisa-kev', 'epss', 'nvd', 'osv'] as const
const day = 86_400_000

test('has a valid declaration', () => {
  expect(checkOffers([security])).toEqual([])
  expect([security.access.kind, priceOf(security)]).toEqual(['fixed', 3_000n])
})

test('takes a CVE id in any case and nothing else', () => {
  const read = (cve: string) => security.path?.safeParse({ cve }).data
  expect(read('cve-2021-44228')).toEqual({ cve: 'CVE-2021-44228' })
  for (const no of ['', 'log4shell', 'CVE-21-44228', 'CVE-2021-1', 'CVE-2021-44228 ', 'CVE-2021-44228/..', `CVE-2021-${'1'.repeat(20)}`]) {
    expect([no, read(no)]).toEqual([no, undefined])
  }
})

test('joins what the four sources say', async () => {
  const opened = await open()
  const { data, meta, success } = await ask(opened)
  expect(success).toBe(true)
  expect(data).toMatchObject({
    cve: 'CVE-2021-44228',
    status: 'Analyzed',
    publishedAt: '2021-12-10T10:15:09.143Z',
    exploited: true,
    dueDate: '2021-12-24',
    exploitation: { addedDate: '2021-12-10', ransomware: 'known', vendor: 'Apache', product: 'Log4j2' },
    score: {
      cvss: { version: '3.1', baseScore: 10, severity: 'CRITICAL', source: 'nvd' },
      epss: { probability: 0.94358, percentile: 0.9996 },
    },
    affected: {
      packages: [
        {
          ecosystem: 'Maven',
          name: 'org.apache.logging.log4j:log4j-core',
          purl: 'pkg:maven/org.apache.logging.log4j/log4j-core',
          versions: [
            { introduced: '2.13.0', fixed: '2.15.0', lastAffected: null },
            { introduced: '2.4', fixed: '2.12.2', lastAffected: null },
            { introduced: '2.0-beta9', fixed: '2.3.1', lastAffected: null },
          ],
        },
        { name: 'org.ops4j.pax.logging:pax-logging-log4j2' },
      ],
      products: [
        { vendor: 'apache', product: 'log4j', versions: ['>= 2.0.1, < 2.3.1', '>= 2.13.0, < 2.15.0', '2.0'] },
        { vendor: 'siemens', product: 'industrial_edge_management', versions: ['all'] },
      ],
      truncated: false,
    },
    advisories: ['GHSA-jfh8-c2jp-5v3q', 'CVE-2021-44228'],
  })
  expect(meta).toMatchObject({ degraded: false, missing: [], simulated: true })
  expect(meta.sources.map((one) => `${one.id} ${one.cache}`)).toEqual(ids.map((id) => `${id} miss`))
})

test('one that is not in the catalog of CISA is not exploited, and has no due date that could be missing', async () => {
  const { data, meta } = await ask(await open(), 'CVE-2021-23337')
  expect(data).toMatchObject({ exploited: false, dueDate: null, exploitation: null })
  expect(data.affected.packages).toEqual([
    {
      ecosystem: 'npm',
      name: 'lodash',
      purl: 'pkg:npm/lodash',
      versions: [{ introduced: '0', fixed: '4.17.21', lastAffected: null }],
    },
  ])
  expect(meta).toMatchObject({ degraded: false, missing: [] })
})

test('if OSV names no package, the repository is listed', async () => {
  const { data } = await ask(await open(), 'CVE-2014-0160')
  expect(data.affected.packages).toEqual([
    {
      ecosystem: 'GIT',
      name: 'https://github.com/openssl/openssl',
      purl: null,
      versions: [expect.objectContaining({ lastAffected: null })],
    },
  ])
})

test('facts that no source has yet about a new CVE are null and named', async () => {
  const { data, meta } = await ask(await open(), 'CVE-2026-10001')
  expect(data).toMatchObject({
    status: 'Awaiting Analysis',
    exploited: false,
    score: { cvss: null, epss: null },
    affected: { packages: [], products: [] },
    advisories: [],
  })
  expect(meta).toMatchObject({ degraded: true, missing: ['score.cvss', 'score.epss'] })
})

describe('a source that is down makes its part null and named, and the others still answer', () => {
  test.each([
    ['cisa-kev', ['exploitation.ransomware', 'exploitation.vendor', 'exploitation.product']],
    ['epss', ['score.epss']],
    ['nvd', ['status', 'affected.products']],
    ['osv', ['affected.packages', 'advisories']],
  ] as const)('%s', async (id, lacking) => {
    for (const mode of ['outage', 'rate-limited', 'garbage', 'error'] as const) {
      const opened = await open()
      // CISA's catalog has a copy.
      for (const one of id === 'cisa-kev' ? (['cisa-kev', 'cisa-kev-github'] as const) : [id]) opened.upstreams.setMode(one, mode)
      const { meta } = await ask(opened)
      expect([mode, meta.degraded, meta.missing]).toEqual([mode, true, [...lacking]])
      expect(meta.sources.map((one) => one.id)).toEqual(ids.filter((other) => other !== id))
      await opened.close()
    }
  })
})

test('while the site of CISA refuses, the catalog comes from its copy, which the answer names', async () => {
  const opened = await open()
  opened.upstreams.setMode('cisa-kev', 'outage')
  const { data, meta } = await ask(opened)
  expect(data).toMatchObject({ exploited: true, exploitation: { ransomware: 'known', vendor: 'Apache' } })
  expect(meta).toMatchObject({ degraded: true, missing: [] })
  expect(meta.sources.map((one) => one.id)).toEqual(['cisa-kev-github', 'epss', 'nvd', 'osv'])
})

test('without CISA, NVD can show that it is exploited, and its silence proves nothing', async () => {
  const opened = await open()
  for (const id of ['cisa-kev', 'cisa-kev-github'] as const) opened.upstreams.setMode(id, 'outage')
  expect((await ask(opened)).data).toMatchObject({ exploited: true, dueDate: '2021-12-24' })
  const { data, meta } = await ask(opened, 'CVE-2021-23337')
  expect([data.exploited, meta.missing]).toEqual([null, ['exploited', 'dueDate', 'exploitation']])
})

test('without NVD the score is computed from OSV’s vector', async () => {
  const opened = await open()
  opened.upstreams.setMode('nvd', 'rate-limited')
  const { data } = await ask(opened, 'CVE-2014-0160')
  expect(data.score.cvss).toEqual({
    version: '3.1',
    vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N',
    baseScore: 7.5,
    severity: 'HIGH',
    source: 'osv',
  })
})

test('an unknown CVE is a 404; while a source that may know it is down, a 503', async () => {
  const opened = await open()
  await expect(ask(opened, 'CVE-2030-99999')).rejects.toMatchObject({ code: 'unknown_cve', status: 404 })
  opened.upstreams.setMode('nvd', 'outage')
  await expect(ask(opened, 'CVE-2030-99998')).rejects.toMatchObject({
    code: 'upstream_unavailable',
    status: 503,
    options: { retryAfter: expect.any(Number) },
  })
})

test('with all sources stopped, old replies serve for 48 hours, labelled stale, and then it is a 503', async () => {
  const opened = await open()
  await ask(opened)
  opened.setAll('outage')
  opened.pass(2 * day - 60_000)
  const { meta } = await ask(opened)
  expect(meta.sources.map((one) => `${one.id} ${one.cache}`)).toEqual(ids.map((id) => `${id} stale`))
  expect(meta.degraded).toBe(true)
  opened.pass(120_000)
  await expect(ask(opened)).rejects.toMatchObject({ code: 'upstream_unavailable' })
})

test('500 calls at once make one request to each, and two to OSV, which is asked for the advisory too', async () => {
  const opened = await open()
  await Promise.all(Array.from({ length: 500 }, () => ask(opened)))
  expect(ids.map((id) => opened.upstreams.requests(id))).toEqual([1, 1, 1, 2])
})

test('does not wait for a slow source', async () => {
  const opened = await open({ limits: { ...patient, timeoutMs: 700, budgetMs: 800 } })
  opened.upstreams.setMode('epss', 'slow')
  expect((await ask(opened)).meta.missing).toEqual(['score.epss'])
})

test('a call ends before its deadline, however slow the sources are', async () => {
  expect(3 * defaultLimits.budgetMs).toBeLessThan(security.deadlineMs - 2_000)
  const opened = await open({ limits: hurried })
  opened.setAll('slow')
  const elapsed = startStopwatch()
  await expect(ask(opened)).rejects.toMatchObject({ code: 'upstream_unavailable' })
  expect(elapsed()).toBeLessThan(3 * 200 + 8_000)
})

test('the sixth new CVE within 30 seconds is answered without NVD', async () => {
  const opened = await open()
  for (let index = 0; index < 5; index++) await ask(opened, `CVE-2022-${90_000 + index}`)
  const sixth = await ask(opened)
  expect(opened.upstreams.requests('nvd')).toBe(5)
  expect(sixth.meta.missing).toEqual(['status', 'affected.products'])
  opened.pass(30_000)
  expect((await ask(opened)).meta.missing).toEqual([])
})

test('is down while all breakers are open and the cache is empty; with all sources disabled it is disabled', async () => {
  const opened = await open()
  const available = () => security.available({ sources: opened.sources, chains: new Map() })
  opened.setAll('outage')
  for (let index = 0; index < 5; index++) await ask(opened).catch(() => {})
  expect(available()).toBe('down')
  await opened.close()
  const off = await open({ disabled: new Set([...ids, 'cisa-kev-github']) })
  expect(security.available({ sources: off.sources, chains: new Map() })).toBe('disabled')
})

test('in live mode it needs no contract', async () => {
  const opened = await open({ simulated: false, accepted: new Set() })
  expect(security.available({ sources: opened.sources, chains: new Map() })).toBe('available')
  const answered = await ask(opened)
  expect([answered.meta.simulated, answered.meta.missing]).toEqual([false, []])
})
