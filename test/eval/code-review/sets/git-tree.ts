import { execFileSync } from 'node:child_process'

/** The newest state of a clone, read without a work tree. */
export interface GitTree {
  /** Every file below a folder, with the folder in its path. */
  files(folder: string): readonly string[]
  /** The text of a file; empty where the clone lacks it. */
  read(path: string): string
}

/** @param directory a bare clone, or the `.git` of a clone */
export function openGitTree(directory: string): GitTree {
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-C', directory, ...args], { encoding: 'utf8', maxBuffer: 256 << 20, stdio: ['ignore', 'pipe', 'ignore'] })
  return {
    files: (folder) =>
      git('ls-tree', '-r', '--name-only', 'HEAD', folder)
        .split('\n')
        .filter((path) => path !== ''),
    read(path) {
      try {
        return git('show', `HEAD:${path}`)
      } catch {
        return ''
      }
    },
  }
}
