import { z } from '../../../../src/goods/door.ts'
import type { FailingStandIn, StandInReply as Reply, StandInRequest as Asked } from '../../../../src/goods/kit/http.ts'
import { sandboxNotices } from '../notices/notice-population.ts'
import type { SandboxNotice } from '../notices/sandbox-notice.ts'
import { readToken, writeToken, type IterationPlace } from './iteration-token.ts'
import { knownFields, rowOf } from './notice-row.ts'
import { parseQuery, QueryRefused, type ExpertQuery } from './parse-query.ts'

const maxPerPage = 250
const maxFieldsPerPage = 10_000
const maxByPageNumber = 15_000
/** Further pages of an iteration repeat the last notices of the page before. */
const repeated = 2

const request = z.strictObject({
  query: z.string().min(1),
  fields: z.array(z.string()).min(1),
  page: z.int().min(1).default(1),
  limit: z.int().min(0).default(10),
  scope: z.enum(['LATEST', 'ACTIVE', 'ALL']).default('ALL'),
  paginationMode: z.enum(['PAGE_NUMBER', 'ITERATION']).default('PAGE_NUMBER'),
  iterationNextToken: z.string().optional(),
  onlyLatestVersions: z.boolean().default(false),
  checkQuerySyntax: z.boolean().default(false),
})
type Request = z.output<typeof request>

const refused = (message: string, error: object): Reply => ({ status: 400, body: { message, error } })

function unsupported(parameterName: string, unsupportedValue: string): Reply {
  const message = `Parameter '${parameterName}' contains unsupported value (${unsupportedValue})`
  return refused(message, { type: 'UNSUPPORTED_VALUE', parameterName, unsupportedValue })
}

function search({ body, now, faults }: Asked): Reply {
  const read = request.safeParse(parsed(body))
  if (!read.success) return unsupported(String(read.error.issues[0]?.path[0] ?? 'body'), 'unreadable')
  const asked = read.data
  const problem = limitsOf(asked) ?? fieldProblem(asked, faults)
  if (problem) return problem
  const place = placeOf(asked, now, faults)
  if (typeof place === 'string') return refused('Iteration token cannot be used', { type: `${place.toUpperCase()}_ITERATION_TOKEN` })
  try {
    return pageOf(asked, parseQuery(asked.query), place, faults['search'] === 'timed-out')
  } catch (error) {
    if (error instanceof QueryRefused) return { status: 400, body: error.body }
    throw error
  }
}

function limitsOf({ limit, fields, page, paginationMode }: Request): Reply | null {
  if (limit > maxPerPage || limit * fields.length > maxFieldsPerPage) return unsupported('limit', String(limit))
  return paginationMode === 'PAGE_NUMBER' && page * limit > maxByPageNumber ? unsupported('page', String(page)) : null
}

/** One field that it does not know is reason enough to refuse the request. */
function fieldProblem({ fields }: Request, faults: Asked['faults']): Reply | null {
  const field = fields.find((one) => !knownFields.has(one) || faults[one] !== undefined)
  if (field === undefined) return null
  if (faults[field] !== 'unknown') return unsupported('fields', field)
  return refused(`Unknown field '${field}'`, { type: 'QUERY_UNKNOWN_FIELD', fieldName: field })
}

function placeOf(
  { query, iterationNextToken, page, limit }: Request,
  now: number,
  faults: Asked['faults'],
): IterationPlace | 'invalid' | 'expired' {
  if (iterationNextToken === undefined) return { at: now, given: (page - 1) * limit }
  const fault = faults['token']
  if (fault === 'invalid' || fault === 'expired') return fault
  return readToken(iterationNextToken, query, now)
}

function pageOf(
  { query, fields, limit, paginationMode, iterationNextToken }: Request,
  expert: ExpertQuery,
  { at, given }: IterationPlace,
  timedOut: boolean,
): Reply {
  const all = sandboxNotices.visibleAt(at, { from: expert.from }).filter((one) => expert.matches(one))
  const sorted = all.toSorted((one, other) => compareNumbers(one, other) * (expert.descending ? -1 : 1))
  const from = iterationNextToken === undefined || given >= sorted.length ? given : Math.max(0, given - repeated)
  const notices = sorted.slice(from, from + limit)
  const token = paginationMode === 'ITERATION' ? writeToken(query, { at, given: from + notices.length }) : null
  const body = { notices: notices.map((one) => rowOf(one, fields)), totalNoticeCount: all.length, iterationNextToken: token, timedOut }
  return { body: timedOut ? { ...body, notices: body.notices.slice(0, 1) } : body, headers: { 'cache-control': 'no-store' } }
}

/** By year, then by number. */
function compareNumbers(one: SandboxNotice, other: SandboxNotice): number {
  const [first = 0, firstYear = 0] = one.number.split('-').map(Number)
  const [second = 0, secondYear = 0] = other.number.split('-').map(Number)
  return firstYear - secondYear || first - second
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

const page = (status: number, title: string): Reply => ({
  status,
  contentType: 'text/html',
  body: `<html>\r\n<head><title>${status} ${title}</title></head>\r\n<body>\r\n<center><h1>${status} ${title}</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n`,
})

/** https://docs.ted.europa.eu/api/latest/search.html */
export const ted: FailingStandIn = {
  answer: (asked) => (asked.url.pathname === '/v3/notices/search' && asked.method === 'POST' ? search(asked) : page(404, 'Not Found')),
  // A field that it refuses, a search that takes too long, and a token that it does not take.
  partial: { parts: [...knownFields, 'search', 'token'], faults: ['unknown', 'unsupported', 'timed-out', 'expired', 'invalid'] },
  rateLimited: page(429, 'Too Many Requests'),
  broken: page(502, 'Bad Gateway'),
}
