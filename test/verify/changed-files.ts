import { execFileSync } from 'node:child_process'

/** What changed, and since when, in words. */
export interface Changes {
  readonly files: readonly string[]
  /** Files that were there at that time, and are no longer. */
  readonly gone: readonly string[]
  readonly since: string
}

/**
 * Files that differ from a commit, new ones too, and those that are gone. Without a commit: what is not committed yet, else what the last
 * commit changed.
 */
export function changedFiles(root: string, commit?: string): Changes {
  if (commit !== undefined) return { ...differences(root, commit), since: `since ${commit}` }
  const found = differences(root, 'HEAD')
  const isCommitted = found.files.length + found.gone.length === 0
  return isCommitted ? { ...differences(root, 'HEAD~1'), since: 'in the last commit' } : { ...found, since: 'not committed yet' }
}

function differences(root: string, commit: string): Pick<Changes, 'files' | 'gone'> {
  const changed = (filter: string) => git(root, ['diff', '--name-only', '--no-renames', `--diff-filter=${filter}`, commit, '--'])
  const untracked = git(root, ['ls-files', '--others', '--exclude-standard'])
  return { files: [...new Set([...changed('d'), ...untracked])], gone: changed('D') }
}

function git(root: string, args: readonly string[]): string[] {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
}
