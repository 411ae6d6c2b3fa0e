import { describe, expect, test } from 'vitest'
import { adapterOf } from '../../../src/sources/declared.fixture.ts'
import { nvd as nvdSource } from './nvd.ts'
import { startTestUpstream } from '../../../src/sources/policy/test-upstream.fixture.ts'
import type { TestAnswer } from '../../../src/sources/policy/test-upstream.fixture.ts'

const id = 'CVE-2021-44228'
const cve = (changes: object = {}) => ({
  id,
  published: '2021-12-10T10:15:09.143',
  lastModified: '2025-10-27T17:35:57.380',
  vulnStatus: 'Analyzed',
  descriptions: [{ lang: 'en', value: 'A flaw.' }],
  metrics: {},
  ...changes,
})
const found = (one: object) => ({ resultsPerPage: 1, startIndex: 0, totalResults: 1, vulnerabilities: [{ cve: one }] })
const nothing = { resultsPerPage: 0, startIndex: 0, totalResults: 0, vulnerabilities: [] }

async function nvdThatSays(says: () => TestAnswer, nvdKey: string | null = null) {
  const upstream = await startTestUpstream(says)
  const nvd = adapterOf(nvdSource, { ...upstream.declared, settings: { nvdKey } }, upstream.parts)
  return { ...upstream, nvd, read: async (one = id) => (await nvd.vulnerability.get(one)).value }
}
const readOf = async (changes: object) => (await nvdThatSays(() => ({ body: found(cve(changes)) }))).read()

test('its times are UTC, although they have no zone', async () => {
  expect(await readOf({})).toMatchObject({ published: '2021-12-10T10:15:09.143Z', modified: '2025-10-27T17:35:57.380Z' })
})

test('an unknown CVE is null, in each of its forms', async () => {
  expect(await (await nvdThatSays(() => ({ body: nothing }))).read()).toBeNull()
  const { read } = await nvdThatSays(() => ({ status: 404, headers: { message: 'Invalid cveId parameter.' } }))
  expect(await read()).toBeNull()
})

test('a 404 for another reason, such as our key, says nothing about the CVE', async () => {
  const { read } = await nvdThatSays(() => ({ status: 404, headers: { message: 'Invalid apiKey.' } }))
  await expect(read()).rejects.toMatchObject({ code: 'rejected_404' })
})

test('its 403 means too many requests, and pauses requests for its window of 30 seconds', async () => {
  const { read, nvd, pass, asked } = await nvdThatSays(() => ({ status: 403, headers: { 'content-type': 'text/html' }, body: '<html>' }))
  await expect(read()).rejects.toMatchObject({ code: 'rejected_429' })
  expect(nvd.source.state().breaker).toBe('paused')
  pass(29_000)
  await expect(read()).rejects.toMatchObject({ code: 'unreachable_paused' })
  expect(asked).toHaveLength(1)
  pass(1_000)
  await expect(read()).rejects.toMatchObject({ code: 'rejected_429' })
})

test('allows 5 requests in 30 seconds, and 50 with a key, which is sent in a header', async () => {
  for (const [key, allowed] of [
    [null, 5],
    ['key-of-ours', 50],
  ] as const) {
    const { read, asked } = await nvdThatSays(() => ({ body: nothing }), key)
    for (let number = 0; number < allowed; number++) await read(`CVE-2020-${1_000 + number}`)
    await expect(read('CVE-2020-9999')).rejects.toMatchObject({ code: 'unreachable_paused', retryAfterMs: expect.any(Number) })
    expect(asked).toHaveLength(allowed)
    expect(asked[0]?.headers['apikey']).toBe(key ?? undefined)
    expect(asked[0]?.path).not.toContain('key')
  }
})

describe('of several scores', () => {
  const score = (type: string, version: string, baseScore: number) => ({
    type,
    cvssData: { version, vectorString: `CVSS:${version}/AV:N`, baseScore, baseSeverity: 'HIGH' },
  })
  test.each([
    ['NVD’s own before another’s', { cvssMetricV31: [score('Secondary', '3.1', 9), score('Primary', '3.1', 8)] }, ['3.1', 8]],
    [
      '3.1 of another before 2.0 of NVD',
      { cvssMetricV31: [score('Secondary', '3.1', 9)], cvssMetricV2: [score('Primary', '2.0', 5)] },
      ['3.1', 9],
    ],
    ['3.1 before 4.0', { cvssMetricV40: [score('Secondary', '4.0', 9.3)], cvssMetricV31: [score('Primary', '3.1', 8)] }, ['3.1', 8]],
    ['4.0 where there is nothing else', { cvssMetricV40: [score('Secondary', '4.0', 9.3)] }, ['4.0', 9.3]],
    ['an empty list is none', { cvssMetricV31: [], cvssMetricV30: [score('Primary', '3.0', 7)] }, ['3.0', 7]],
  ])('%s', async (_, metrics, [version, baseScore]) => {
    expect((await readOf({ metrics }))?.cvss).toMatchObject({ version, baseScore })
  })

  test('CVSS 2 has its severity elsewhere', async () => {
    const old = { type: 'Primary', cvssData: { version: '2.0', vectorString: 'AV:N', baseScore: 5 }, baseSeverity: 'Medium' }
    expect((await readOf({ metrics: { cvssMetricV2: [old] } }))?.cvss).toEqual({
      version: '2.0',
      vector: 'AV:N',
      baseScore: 5,
      severity: 'MEDIUM',
    })
  })

  test('none is null', async () => {
    expect((await readOf({}))?.cvss).toBeNull()
  })
})

test('reads products and versions from escaped names, and skips those that are not vulnerable themselves', async () => {
  const match = (criteria: string, rest: object = {}) => ({ vulnerable: true, criteria, matchCriteriaId: 'x', ...rest })
  const cpeMatch = [
    match('cpe:2.3:a:vendor:some\\:thing\\/else:1.2:rc1:*:*:*:*:*:*'),
    match('cpe:2.3:a:vendor:tool:*:*:*:*:*:*:*:*', { versionStartExcluding: '1.0', versionEndIncluding: '1.9' }),
    match('cpe:2.3:a:vendor:tool:*:*:*:*:*:*:*:*', { versionEndExcluding: '0.5' }),
    match('cpe:2.3:a:vendor:tool:-:*:*:*:*:*:*:*'),
    match('cpe:2.3:o:linux:linux_kernel:-:*:*:*:*:*:*:*', { vulnerable: false }),
    match('not a cpe'),
    { criteria: 7 },
  ]
  expect((await readOf({ configurations: [{ nodes: [{ operator: 'OR', negate: false, cpeMatch }] }] }))?.products).toEqual([
    { vendor: 'vendor', product: 'some:thing/else', versions: ['1.2'] },
    { vendor: 'vendor', product: 'tool', versions: ['> 1.0, <= 1.9', '< 0.5', 'all'] },
  ])
})

test.each([
  ['another CVE than the one asked for', found(cve({ id: 'CVE-2020-0001' }))],
  ['a time that is none', found(cve({ published: '2021-13-45T10:15:09.143' }))],
  ['no list', { totalResults: 1 }],
])('%s is refused', async (_, body) => {
  const { read } = await nvdThatSays(() => ({ body }))
  await expect(read()).rejects.toMatchObject({ code: 'garbage_wrong_shape' })
})
