import { describe, expect, test } from 'vitest'
import { systemClock } from '../../../src/ops/system.ts'
import { utcDay } from '../../../src/shared/clock.ts'
import { adapterOf } from '../../../src/sources/declared.fixture.ts'
import { fred } from './fred.ts'
import { shiftDay } from '../../../src/sources/formats/frankfurt-time.ts'
import { startTestUpstream } from '../../../src/sources/policy/test-upstream.fixture.ts'

async function fredThatSays(body: string, status = 200) {
  const upstream = await startTestUpstream(() => ({ status, headers: { 'content-type': 'application/csv' }, body }))
  const { series } = adapterOf(fred, upstream.declared, upstream.parts)
  return { ...upstream, read: async (key: string) => (await series.get(key)).value }
}

/** So many days ago. */
const ago = (days: number) => shiftDay(utcDay(systemClock.now()), -days)
const rows = (id: string, ...lines: string[]) => [`observation_date,${id}`, ...lines, ''].join('\n')

test('reads a daily series with days without a value, except at the end', async () => {
  const { read, asked } = await fredThatSays(rows('DGS10', `${ago(9)},4.12`, `${ago(8)},.`, `${ago(7)},4.10`, `${ago(6)},.`))
  expect(await read('DGS10')).toEqual({
    observations: [
      { period: ago(9), value: '4.12' },
      { period: ago(8), value: null },
      { period: ago(7), value: '4.10' },
    ],
    updatedAt: null,
  })
  expect(asked[0]?.path).toMatch(/^\/fredgraph\.csv\?id=DGS10&cosd=\d{4}-\d\d-\d\d$/)
})

test('for a rate set by a central bank only the changes are kept, not the first value, whose day is unknown', async () => {
  const { read } = await fredThatSays(
    rows('ECBDFR', `${ago(9)},2.25`, `${ago(8)},2.25`, `${ago(7)},2.00`, `${ago(6)},.`, `${ago(5)},2.00`, `${ago(4)},1.75`),
  )
  expect((await read('ECBDFR'))?.observations).toEqual([
    { period: ago(7), value: '2.00' },
    { period: ago(4), value: '1.75' },
  ])
})

test('a series without changes, and a missing series, are null', async () => {
  expect(await (await fredThatSays(rows('ECBDFR', `${ago(9)},2`, `${ago(8)},2`))).read('ECBDFR')).toBeNull()
  expect(await (await fredThatSays('<html>Sorry</html>', 404)).read('NOPE')).toBeNull()
})

test('accepts the older name of the first column', async () => {
  const { read } = await fredThatSays(`DATE,DGS10\r\n${ago(3)},4.12\r\n`)
  expect((await read('DGS10'))?.observations).toHaveLength(1)
})

test.each([
  ['a web page', '<!DOCTYPE html><html><body>Sorry</body></html>'],
  ['another series', rows('DGS2', `${ago(3)},4.12`)],
  ['a figure that is none', rows('DGS10', `${ago(3)},high`)],
  ['a day that is none', rows('DGS10', '2026-13-01,4.12')],
  ['a file that was cut off long before its end', rows('DGS10', `${ago(60)},4.12`)],
  ['a column too many', rows('DGS10', `${ago(3)},4.12,1`)],
])('%s is refused', async (_, body) => {
  const { read } = await fredThatSays(body)
  await expect(read('DGS10')).rejects.toMatchObject({ code: expect.stringMatching(/^garbage_/) })
})

describe('with a key', () => {
  const key = 'abcdefghijklmnopqrstuvwxyz012345'

  async function apiThatSays(body: unknown, status = 200) {
    const upstream = await startTestUpstream(() => ({ status, body }))
    const { series } = adapterOf(fred, { ...upstream.declared, settings: { fredKey: key } }, upstream.parts)
    return { ...upstream, series }
  }

  test('the documented interface is asked, and the key is in no stamp', async () => {
    const { series, asked } = await apiThatSays({
      count: 3,
      observations: [
        { realtime_start: ago(0), realtime_end: ago(0), date: ago(9), value: '4.12' },
        { realtime_start: ago(0), realtime_end: ago(0), date: ago(8), value: '.' },
        { realtime_start: ago(0), realtime_end: ago(0), date: ago(7), value: '4.10' },
      ],
    })
    const { value, source } = await series.get('DGS10')
    expect(value?.observations).toEqual([
      { period: ago(9), value: '4.12' },
      { period: ago(8), value: null },
      { period: ago(7), value: '4.10' },
    ])
    expect(asked[0]?.path).toMatch(new RegExp(`^/series/observations\\?series_id=DGS10&observation_start=.*&api_key=${key}$`))
    expect(JSON.stringify(source)).not.toContain(key)
  })

  test('an unknown series is none, and a refused key is a failure', async () => {
    const unknown = await apiThatSays({ error_code: 400, error_message: 'Bad Request.  The series does not exist.' }, 400)
    expect((await unknown.series.get('NOSUCH')).value).toBeNull()
    const refused = await apiThatSays(
      { error_code: 400, error_message: 'Bad Request.  The value for variable api_key is not registered.' },
      400,
    )
    await expect(refused.series.get('DGS10')).rejects.toMatchObject({ code: 'rejected_401' })
  })
})
