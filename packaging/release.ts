import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { makeArtifacts } from './release-artifacts.ts'
import { checkRelease, nextVersion } from './release-checks.ts'
import { writeVersion } from './release-version.ts'

const help = `node packaging/release.ts <version> [options]: makes a release of the commit that is checked out

  <version>         such as 0.2.0, or patch, minor or major
  --do              change, commit and tag this tree; without it everything is done in a copy, which is removed
  --ci-log <file>   what .ci/run printed for this very commit; needed with --do
  --date <day>      YYYY-MM-DD for the changelog; today (UTC) unless given
  --out <folder>    where archive, checksums and bill of materials go; ./release unless given
  --help            this text

Nothing is ever pushed or published. docs/releases.md says how that is done.
`

const options = {
  do: { type: 'boolean' },
  'ci-log': { type: 'string' },
  date: { type: 'string' },
  out: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

function main(): number {
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [wanted] = positionals
  if (values.help || positionals.length !== 1 || wanted === undefined) {
    process.stdout.write(help)
    return values.help ? 0 : 2
  }
  const tree = process.cwd()
  const version = nextVersion(tree, wanted)
  const faults = checkRelease(tree, { version, ciLog: values['ci-log'] ?? null, ciRequired: values.do === true })
  for (const fault of faults) console.error(`release: ${fault}`)
  if (faults.length > 0) return 1

  const out = resolve(values.out ?? 'release')
  mkdirSync(out, { recursive: true })
  const date = values.date ?? new Date().toISOString().slice(0, 10)
  if (values.do) release(tree, { version, date, out })
  else inCopy(tree, (copy) => release(copy, { version, date, out }))
  console.log(
    values.do
      ? `Tagged v${version}. Push the commit and its tag, then publish: docs/releases.md`
      : `A dry run: nothing was changed here. The files of ${version} are in ${out}`,
  )
  return 0
}

interface Release {
  readonly version: string
  readonly date: string
  readonly out: string
}

function release(tree: string, { version, date, out }: Release): void {
  writeVersion(tree, version, date)
  const git = (...args: string[]) => execFileSync('git', args, { cwd: tree, stdio: ['ignore', 'ignore', 'inherit'] })
  git('commit', '--quiet', '-am', `Release ${version}`)
  git('tag', '-a', `v${version}`, '-m', `Farthing ${version}`)
  for (const { file, sha256 } of makeArtifacts(tree, out)) console.log(`${sha256}  ${file}`)
}

/** A clone of the commit, with the packages that are installed here. */
function inCopy(tree: string, work: (copy: string) => void): void {
  const copy = mkdtempSync(join(tmpdir(), 'farthing-release-'))
  try {
    execFileSync('git', ['clone', '--quiet', '--no-hardlinks', tree, copy])
    for (const key of ['user.name', 'user.email']) {
      const value = execFileSync('git', ['config', '--default', 'release', key], { cwd: tree, encoding: 'utf8' }).trim()
      execFileSync('git', ['config', key, value], { cwd: copy })
    }
    symlinkSync(join(tree, 'node_modules'), join(copy, 'node_modules'))
    work(copy)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

if (!readFileSync('package.json', 'utf8').includes('"@farthing/farthing"')) throw new Error('start this in the root of a checkout')
process.exitCode = main()
