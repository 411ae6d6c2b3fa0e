import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes a version into the manifest, its lock file, and the changelog, whose unreleased changes become those of the version. */
export function writeVersion(tree: string, version: string, date: string): void {
  for (const file of ['package.json', 'package-lock.json']) {
    const path = join(tree, file)
    const manifest = JSON.parse(readFileSync(path, 'utf8')) as { version: string; packages?: Record<string, { version?: string }> }
    manifest.version = version
    const own = manifest.packages?.['']
    if (own) own.version = version
    writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`)
  }
  const changelog = join(tree, 'CHANGELOG.md')
  writeFileSync(changelog, releaseChanges(readFileSync(changelog, 'utf8'), version, date))
}

/** @throws where nothing is unreleased */
export function releaseChanges(changelog: string, version: string, date: string): string {
  if (unreleasedChanges(changelog) === '') throw new Error('CHANGELOG.md has nothing under "Unreleased"')
  return changelog.replace(/^## Unreleased\n/m, `## Unreleased\n\n## ${version} (${date})\n`)
}

export function unreleasedChanges(changelog: string): string {
  return (/^## Unreleased\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(changelog)?.[1] ?? '').trim()
}

/** What changed in a version, for its notes. */
export function changesOf(changelog: string, version: string): string {
  const heading = changelog.indexOf(`\n## ${version} (`)
  if (heading < 0) return ''
  const from = changelog.indexOf('\n', heading + 1) + 1
  const next = changelog.indexOf('\n## ', from)
  return changelog.slice(from, next < 0 ? undefined : next).trim()
}
