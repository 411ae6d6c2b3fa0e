import { z } from 'zod'
import { identifier, isoTime, share, text } from '../answer-figures.ts'

/** The `meta` of a short form: what the `meta` of the full answer says, in fewer words. */
export const briefMeta = z.object({
  detail: z.literal('brief'),
  sources: z.array(identifier).describe('Ids of the sources; the full answer has their addresses, times and licences'),
  observedAt: isoTime.optional().describe('The oldest time of a source'),
  confidence: share,
  degraded: z.boolean(),
  simulated: z.boolean(),
  playMoney: z.boolean().optional(),
  shortened: z.array(text).optional().describe('Members that are cut or left out, because they do not fit into 600 bytes'),
})

export type BriefMeta = z.infer<typeof briefMeta>

/** Ids beyond this length in all are left out, so that there is room for figures. */
const maxCharactersOfSources = 150

/** @param meta of the full answer */
export function briefMetaOf(meta: unknown): BriefMeta | null {
  const read = fullMeta.safeParse(meta)
  if (!read.success) return null
  const { sources, confidence, degraded, simulated, playMoney } = read.data
  const ids = [...new Set(sources.map(({ id }) => id))]
  const kept = ids.filter((_, index) => ids.slice(0, index + 1).join('","').length <= maxCharactersOfSources)
  const oldest = sources.map(({ observedAt }) => observedAt).toSorted()[0]
  return {
    detail: 'brief',
    sources: kept,
    ...(oldest === undefined ? {} : { observedAt: oldest }),
    confidence,
    degraded,
    simulated,
    ...(playMoney === undefined ? {} : { playMoney }),
    ...(ids.length > kept.length ? { shortened: ['meta.sources'] } : {}),
  }
}

const fullMeta = z.object({
  sources: z.array(z.object({ id: z.string(), observedAt: z.string() })),
  confidence: z.number(),
  degraded: z.boolean(),
  simulated: z.boolean(),
  playMoney: z.boolean().optional(),
})
