import { answerMeta, z } from '../../../src/goods/door.ts'
import { count, identifier, points, score, share, text, uri } from '../../../src/goods/kit/answers.ts'

const check = z.object({
  id: identifier,
  title: text,
  status: z.enum(['pass', 'warn', 'fail', 'na', 'error']).describe('na: does not apply; error: could not be read. Neither counts'),
  points,
  maxPoints: points,
  fault: identifier.nullable(),
  evidence: text,
  fix: text.nullable(),
  snippet: text.nullable().describe('Something to paste'),
})

export const readinessAnswer = z.object({
  url: uri.describe('The site that was scanned'),
  kind: z.enum(['api', 'content']).describe('api: the site has something to call; its checks have other weights'),
  score: score.nullable().describe('Null where less than half could be read'),
  level: z.enum(['not-ready', 'readable', 'usable', 'ready']).nullable(),
  observedShare: share.describe('Share of the weight that could be read'),
  first: z.array(z.object({ check: identifier, fix: text })).describe('What to do first'),
  checks: z.array(check),
  requestCount: count.describe('Requests that the scan made'),
  markdown: text.nullable().describe('The same as a report; with format=markdown'),
  meta: answerMeta,
})

export type ReadinessBody = z.input<typeof readinessAnswer>
