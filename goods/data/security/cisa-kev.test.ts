import { expect, test } from 'vitest'
import { adapterOf } from '../../../src/sources/declared.fixture.ts'
import { cisaKev } from './cisa-kev.ts'
import { startTestUpstream } from '../../../src/sources/policy/test-upstream.fixture.ts'
import type { TestAnswer } from '../../../src/sources/policy/test-upstream.fixture.ts'

const entry = (number: number, changes: object = {}) => ({
  cveID: `CVE-2024-${10_000 + number}`,
  vendorProject: 'Apache',
  product: 'Log4j2',
  vulnerabilityName: 'Apache Log4j2 Remote Code Execution Vulnerability',
  dateAdded: '2024-12-10',
  shortDescription: 'It does this and that. '.repeat(12),
  requiredAction: 'Apply updates per vendor instructions.',
  dueDate: '2024-12-24',
  knownRansomwareCampaignUse: 'Known',
  notes: '',
  cwes: ['CWE-20'],
  ...changes,
})
const catalog = (entries: readonly unknown[], changes: object = {}) => ({
  title: 'CISA Catalog of Known Exploited Vulnerabilities',
  catalogVersion: '2026.10.05',
  dateReleased: '2026-10-05T17:00:04.0823Z',
  count: entries.length,
  vulnerabilities: entries,
  ...changes,
})

async function kevThatSays(says: () => TestAnswer) {
  const upstream = await startTestUpstream(says)
  const { catalog: feed, ahead } = adapterOf(cisaKev, upstream.declared, upstream.parts)
  return { ...upstream, feed, read: () => feed.get(''), ahead: () => ahead(new AbortController().signal) }
}

test('keeps entries by CVE, with the time of the catalog', async () => {
  const { read } = await kevThatSays(() => ({ body: catalog([entry(1), entry(2, { knownRansomwareCampaignUse: 'Unknown' })]) }))
  const { value, source } = await read()
  expect(value.byCve.get('CVE-2024-10001')).toEqual({
    vendor: 'Apache',
    product: 'Log4j2',
    name: 'Apache Log4j2 Remote Code Execution Vulnerability',
    dateAdded: '2024-12-10',
    dueDate: '2024-12-24',
    requiredAction: 'Apply updates per vendor instructions.',
    ransomware: 'known',
  })
  expect(value.byCve.get('CVE-2024-10002')?.ransomware).toBe('unknown')
  expect(source.asOf).toBe('2026-10-05T17:00:04.082Z')
})

test('is fetched before callers need it, and again when it is due', async () => {
  let up = false
  const { read, ahead, feed, asked, pass } = await kevThatSays(() => (up ? { body: catalog([entry(1)]) } : { status: 503, body: {} }))
  await ahead()
  expect(feed.cached('')).toBeNull()
  up = true
  await ahead()
  const before = asked.length
  expect((await read()).source.cache).toBe('hit')
  await ahead()
  expect(asked.length).toBe(before)
  pass(6.5 * 3_600_000)
  await ahead()
  await expect.poll(() => asked.length).toBe(before + 1)
})

test('is fetched again only when it has changed', async () => {
  let version = 'one'
  const { read, asked, pass } = await kevThatSays(() => {
    const unchanged = asked.at(-1)?.headers['if-none-match'] === `"${version}"`
    return unchanged ? { status: 304 } : { headers: { etag: `"${version}"` }, body: catalog([entry(version === 'one' ? 1 : 2)]) }
  })
  await read()
  expect(asked[0]?.headers['if-none-match']).toBeUndefined()
  pass(25 * 3_600_000)
  expect((await read()).value.byCve.has('CVE-2024-10001')).toBe(true)
  expect(asked[1]?.headers['if-none-match']).toBe('"one"')
  version = 'two'
  pass(25 * 3_600_000)
  expect([...(await read()).value.byCve.keys()]).toEqual(['CVE-2024-10002'])
  expect(asked).toHaveLength(3)
})

test('an unrequested "not modified" is refused', async () => {
  const { read } = await kevThatSays(() => ({ status: 304 }))
  await expect(read()).rejects.toMatchObject({ code: 'rejected_304' })
})

test('invalid members of an entry are null, and the entry stays', async () => {
  const odd = entry(1, { dueDate: 'soon', product: 7, knownRansomwareCampaignUse: 'Maybe' })
  const { read } = await kevThatSays(() => ({ body: catalog([odd]) }))
  expect((await read()).value.byCve.get('CVE-2024-10001')).toMatchObject({
    dueDate: null,
    product: null,
    ransomware: null,
    vendor: 'Apache',
  })
})

test.each([
  ['an entry without an id', catalog([entry(1), entry(2, { cveID: undefined })])],
  ['fewer entries than it counts', catalog([entry(1)], { count: 2 })],
  ['no entries', catalog([])],
  ['no date', catalog([entry(1)], { dateReleased: 'yesterday' })],
  ['a list under another name', { ...catalog([entry(1)]), vulnerabilities: undefined, items: [entry(1)] }],
])('%s is refused, because the answer "not exploited" would be wrong', async (_, body) => {
  const { read } = await kevThatSays(() => ({ body }))
  await expect(read()).rejects.toMatchObject({ code: 'garbage_wrong_shape' })
})

test('a catalog of megabytes is read in many slices', async () => {
  const body = JSON.stringify(catalog(Array.from({ length: 6_000 }, (_, number) => entry(number))))
  expect(body.length).toBeGreaterThan(3_000_000)
  const upstream = await startTestUpstream(() => ({ body }))
  let turns = 0
  const soon: typeof upstream.parts.timers.soon = (run) => {
    turns++
    return upstream.parts.timers.soon(run)
  }
  const { catalog: feed } = adapterOf(cisaKev, upstream.declared, { ...upstream.parts, timers: { ...upstream.parts.timers, soon } })
  expect((await feed.get('')).value.byCve.size).toBe(6_000)
  expect(turns).toBeGreaterThan(40)
})
