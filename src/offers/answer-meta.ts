import { z } from 'zod'
import type { AnswerMeta } from '../sources/policy/meta.ts'
import { foreignText, identifier, isoTime, share, text, uri } from './answer-figures.ts'

const sourceStamp = z.object({
  id: identifier,
  url: uri.describe('What was asked, without keys'),
  observedAt: isoTime.describe('Time of the data itself, or of the request where the source gives none'),
  licence: text,
  attribution: foreignText,
  cache: z.enum(['hit', 'miss', 'stale']),
})

/** Goes out as `meta` with every answer. */
export const answerMeta = z.object({
  sources: z.array(sourceStamp),
  confidence: share.describe('From 0 to 1, by the number, independence and age of the sources and by what is missing'),
  degraded: z.boolean().describe('true when a source other than the first choice answered, a figure is old, or something is missing'),
  missing: z.array(text).describe('Members of the answer that are null because no source gave them'),
  simulated: z.boolean().describe('true when the figures come from the sandbox, not from the world'),
  playMoney: z.boolean().optional().describe('true when the service takes play money only; absent where it takes real money'),
}) satisfies z.ZodType<AnswerMeta>
