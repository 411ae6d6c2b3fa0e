import { z } from 'zod'
import { identifier, isoTime, points, share, text } from './answer-figures.ts'

/** A component of a score in an answer. One schema for all scores, so that documents describe it once. */
export const componentAnswer = z.object({
  points,
  maxPoints: points,
  observedShare: share.describe('Share that could be observed'),
  parts: z.array(
    z.object({
      part: identifier,
      points,
      maxPoints: points,
      evidence: text,
      sources: z.array(identifier).describe('Sources of this evidence; empty where no source answered'),
      observedAt: isoTime.nullable(),
    }),
  ),
})
