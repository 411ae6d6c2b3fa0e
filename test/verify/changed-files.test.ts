import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { changedFiles } from './changed-files.ts'

let root: string
const git = (...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false', ...args], {
    cwd: root,
    stdio: 'pipe',
  })

function commit(file: string, content: string): void {
  writeFileSync(join(root, file), content)
  git('add', '-A')
  git('commit', '-qm', file)
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'farthing-verify-'))
  git('init', '-q', '-b', 'main')
  commit('one.ts', '1')
  commit('two.ts', '2')
})
afterEach(() => rmSync(root, { recursive: true }))

test('a change is what is not committed: changed files, new ones, and those that are gone', () => {
  writeFileSync(join(root, 'one.ts'), 'other')
  writeFileSync(join(root, 'new.ts'), 'new')
  unlinkSync(join(root, 'two.ts'))
  expect(changedFiles(root)).toEqual({ files: ['one.ts', 'new.ts'], gone: ['two.ts'], since: 'not committed yet' })
})

test('a file that has another name now is new, and gone', () => {
  git('mv', 'two.ts', 'renamed.ts')
  expect(changedFiles(root)).toEqual({ files: ['renamed.ts'], gone: ['two.ts'], since: 'not committed yet' })
})

test('where all is committed, it is the last commit', () => {
  expect(changedFiles(root)).toEqual({ files: ['two.ts'], gone: [], since: 'in the last commit' })
})

test('it begins at a commit that is named', () => {
  commit('three.ts', '3')
  expect(changedFiles(root, 'HEAD~2')).toEqual({ files: ['three.ts', 'two.ts'], gone: [], since: 'since HEAD~2' })
})
