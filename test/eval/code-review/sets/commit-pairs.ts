import { z } from 'zod'
import { languageOf, type ReviewCase } from '../review-case.ts'
import type { GitTree } from './git-tree.ts'

/** One function before and after the commit that repaired it, as eth-sri/sven and eth-sri/SafeCoder write it. */
const row = z.object({
  func_src_before: z.string(),
  func_src_after: z.string(),
  file_name: z.string(),
  vul_type: z.string(),
  commit_link: z.string().default(''),
})

/** Functions are taken out of their class, so their lines are moved to the left. */
function dedent(code: string): string {
  const lines = code.replaceAll('\r', '').split('\n')
  const margin = /^[ \t]*/.exec(lines.find((line) => line.trim() !== '') ?? '')?.[0] ?? ''
  return lines.map((line) => (line.startsWith(margin) ? line.slice(margin.length) : line)).join('\n')
}

/** The pairs of functions in the languages that are followed. */
export function commitPairs(tree: GitTree, folder: string): ReviewCase[] {
  return tree
    .files(folder)
    .filter((path) => path.endsWith('.jsonl'))
    .flatMap((path) =>
      tree
        .read(path)
        .split('\n')
        .filter((line) => line.trim() !== '')
        .flatMap((line, index): ReviewCase[] => {
          const parsed = row.safeParse(JSON.parse(line))
          const language = parsed.success ? languageOf(parsed.data.file_name) : null
          if (!parsed.success || !language) return []
          const { func_src_before: before, func_src_after: after, vul_type: type } = parsed.data
          const id = `${path.split('/').slice(-2).join('/')}:${index + 1}`
          return [{ id, language, cwe: `CWE-${Number(type.replace(/\D/g, ''))}`, vulnerable: dedent(before), fixed: dedent(after) }]
        }),
    )
}
