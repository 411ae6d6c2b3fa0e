import { z } from 'zod'
import type { SourceStamp } from './source.ts'

const sourceStamp = z.object({
  id: z.string(),
  url: z.string().describe('what was asked, without keys'),
  asOf: z.string().describe('time of the data itself, or of the fetch where the source gives none'),
  licence: z.string(),
  attribution: z.string(),
  cache: z.enum(['hit', 'miss', 'stale']),
})

/** Goes out as `meta` with every answer that comes from sources. */
export const answerMeta = z.object({
  sources: z.array(sourceStamp),
  degraded: z.boolean().describe('true when a fallback or an old value had to stand in, or something is missing'),
  missing: z.array(z.string()).describe('members of the answer that are null because no source gave them'),
  simulated: z.boolean().describe('true when the figures come from the sandbox, not from the world'),
})

export type AnswerMeta = z.output<typeof answerMeta>

/** The `meta` of an answer. It is degraded when a stamp is stale, something is missing, or `fallback` says so. */
export function metaOf(given: {
  stamps: readonly SourceStamp[]
  missing?: readonly string[]
  fallback?: boolean
  simulated: boolean
}): AnswerMeta {
  const { stamps, missing = [], fallback = false, simulated } = given
  const degraded = fallback || missing.length > 0 || stamps.some((stamp) => stamp.cache === 'stale')
  return { sources: stamps.map((stamp) => ({ ...stamp })), degraded, missing: [...missing], simulated }
}
