import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unreleasedChanges } from './release-version.ts'

export interface ReleaseCheck {
  readonly version: string
  /** What `.ci/run` printed. */
  readonly ciLog: string | null
  readonly ciRequired: boolean
}

const git = (tree: string, ...args: string[]) => execFileSync('git', args, { cwd: tree, encoding: 'utf8' }).trim()

/** What keeps a tree from being released; nothing if it may be. */
export function checkRelease(tree: string, { version, ciLog, ciRequired }: ReleaseCheck): string[] {
  const faults: string[] = []
  if (git(tree, 'status', '--porcelain') !== '') faults.push('the tree has changes that are not committed: commit or remove them')
  if (git(tree, 'tag', '--list', `v${version}`) !== '') faults.push(`the tag v${version} exists: choose a later version`)
  if (!isLater(version, versionOf(tree))) faults.push(`${version} is not later than ${versionOf(tree)}`)
  if (unreleasedChanges(readFileSync(join(tree, 'CHANGELOG.md'), 'utf8')) === '') faults.push('CHANGELOG.md has nothing under "Unreleased"')
  if (ciLog !== null) faults.push(...faultsOfCi(readFileSync(ciLog, 'utf8'), git(tree, 'rev-parse', 'HEAD')))
  else if (ciRequired) faults.push('give what .ci/run printed for this commit: .ci/run | tee ci.log, then --ci-log ci.log')
  return faults
}

function faultsOfCi(log: string, commit: string): string[] {
  const tested = /^== commit ([0-9a-f]{40})$/m.exec(log)?.[1]
  if (tested === undefined) return ['the log of .ci/run does not say which commit it is of']
  if (tested !== commit) return [`the log of .ci/run is of commit ${tested}, and ${commit} is checked out`]
  const closing = log.trimEnd().split('\n').at(-1) ?? ''
  return /^[1-9]\d* passed, 0 failed$/.test(closing) ? [] : [`.ci/run ended with "${closing.slice(0, 80)}"`]
}

/** @param wanted a version, or the part of the present one that grows */
export function nextVersion(tree: string, wanted: string): string {
  if (/^\d+\.\d+\.\d+$/.test(wanted)) return wanted
  const [major, minor, patch] = versionOf(tree).split('.').map(Number) as [number, number, number]
  if (wanted === 'major') return `${major + 1}.0.0`
  if (wanted === 'minor') return `${major}.${minor + 1}.0`
  if (wanted === 'patch') return `${major}.${minor}.${patch + 1}`
  throw new Error('a version is like 0.2.0, or one of patch, minor, major')
}

function versionOf(tree: string): string {
  return (JSON.parse(readFileSync(join(tree, 'package.json'), 'utf8')) as { version: string }).version
}

function isLater(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) => text.split('.').map(Number)) as [number[], number[]]
  const at = a.findIndex((part, index) => part !== b[index])
  return at >= 0 && a[at]! > b[at]!
}
