import { describe, expect, test } from 'vitest'
import { sandboxNotices } from '../notices/notice-population.ts'
import { standInOf } from '../../../../sandbox/line-stand-ins.ts'
import { ted as declared } from './ted.ts'

const ted = standInOf(declared)

const now = Date.parse('2026-11-18T12:00:00.000Z')
const hour = 3_600_000
const query =
  '(buyer-country IN (DEU)) AND (classification-cpv IN (72*)) AND (publication-date >= 20261001) SORT BY publication-number DESC'
const fields = ['publication-number', 'publication-date', 'title-proc']

interface Answer {
  readonly notices: readonly Record<string, unknown>[]
  readonly totalNoticeCount: number
  readonly iterationNextToken: string | null
  readonly timedOut: boolean
  readonly message?: string
  readonly error?: Record<string, unknown>
}
function ask(body: object, { at = now, faults = {} }: { at?: number; faults?: Record<string, string> } = {}) {
  const sent = { query, fields, ...body }
  const reply = ted.answer({
    url: new URL('http://stand-in/v3/notices/search'),
    method: 'POST',
    body: JSON.stringify(sent),
    userAgent: '',
    now: at,
    faults,
  })
  return { status: reply.status, type: reply.contentType, ...(JSON.parse(String(reply.body)) as Answer) }
}
const numbers = ({ notices }: Answer) => notices.map((one) => one['publication-number'])
const truth = (at = now) => sandboxNotices.matching({ country: 'DEU', cpv: ['72'], from: '2026-10-01' }, at).map(({ number }) => number)

describe('the search of the sandbox’s TED', () => {
  test('gives the matching notices with the asked fields, their numbers and links, ten of them unless asked for more', () => {
    const { notices, ...rest } = ask({})
    expect(rest).toMatchObject({ status: 200, totalNoticeCount: truth().length, timedOut: false, iterationNextToken: null })
    expect(notices).toHaveLength(10)
    for (const one of notices) expect(Object.keys(one)).toEqual(expect.arrayContaining(['publication-number', 'publication-date', 'links']))
    expect(Object.keys(ask({ fields: ['form-type'] }).notices[0] ?? {}).sort()).toEqual(['form-type', 'links', 'publication-number'])
  })

  test('iterates over the notices of one moment, whatever is published between the pages; pages overlap, and an empty one ends', () => {
    const given: unknown[] = []
    let token: string | null = null
    let pages = 0
    for (;;) {
      const page: Answer = ask(
        { limit: 20, paginationMode: 'ITERATION', ...(token === null ? {} : { iterationNextToken: token }) },
        { at: now + pages++ * 12 * hour },
      )
      if (page.notices.length === 0) break
      given.push(...numbers(page))
      token = page.iterationNextToken
    }
    expect(new Set(given)).toEqual(new Set(truth()))
    expect(given.length).toBeGreaterThan(new Set(given).size)
    expect(truth(now + 5 * 24 * hour).length).toBeGreaterThan(truth().length)
  })

  test('takes a token for its own query only, until a day after the next release', () => {
    const { iterationNextToken: token } = ask({ paginationMode: 'ITERATION' })
    const again = (changes: object, at = now) =>
      ask({ paginationMode: 'ITERATION', iterationNextToken: token, ...changes }, { at }).error?.['type']
    expect(again({})).toBeUndefined()
    expect(again({ iterationNextToken: 'nonsense' })).toBe('INVALID_ITERATION_TOKEN')
    expect(again({ query: query.replace('72*', '48*') })).toBe('INVALID_ITERATION_TOKEN')
    expect(again({}, now + 42 * hour)).toBeUndefined()
    expect(again({}, now + 44 * hour)).toBe('EXPIRED_ITERATION_TOKEN')
  })

  test('sorts by number, and gives pages by their number too', () => {
    const first = numbers(ask({ limit: 5 }))
    const second = numbers(ask({ limit: 5, page: 2 }))
    const order = [...first, ...second].map((number) => Number(String(number).split('-')[0]))
    expect(order).toEqual(order.toSorted((one, other) => other - one))
    expect(numbers(ask({ limit: 5, query: query.replace('DESC', 'ASC') }))[0]).toBe(truth()[0])
  })
})

describe('it refuses', () => {
  test.each([
    ['(buyer-country IN (DEU) SORT BY publication-number DESC', 'QUERY_SYNTAX_ERROR'],
    ['(buyer-country IN (DEU))) SORT BY publication-number DESC', 'QUERY_SYNTAX_ERROR'],
    ['buyer-country IN (DEU)', 'QUERY_SYNTAX_ERROR'],
    ['', 'UNSUPPORTED_VALUE'],
    ['publication-date >= today(-7) SORT BY publication-number DESC', 'QUERY_INVALID_FIELD_FORMAT'],
    ['(buyer-country IN ()) SORT BY publication-number DESC', 'QUERY_SYNTAX_ERROR'],
    ['(buyer-country IN (DE)) SORT BY publication-number DESC', 'QUERY_INVALID_FIELD_FORMAT'],
    ['(classification-cpv IN (7*)) SORT BY publication-number DESC', 'QUERY_INVALID_FIELD_FORMAT'],
    ['(classification-cpv IN (72000000-5)) SORT BY publication-number DESC', 'QUERY_INVALID_FIELD_FORMAT'],
    ['(publication-date >= 20261301) SORT BY publication-number DESC', 'QUERY_INVALID_FIELD_FORMAT'],
    ['(no-such-field IN (DEU)) SORT BY publication-number DESC', 'QUERY_UNKNOWN_FIELD'],
    ['(buyer-country IN (DEU)) SORT BY publication-date DESC', 'QUERY_UNSUPPORTED_FIELD_OPERATION'],
  ])('the query %j', (wrong, type) => {
    expect(ask({ query: wrong })).toMatchObject({ status: 400, message: expect.any(String), error: { type } })
  })

  test('with the place of a syntax error', () => {
    expect(ask({ query: '(buyer-country IN (DEU))) SORT BY publication-number DESC' })).toMatchObject({
      message: expect.stringMatching(/^Syntax error in expert query at line 1, col 25: /),
      error: { location: { beginColumn: 25, beginLine: 1, endColumn: 26, endLine: 1 } },
    })
  })

  test.each([
    [
      'an unknown field among others',
      { fields: ['form-type', 'no-such-field'] },
      { parameterName: 'fields', unsupportedValue: 'no-such-field' },
    ],
    ['no fields', { fields: [] }, { parameterName: 'fields' }],
    ['pages of more than 250', { limit: 251 }, { parameterName: 'limit' }],
    ['an unknown member', { sortField: 'publication-number' }, {}],
    ['pages beyond the 15,000th notice', { page: 61, limit: 250 }, { parameterName: 'page' }],
  ])('%s', (_, body, error) => {
    expect(ask(body)).toMatchObject({ status: 400, error: { type: 'UNSUPPORTED_VALUE', ...error } })
  })
})

test('its parts fail as they are switched', () => {
  expect(ask({}, { faults: { 'title-proc': 'unknown' } }).error).toEqual({ type: 'QUERY_UNKNOWN_FIELD', fieldName: 'title-proc' })
  expect(ask({}, { faults: { search: 'timed-out' } })).toMatchObject({ status: 200, timedOut: true, notices: [expect.anything()] })
  expect(ask({ paginationMode: 'ITERATION', iterationNextToken: 'x' }, { faults: { token: 'expired' } }).error).toEqual({
    type: 'EXPIRED_ITERATION_TOKEN',
  })
  expect([ted.rateLimited.status, ted.rateLimited.contentType]).toEqual([429, 'text/html'])
  expect(ted.rateLimited.body).toContain('<center>nginx</center>')
})
