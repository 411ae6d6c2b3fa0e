import { describe, expect, test } from 'vitest'
import { longestTurn } from '../../../test/support/longest-turn.ts'
import { noticeRow, pageOf, refusalOf, tedThatSays } from './ted-upstream.fixture.ts'

const minute = 60_000
const hour = 60 * minute
const rows = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => noticeRow(from + index))
const idsOf = (found: { kind: string }) => ('notices' in found ? (found.notices as { id: string }[]).map(({ id }) => id) : found.kind)

describe('a request', () => {
  test('asks for all versions and states of the notices, in an iteration, with no more fields than TED allows', async () => {
    const { find, bodies } = await tedThatSays({ body: pageOf([noticeRow(1)]) })
    await find({ country: 'FRA', cpv: ['45', '71'] })
    const [{ fields, ...body }] = bodies() as [ReturnType<typeof bodies>[number]]
    expect(body).toEqual({
      query:
        '(buyer-country IN (FRA)) AND (classification-cpv IN (45*) OR classification-cpv IN (71*)) AND (publication-date >= 20261101) SORT BY publication-number DESC',
      limit: 250,
      scope: 'ALL',
      paginationMode: 'ITERATION',
      onlyLatestVersions: false,
      checkQuerySyntax: false,
    })
    expect(fields).toEqual(expect.arrayContaining(['publication-number', 'publication-date', 'title-proc', 'buyer-name']))
    expect([new Set(fields).size, fields.length * 250 <= 10_000]).toEqual([fields.length, true])
  })
})

describe('the pages of a query', () => {
  test('are all fetched, though they overlap, and each notice counts once', async () => {
    const { find, bodies } = await tedThatSays(
      { body: pageOf(rows(1, 250), 600) },
      { body: pageOf(rows(240, 489), 600) },
      { body: pageOf(rows(480, 600), 600) },
    )
    const found = await find()
    expect(found).toMatchObject({ kind: 'found', complete: true, unreadableCount: 0, missing: [] })
    expect(new Set(idsOf(found)).size).toBe(600)
    expect(bodies().map((body) => body.iterationNextToken)).toEqual([undefined, 'next', 'next'])
  })

  test('end at an empty one, since a token follows the last one too', async () => {
    const { find, asked } = await tedThatSays({ body: pageOf(rows(1, 250), 251) }, { body: pageOf([], 251) })
    expect(await find()).toMatchObject({ complete: false })
    expect(asked).toHaveLength(2)
  })

  test('end where TED gives no token', async () => {
    const { find, asked } = await tedThatSays({ body: pageOf(rows(1, 3), 3, { iterationNextToken: null }) })
    expect(idsOf(await find())).toHaveLength(3)
    expect(asked).toHaveLength(1)
  })

  test('are asked for with fewer notices when one is too large', async () => {
    const huge = { body: ' '.repeat(4_000_001) }
    const { find, bodies } = await tedThatSays({ body: pageOf(rows(1, 250), 300) }, huge, { body: pageOf(rows(251, 300), 300) })
    expect(idsOf(await find())).toHaveLength(300)
    expect(bodies().map(({ limit, iterationNextToken }) => [limit, iterationNextToken])).toEqual([
      [250, undefined],
      [250, 'next'],
      [50, 'next'],
    ])
  })

  test('that never end are given up', async () => {
    const { find, asked } = await tedThatSays({ body: pageOf(rows(1, 250), 3_999) })
    await expect(find()).rejects.toMatchObject({ code: 'garbage_wrong_shape' })
    expect(asked.length).toBeLessThan(40)
  })

  test.each(['EXPIRED_ITERATION_TOKEN', 'INVALID_ITERATION_TOKEN'])('begin again once after %s', async (type) => {
    const again = await tedThatSays(
      { body: pageOf(rows(1, 250), 300) },
      refusalOf(type),
      { body: pageOf(rows(11, 260), 300) },
      { body: pageOf(rows(261, 310), 300) },
    )
    const ids = idsOf(await again.find())
    expect([ids.length, ids.includes('5-2026')]).toEqual([300, false])
    const never = await tedThatSays(
      { body: pageOf(rows(1, 250), 300) },
      refusalOf(type),
      { body: pageOf(rows(1, 250), 300) },
      refusalOf(type),
    )
    await expect(never.find()).rejects.toMatchObject({ code: 'rejected_400' })
  })

  test('with more than 4,000 notices are not fetched', async () => {
    const { find, asked } = await tedThatSays({ body: pageOf(rows(1, 250), 4_001) })
    expect(await find()).toEqual({ kind: 'too-many', totalCount: 4_001 })
    expect(asked).toHaveLength(1)
  })

  test('from the first of the month on that are too many leave the exact days', async () => {
    const { find, bodies } = await tedThatSays({ body: pageOf(rows(1, 250), 5_000) }, { body: pageOf(rows(1, 3), 3) })
    expect(idsOf(await find({ from: '2026-11-03' }))).toHaveLength(3)
    expect(bodies().map(({ query }) => /\d{8}/.exec(query)?.[0])).toEqual(['20261101', '20261103'])
  })
})

describe('odd notices', () => {
  test('are left out and counted, once each, and the others stay', async () => {
    const odd = [noticeRow(7, { 'publication-date': 'soon' }), { links: {} }, 'text', null]
    const { find } = await tedThatSays({ body: pageOf([...rows(1, 3), ...odd], 8) }, { body: pageOf([...odd, noticeRow(4)], 8) })
    const found = await find()
    expect(found).toMatchObject({ unreadableCount: 4, complete: true })
    expect(idsOf(found)).toEqual(['1-2026', '2-2026', '3-2026', '4-2026'])
  })
})

describe('a field that TED does not know', () => {
  test.each([
    ['QUERY_UNKNOWN_FIELD', { fieldName: 'title-proc' }],
    ['UNSUPPORTED_VALUE', { parameterName: 'fields', unsupportedValue: 'title-proc' }],
  ])('is dropped after %s, and asked for again a day later', async (type, details) => {
    const { find, bodies, pass } = await tedThatSays(refusalOf(type, details), { body: pageOf([noticeRow(1)]) })
    expect(await find()).toMatchObject({ kind: 'found', missing: [] })
    await find({ cpv: ['48'] })
    pass(25 * hour)
    await find()
    expect(bodies().map(({ fields }) => fields.includes('title-proc'))).toEqual([true, false, false, true])
  })

  test('is found in the words of a refusal that names it nowhere else, without those that TED suggests', async () => {
    const message = "Parameter 'fields' contains unsupported value (buyer-name). Supported values are (title-proc, form-type)"
    const { find, bodies } = await tedThatSays({ status: 400, body: { message } }, { body: pageOf([noticeRow(1)]) })
    expect(await find()).toMatchObject({ missing: ['buyer.name'] })
    expect(bodies()[1]?.fields).toEqual(expect.arrayContaining(['title-proc', 'form-type']))
  })

  test('leaves its member missing; with several fields, where all are refused or where each says a part', async () => {
    const refuse = (fieldName: string) => refusalOf('QUERY_UNKNOWN_FIELD', { fieldName })
    const { find } = await tedThatSays(refuse('title-proc'), refuse('notice-title'), refuse('tender-value'), refuse('buyer-country'), {
      body: pageOf([noticeRow(1)]),
    })
    expect(await find()).toMatchObject({ missing: ['title', 'value'] })
  })

  test.each([
    ['that the query needs', refusalOf('QUERY_UNKNOWN_FIELD', { fieldName: 'publication-number' })],
    ['that was not asked for', refusalOf('QUERY_UNKNOWN_FIELD', { fieldName: 'no-such-field' })],
    ['again and again', refusalOf('QUERY_UNKNOWN_FIELD', { fieldName: 'title-proc' })],
  ])('%s ends the load', async (_, answer) => {
    const { find, asked } = await tedThatSays(answer)
    await expect(find()).rejects.toMatchObject({ code: 'rejected_400' })
    expect(asked.length).toBeLessThan(15)
  })
})

describe('an error of TED', () => {
  const syntax = refusalOf('QUERY_SYNTAX_ERROR', { location: { beginColumn: 31, beginLine: 1, endColumn: 32, endLine: 1 } })
  const html = { headers: { 'content-type': 'text/html' }, body: '<html><head><title>429 Too Many Requests</title></head></html>' }

  test.each([
    ['a syntax error', syntax, 'rejected_400'],
    ['a value that it does not support', refusalOf('QUERY_UNSUPPORTED_FIELD_VALUE', {}), 'rejected_400'],
    ['a 429 of its proxy', { status: 429, ...html }, 'rejected_429'],
    ['a 502 of its proxy', { status: 502, ...html }, 'rejected_502'],
    ['a search that timed out', { body: pageOf([noticeRow(1)], 1, { timedOut: true }) }, 'unreachable_timeout'],
  ])('such as %s is a failure, in our own words', async (_, answer, code) => {
    const { find } = await tedThatSays(answer)
    const error = (await find().catch((reason: unknown) => reason)) as Error & { code: string }
    expect(error.code).toBe(code)
    expect(error.message).not.toContain('words of the upstream')
  })

  test('leaves the last answer for a day, and none from before', async () => {
    const { find, pass } = await tedThatSays({ body: pageOf([noticeRow(1)]) }, { status: 502 })
    expect(await find()).toMatchObject({ source: { cache: 'miss' } })
    pass(23 * hour)
    expect(await find()).toMatchObject({ source: { cache: 'stale' } })
    pass(2 * hour)
    await expect(find()).rejects.toMatchObject({ code: 'rejected_502' })
  })

  test('429 keeps us away for 35 seconds', async () => {
    const { find, asked, pass, ted } = await tedThatSays({ status: 429 }, { body: pageOf([noticeRow(1)]) })
    await expect(find()).rejects.toMatchObject({ code: 'rejected_429', retryAfterMs: 35_000 })
    pass(34_000)
    await expect(find()).rejects.toMatchObject({ code: 'unreachable_paused' })
    expect([asked.length, ted.source.ready()]).toEqual([1, false])
    pass(1_500)
    expect(idsOf(await find())).toEqual(['1-2026'])
  })
})

describe('answers', () => {
  test('are shared for 15 minutes by callers with other days of one month, who get their own days', async () => {
    const { find, asked, pass } = await tedThatSays({ body: pageOf([noticeRow(1), noticeRow(2, { 'publication-date': '2026-11-20Z' })]) })
    const found = await Promise.all(['2026-11-01', '2026-11-05', '2026-11-30'].map((from) => find({ from })))
    expect(found.map(idsOf)).toEqual([['1-2026', '2-2026'], ['2-2026'], []])
    pass(14 * minute)
    expect(await find()).toMatchObject({ source: { cache: 'hit' } })
    expect(asked).toHaveLength(1)
    pass(2 * minute)
    await find()
    expect(asked).toHaveLength(2)
  })

  test('say when the first page was asked for', async () => {
    const { find, pass, parts } = await tedThatSays({ body: pageOf([noticeRow(1)]) })
    const before = parts.clock.now()
    const first = await find()
    pass(10 * minute)
    const later = await find()
    const [at, again] = [first, later].map((found) => ('source' in found ? Date.parse(found.source.asOf) : 0))
    expect(at! - before).toBeLessThan(5_000)
    expect(again).toBe(at)
  })

  test('that there are too many is asked again after 15 minutes, and not used while TED is down', async () => {
    const { find, pass } = await tedThatSays({ body: pageOf(rows(1, 2), 9_000) }, { status: 502 })
    expect(await find()).toMatchObject({ kind: 'too-many' })
    pass(16 * minute)
    await expect(find()).rejects.toMatchObject({ code: 'rejected_502' })
  })
})

describe('a hostile answer', () => {
  const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

  test.each([
    ['too large', ' '.repeat(4_000_001), 'garbage_too_large'],
    ['too deep', `{"notices":[{"publication-number":${deep(5_000)}}],"totalNoticeCount":1}`, 'garbage_too_deep'],
    ['of the wrong type', { notices: {}, totalNoticeCount: 1 }, 'garbage_wrong_shape'],
    ['without a count', { notices: [] }, 'garbage_wrong_shape'],
    ['with a count below zero', { notices: [], totalNoticeCount: -1 }, 'garbage_wrong_shape'],
    ['with a token that is a list', pageOf([], 1, { iterationNextToken: [] }), 'garbage_wrong_shape'],
    ['with more notices than were asked for', pageOf(rows(1, 501), 501), 'garbage_wrong_shape'],
    ['that is no JSON', '<html></html>', 'garbage_not_json'],
  ])('that is %s is refused', async (_, body, code) => {
    const { find } = await tedThatSays({ body })
    await expect(find()).rejects.toMatchObject({ code })
  })

  test('with thousands of members in each notice is read in short turns, and little of it is kept', async () => {
    const many = <T>(member: T) => Array.from({ length: 600 }, () => member)
    const wide = rows(1, 250).map((row) => ({ ...row, 'classification-cpv': many('72000000'), 'title-proc': { eng: 'x'.repeat(6_000) } }))
    const body = JSON.stringify(pageOf(wide))
    expect(body.length).toBeGreaterThan(3_000_000)
    let found: unknown
    const turns: number[] = []
    // The first time, Node still compiles what it runs. Each round has a cache of its own.
    for (let round = 0; round < 3; round++) {
      const { find } = await tedThatSays({ body })
      turns.push(await longestTurn(async () => void (found = await find())))
    }
    expect(Math.min(...turns)).toBeLessThan(20)
    expect(JSON.stringify(found).length).toBeLessThan(400_000)
  })
})
