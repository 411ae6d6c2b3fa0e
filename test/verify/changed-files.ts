import { execFileSync } from 'node:child_process'

/** What changed, and since when, in words. */
export interface Changes {
  readonly files: readonly string[]
  readonly since: string
}

/**
 * Files that differ from a commit, new ones too, and none that are gone. Without a commit: what is not committed yet, else what the last
 * commit changed.
 */
export function changedFiles(root: string, commit?: string): Changes {
  if (commit !== undefined) return { files: differences(root, commit), since: `since ${commit}` }
  const files = differences(root, 'HEAD')
  return files.length > 0 ? { files, since: 'not committed yet' } : { files: differences(root, 'HEAD~1'), since: 'in the last commit' }
}

function differences(root: string, commit: string): string[] {
  const changed = git(root, ['diff', '--name-only', '--diff-filter=d', commit, '--'])
  return [...new Set([...changed, ...git(root, ['ls-files', '--others', '--exclude-standard'])])]
}

function git(root: string, args: readonly string[]): string[] {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
}
