import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
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
  write(`${base}.cdx.json`, billOfMaterials(tree, ['devDependencies', 'workspaces', 'peerDependencies']))
  write(`${base}.core.cdx.json`, billOfMaterials(tree, ['devDependencies', 'workspaces', 'peerDependencies', 'optionalDependencies']))
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

type Part = 'devDependencies' | 'optionalDependencies' | 'peerDependencies' | 'workspaces'
type Manifest = Partial<Record<Part, unknown>>

/**
 * What the lock file says is installed without some parts, so that it does not depend on what is installed here. The parts are taken out
 * of copies of manifest and lock file: `npm sbom --omit` would also leave out a package that another part needs.
 */
function billOfMaterials(tree: string, without: readonly Part[]): string {
  const place = mkdtempSync(join(tmpdir(), 'farthing-bill-'))
  // The document calls the component after the folder.
  const folder = join(place, 'farthing')
  try {
    mkdirSync(folder)
    const read = (file: string): unknown => JSON.parse(readFileSync(join(tree, file), 'utf8'))
    const manifest = read('package.json') as Manifest
    const lock = read('package-lock.json') as { packages: Record<string, Manifest & { link?: boolean }> }
    for (const part of without) {
      delete manifest[part]
      delete lock.packages['']![part]
    }
    for (const [path, { link }] of Object.entries(lock.packages))
      if (link === true || path.startsWith('packaging/')) delete lock.packages[path]
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
    const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only']
    return execFileSync('npm', args, { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}
