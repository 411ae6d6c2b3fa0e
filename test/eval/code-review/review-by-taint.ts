import { findTaint } from '../../../goods/code-review/taint/find-findings.ts'
import type { Reviewer } from './reviewer.ts'

/** Our own analysis of the flow of data, with its rules. */
export const reviewByTaint: Reviewer = {
  name: 'ours',
  languages: ['python', 'javascript', 'typescript', 'tsx'],
  review: async (texts) => {
    const all: string[][] = []
    for (const { language, text } of texts) {
      const { flows } = await findTaint(language, text, { maxMs: 5000, now: Date.now })
      all.push(flows.map(({ rule }) => rule.weakness))
    }
    return all
  },
}
