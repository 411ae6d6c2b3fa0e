import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { changesOf } from './release-version.ts'

export interface Artifact {
  readonly file: string
  readonly sha256: string
}

/**
 * Makes the files of a release in a folder: the package, bills of materials (CycloneDX) of everything and of the core, the notes,
 * and `SHA256SUMS` of all of them, as `sha256sum --check` reads it.
 */
export function makeArtifacts(tree: string, out: string): Artifact[] {
  const run = (...args: string[]) => execFileSync('npm', args, { cwd: tree, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 })
  const { version } = JSON.parse(readFileSync(join(tree, 'package.json'), 'utf8')) as { version: string }
  const archive = run('pack', '--silent', '--pack-destination', out).trim().split('\n').at(-1)!
  const base = archive.replace(/\.tgz$/, '')
  const files = [archive]
  const write = (file: string, text: string) => {
    writeFileSync(join(out, file), text)
    files.push(file)
  }
  // From the lock file, so that it does not depend on what is installed here.
  const bill = (...omit: string[]) =>
    run('sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only', '--omit=dev', ...omit)
  write(`${base}.cdx.json`, bill())
  write(`${base}.core.cdx.json`, bill('--omit=optional'))
  write(`${base}.notes.md`, `# Farthing ${version}\n\n${changesOf(readFileSync(join(tree, 'CHANGELOG.md'), 'utf8'), version)}\n`)
  const artifacts = files.map((file) => ({
    file,
    sha256: createHash('sha256')
      .update(readFileSync(join(out, file)))
      .digest('hex'),
  }))
  writeFileSync(join(out, 'SHA256SUMS'), artifacts.map(({ file, sha256 }) => `${sha256}  ${file}\n`).join(''))
  return artifacts
}
