import { describe, expect, test } from 'vitest'
import { adapterOf } from '../../../src/sources/declared.fixture.ts'
import { osv } from './osv.ts'
import { startTestUpstream } from '../../../src/sources/policy/test-upstream.fixture.ts'
import type { TestAnswer } from '../../../src/sources/policy/test-upstream.fixture.ts'

const id = 'CVE-2026-26130'
const ghsa = 'GHSA-4vgm-c2wm-63mw'
const record = (own: string, changes: object = {}) => ({ id: own, modified: '2026-09-28T14:05:11.482910Z', ...changes })
const named = (name: string, events: readonly object[], type = 'ECOSYSTEM') => ({
  package: { ecosystem: 'npm', name, purl: `pkg:npm/${name}` },
  ranges: [{ type, events }],
})
const missing = (message: string): TestAnswer => ({ status: 404, body: { code: 5, message } })

/** Records by id; others are not found. */
async function osvThatHas(records: Readonly<Record<string, TestAnswer>>) {
  const upstream = await startTestUpstream((path) => records[path.replace('/v1/vulns/', '')] ?? missing('Bug not found.'))
  const { vulnerability } = adapterOf(osv, upstream.declared, upstream.parts)
  return { asked: upstream.asked, read: async () => (await vulnerability.get(id)).value }
}

test('a CVE without its own record is found under the ids in the refusal', async () => {
  for (const words of ['Bug not found', 'Vulnerability not found']) {
    const { read, asked } = await osvThatHas({
      [id]: missing(`${words}, but the following aliases were: ${ghsa}`),
      [ghsa]: { body: record(ghsa, { affected: [named('left-pad', [{ introduced: '0' }, { fixed: '1.1' }])] }) },
    })
    expect(await read()).toMatchObject({ records: [ghsa], packages: [{ ecosystem: 'npm', name: 'left-pad' }] })
    expect(asked.map(({ path }) => path)).toEqual([`/v1/vulns/${id}`, `/v1/vulns/${ghsa}`])
  }
})

test('an unknown CVE is null', async () => {
  expect(await (await osvThatHas({})).read()).toBeNull()
})

test('follows at most three aliases, GitHub’s first, and none of a distribution', async () => {
  const aliases = [
    'DEBIAN-CVE-2026-1',
    'GO-2026-1234',
    'PYSEC-2026-7',
    'RUSTSEC-2026-0001',
    ghsa,
    'GHSA-../../x',
    'openSUSE-SU-2021:1577-1',
  ]
  const { read, asked } = await osvThatHas({ [id]: { body: record(id, { aliases }) } })
  await read()
  expect(asked.map(({ path }) => path.replace('/v1/vulns/', ''))).toEqual([id, ghsa, 'GO-2026-1234', 'PYSEC-2026-7'])
})

test('a withdrawn record is ignored', async () => {
  const { read } = await osvThatHas({ [id]: { body: record(id, { withdrawn: '2026-09-29T00:00:00Z', summary: 'Oops' }) } })
  expect(await read()).toBeNull()
})

test('combines records: the advisory first, the earliest and the latest time, each vector once', async () => {
  const severity = [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }]
  const { read } = await osvThatHas({
    [id]: { body: record(id, { aliases: [ghsa], details: 'Long.', published: '2026-09-02T00:00:00Z', severity }) },
    [ghsa]: { body: record(ghsa, { modified: '2026-10-01T00:00:00Z', summary: 'Short.', published: '2026-09-01T00:00:00Z', severity }) },
  })
  expect(await read()).toEqual({
    records: [ghsa, id],
    summary: 'Short.',
    published: '2026-09-01T00:00:00.000Z',
    modified: '2026-10-01T00:00:00.000Z',
    vectors: [severity[0]?.score],
    incomplete: false,
    packages: [],
  })
})

describe('affected versions', () => {
  const packagesOf = async (...affected: object[]) =>
    (await (await osvThatHas({ [id]: { body: record(id, { affected }) } })).read())?.packages
  const stretch = (introduced: string | null, fixed: string | null, lastAffected: string | null = null) => ({
    introduced,
    fixed,
    lastAffected,
  })

  test('are ranges from one event to the next, in one entry or in several', async () => {
    const one = named('a', [{ introduced: '0' }, { fixed: '1.1' }, { introduced: '2.0' }, { last_affected: '2.3' }, { introduced: '3.0' }])
    const two = named('a', [{ introduced: '5.0' }, { introduced: '6.0' }, { fixed: '6.1' }], 'SEMVER')
    expect(await packagesOf(one, two)).toEqual([
      {
        ecosystem: 'npm',
        name: 'a',
        purl: 'pkg:npm/a',
        versions: [stretch('0', '1.1'), stretch('2.0', null, '2.3'), stretch('3.0', null), stretch('5.0', null), stretch('6.0', '6.1')],
      },
    ])
  })

  test('commits appear only when no package is named', async () => {
    const commits = { ranges: [{ type: 'GIT', repo: 'https://github.com/a/a', events: [{ introduced: '0' }, { fixed: 'abc' }] }] }
    expect(await packagesOf(commits)).toEqual([
      { ecosystem: 'GIT', name: 'https://github.com/a/a', purl: null, versions: [stretch('0', 'abc')] },
    ])
    expect((await packagesOf(commits, named('a', [{ introduced: '0' }])))?.map(({ name }) => name)).toEqual(['a'])
  })

  test('long lists of single versions are skipped', async () => {
    const versions = Array.from({ length: 200_000 }, (_, number) => `v1.${number}`)
    expect(await packagesOf({ ...named('a', [{ introduced: '0' }]), versions })).toHaveLength(1)
  })
})

test.each([
  ['no id', { modified: '2026-09-28T14:05:11Z' }],
  ['a time that is none', record(id, { modified: 'yesterday' })],
  ['packages that are no list', record(id, { affected: {} })],
])('%s is refused', async (_, body) => {
  const { read } = await osvThatHas({ [id]: { body } })
  await expect(read()).rejects.toMatchObject({ code: 'garbage_wrong_shape' })
})
