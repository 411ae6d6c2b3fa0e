import { z } from 'zod'
import { identifier } from './answer-figures.ts'

/** What computed an answer on this machine, or which language model gave it. */
export const engineMember = z.object({ provider: identifier, model: identifier, version: identifier })
