import { z } from 'zod'
import { recommendedActions } from '../shared/recommendation.ts'
import { text } from './answer-figures.ts'

/** What to do, in one word and one sentence. One schema for all scored answers, so that documents describe it once. */
export const recommendationAnswer = z.object({ action: z.enum(recommendedActions), reason: text })
