import { z } from 'zod'
import type { ReviewCase } from '../review-case.ts'
import type { GitTree } from './git-tree.ts'

const row = z.object({ ID: z.string(), Insecure_code: z.string() })

/** The vulnerable Python of s2e-lab/SecurityEval. It has no fixed twins. */
export function securityEval(tree: GitTree): ReviewCase[] {
  return tree
    .read('dataset.jsonl')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const { ID: id, Insecure_code: vulnerable } = row.parse(JSON.parse(line))
      return { id, language: 'python', cwe: `CWE-${Number(/CWE-(\d+)/.exec(id)?.[1] ?? 0)}`, vulnerable, fixed: null }
    })
}
