import { z } from '../../../src/goods/door.ts'
import { identifier } from '../../../src/goods/kit/answers.ts'
import type { SecondOpinion } from '../llm/second-opinion.ts'

export const secondOpinionMember = z
  .object({
    verdict: z.enum(['supported', 'contradicted', 'unverifiable']),
    conflicts: z.array(identifier).describe('What speaks against the language model and lowers its confidence'),
  })
  .nullable()
  .describe('Of the embedded checker; null where it could not judge, such as in other languages than English')

export const noSecondOpinion = 'There is no second opinion of the embedded checker for this call.'

export function opinionBody(opinion: SecondOpinion | null) {
  return opinion && { verdict: opinion.verdict, conflicts: [...opinion.conflicts] }
}
