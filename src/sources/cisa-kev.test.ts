import { expect, test } from 'vitest'
import { createCisaKev } from './cisa-kev.ts'
import { upstreamThatSays } from './upstream-that-says.fixture.ts'
import type { Says } from './upstream-that-says.fixture.ts'

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
const catalogue = (entries: readonly unknown[], changes: object = {}) => ({
  title: 'CISA Catalog of Known Exploited Vulnerabilities',
  catalogVersion: '2026.10.05',
  dateReleased: '2026-10-05T17:00:04.0823Z',
  count: entries.length,
  vulnerabilities: entries,
  ...changes,
})

async function kevThatSays(says: () => Says) {
  const upstream = await upstreamThatSays(says)
  const { catalogue: feed, ahead } = createCisaKev(upstream.declared, upstream.parts)
  return { ...upstream, feed, read: () => feed.get(''), ahead: () => ahead(new AbortController().signal) }
}

test('keeps entries by CVE, with the time of the catalogue', async () => {
  const { read } = await kevThatSays(() => ({ body: catalogue([entry(1), entry(2, { knownRansomwareCampaignUse: 'Unknown' })]) }))
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

test('is fetched ahead of callers, who wait for nothing then, and again when it is due', async () => {
  let up = false
  const { read, ahead, feed, asked, pass } = await kevThatSays(() => (up ? { body: catalogue([entry(1)]) } : { status: 503, body: {} }))
  await ahead()
  expect(feed.held('')).toBeNull()
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
    return unchanged ? { status: 304 } : { headers: { etag: `"${version}"` }, body: catalogue([entry(version === 'one' ? 1 : 2)]) }
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

test('an answer of "not modified" that nobody asked for is garbage', async () => {
  const { read } = await kevThatSays(() => ({ status: 304 }))
  await expect(read()).rejects.toMatchObject({ code: 'rejected_304' })
})

test('what can not be read of an entry is null, and the entry stays', async () => {
  const odd = entry(1, { dueDate: 'soon', product: 7, knownRansomwareCampaignUse: 'Maybe' })
  const { read } = await kevThatSays(() => ({ body: catalogue([odd]) }))
  expect((await read()).value.byCve.get('CVE-2024-10001')).toMatchObject({
    dueDate: null,
    product: null,
    ransomware: null,
    vendor: 'Apache',
  })
})

test.each([
  ['an entry without an id', catalogue([entry(1), entry(2, { cveID: undefined })])],
  ['fewer entries than it counts', catalogue([entry(1)], { count: 2 })],
  ['no entries', catalogue([])],
  ['no date', catalogue([entry(1)], { dateReleased: 'yesterday' })],
  ['a list under another name', { ...catalogue([entry(1)]), vulnerabilities: undefined, items: [entry(1)] }],
])('%s makes it garbage, since nobody may be told "not exploited" for that', async (_, body) => {
  const { read } = await kevThatSays(() => ({ body }))
  await expect(read()).rejects.toMatchObject({ code: 'garbage_wrong_shape' })
})

test('a catalogue of megabytes is read in many turns', async () => {
  const body = JSON.stringify(catalogue(Array.from({ length: 6_000 }, (_, number) => entry(number))))
  expect(body.length).toBeGreaterThan(3_000_000)
  const upstream = await upstreamThatSays(() => ({ body }))
  let turns = 0
  const soon: typeof upstream.parts.timers.soon = (run) => {
    turns++
    return upstream.parts.timers.soon(run)
  }
  const { catalogue: feed } = createCisaKev(upstream.declared, { ...upstream.parts, timers: { ...upstream.parts.timers, soon } })
  expect((await feed.get('')).value.byCve.size).toBe(6_000)
  expect(turns).toBeGreaterThan(40)
})
