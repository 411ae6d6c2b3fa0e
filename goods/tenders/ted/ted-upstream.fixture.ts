import type { SourceParts } from '../../../src/sources/policy/create-source.ts'
import { systemTimers } from '../../../src/ops/system.ts'
import { startTestUpstream, type TestAnswer } from '../../../src/sources/policy/test-upstream.fixture.ts'
import { makeDeclared } from '../../../src/sources/declared-source.ts'
import { ted as declared } from './ted.ts'

/** The body of a request to TED. */
export interface AskedBody {
  readonly query: string
  readonly fields: readonly string[]
  readonly iterationNextToken?: string
  readonly [member: string]: unknown
}

export const noticeRow = (number: number, changes: object = {}) => ({
  'publication-number': `${number}-2026`,
  'publication-date': '2026-11-04+01:00',
  'classification-cpv': ['72000000'],
  ...changes,
})

/** A page as TED answers it. */
export const pageOf = (rows: readonly unknown[], totalNoticeCount = rows.length, changes: object = {}) => ({
  notices: rows,
  totalNoticeCount,
  iterationNextToken: 'next',
  timedOut: false,
  ...changes,
})

export const refusalOf = (type: string, details: object = {}): TestAnswer => ({
  status: 400,
  body: { message: 'words of the upstream', error: { type, ...details } },
})

/** The adapter with its source. */
export function tedAt(at: { readonly baseUrl: string; readonly enabled: boolean }, parts: SourceParts) {
  const { adapter, source } = makeDeclared(declared, { ...at, settings: {} }, parts)
  return { ...adapter, source }
}

/** The adapter over HTTP to an upstream that gives these answers, one after the other, the last one again and again. */
export async function tedThatSays(...answers: (TestAnswer | ((body: () => AskedBody) => TestAnswer))[]) {
  const bodies: string[] = []
  let count = 0
  const upstream = await startTestUpstream((_, request) => {
    const index = bodies.push('') - 1
    request.on('data', (chunk: Buffer) => void (bodies[index] += chunk.toString()))
    const next = answers[Math.min(count++, answers.length - 1)] ?? { status: 500 }
    return typeof next === 'function' ? next(() => JSON.parse(bodies[index] ?? '') as AskedBody) : next
  })
  // Requests take their turn at once: their pace has tests of its own.
  const timers = { ...systemTimers, sleep: async () => {} }
  const ted = tedAt(upstream.declared, { ...upstream.parts, timers })
  const find = (query: Partial<Parameters<typeof ted.find>[0]> = {}) =>
    ted.find({ country: 'DEU', cpv: ['72'], from: '2026-11-01', ...query })
  return { ...upstream, ted, find, bodies: () => bodies.map((body) => JSON.parse(body) as AskedBody) }
}
