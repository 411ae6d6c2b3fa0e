import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changesOf, releaseChanges, unreleasedChanges } from '../packaging/release-version.ts'
import { packageName } from './packed-service.ts'

/** The script that makes releases, on a clone of the last commit. */
const run = promisify(execFile)
let root: string
let clone: string
let head: string
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'farthing-release-'))
  clone = join(root, 'clone')
  await run('git', ['clone', '--quiet', process.cwd(), clone])
  for (const [key, value] of Object.entries({ 'user.name': 'A', 'user.email': 'a@example.com' })) await git('config', key, value)
  symlinkSync(join(process.cwd(), 'node_modules'), join(clone, 'node_modules'))
  writeFileSync(join(clone, '.git/info/exclude'), 'node_modules\n')
  head = await git('rev-parse', 'HEAD')
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const git = async (...args: string[]) => (await run('git', args, { cwd: clone })).stdout.trim()
const file = (name: string) => readFileSync(join(clone, name), 'utf8')

async function release(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  try {
    const { stdout, stderr } = await run(process.execPath, ['packaging/release.ts', ...args], { cwd: clone, maxBuffer: 1 << 26 })
    return { code: 0, out: stdout, err: stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, out: stdout, err: stderr }
  }
}

function ciLog(commit: string, closing: string): string {
  const path = join(root, 'ci.log')
  writeFileSync(path, `== commit ${commit}\n== lint\n${closing}\n`)
  return path
}

test('the changelog gets a section of the version, and the notes are its text', () => {
  const before = '# Changelog\n\n## Unreleased\n\n### Added\n\n- One.\n\n## 0.1.0 (2026-01-02)\n\n- First.\n'
  const after = releaseChanges(before, '0.2.0', '2026-03-04')
  expect(after).toBe('# Changelog\n\n## Unreleased\n\n## 0.2.0 (2026-03-04)\n\n### Added\n\n- One.\n\n## 0.1.0 (2026-01-02)\n\n- First.\n')
  expect([unreleasedChanges(before), unreleasedChanges(after)]).toEqual(['### Added\n\n- One.', ''])
  expect([changesOf(after, '0.2.0'), changesOf(after, '0.1.0'), changesOf(after, '0.3.0')]).toEqual(['### Added\n\n- One.', '- First.', ''])
  expect(() => releaseChanges(after, '0.3.0', '2026-03-05')).toThrow('nothing under "Unreleased"')
})

describe('it refuses', () => {
  test.each([
    ['a tree with changes', async () => writeFileSync(join(clone, 'new.txt'), ''), ['9.0.0'], 'not committed'],
    ['a version that is not later', async () => {}, ['0.0.1'], '0.0.1 is not later than'],
    ['to change the tree without the log of .ci/run', async () => {}, ['9.0.0', '--do'], 'give what .ci/run printed'],
    [
      'the log of another commit',
      async () => void ciLog('0'.repeat(40), '5 passed, 0 failed'),
      ['9.0.0', '--ci-log', 'LOG'],
      'is of commit 0000',
    ],
    [
      'the log of a failure',
      async () => void ciLog(head, '5 passed, 1 failed'),
      ['9.0.0', '--ci-log', 'LOG'],
      'ended with "5 passed, 1 failed"',
    ],
    ['a tag that exists', async () => void (await git('tag', 'v9.0.0')), ['9.0.0'], 'the tag v9.0.0 exists'],
  ])('%s', async (_, prepare, args, reason) => {
    await prepare()
    const { code, err } = await release(...args.map((arg) => (arg === 'LOG' ? join(root, 'ci.log') : arg)))
    expect([code, err]).toEqual([1, expect.stringContaining(reason)])
    rmSync(join(clone, 'new.txt'), { force: true })
    expect([await git('rev-parse', 'HEAD'), await git('status', '--porcelain')]).toEqual([head, ''])
  })
})

test('without --do it makes the files of the release and changes nothing; checksums, bills of materials and notes are right', async () => {
  const out = join(root, 'out')
  const { code, out: said, err } = await release('minor', '--date', '2026-05-06', '--out', out)
  expect([code, err, said]).toEqual([0, expect.any(String), expect.stringContaining('nothing was changed here')])
  expect([await git('rev-parse', 'HEAD'), await git('status', '--porcelain'), await git('tag', '--list', 'v0.*')]).toEqual([head, '', ''])

  const [, base] = /([a-z-]+\d+\.\d+\.\d+)\.tgz/.exec(said)!
  const made = [`${base}.cdx.json`, `${base}.core.cdx.json`, `${base}.notes.md`, `${base}.tgz`]
  expect(readdirSync(out).toSorted()).toEqual(['SHA256SUMS', ...made])
  expect((await run('sha256sum', ['--check', 'SHA256SUMS'], { cwd: out })).stdout.trim().split('\n')).toHaveLength(made.length)
  writeFileSync(join(out, `${base}.notes.md`), 'changed')
  await expect(run('sha256sum', ['--check', 'SHA256SUMS'], { cwd: out })).rejects.toThrow('WARNING')

  const bill = (name: string) =>
    JSON.parse(readFileSync(join(out, name), 'utf8')) as {
      bomFormat: string
      components: { name: string; version: string; purl: string }[]
    }
  const [whole, core] = [bill(made[0]!), bill(made[1]!)]
  expect([whole.bomFormat, core.bomFormat]).toEqual(['CycloneDX', 'CycloneDX'])
  const names = ({ components }: typeof whole) => components.map(({ name }) => name)
  expect(names(core)).toEqual(expect.arrayContaining(['viem', 'hono', 'pg', 'zod']))
  expect(names(core).filter((name) => ['vitest', '@foundry-rs/anvil-linux-amd64'].includes(name))).toEqual([])
  expect(names(whole)).toContain('@foundry-rs/anvil-linux-amd64')
  const manifest = JSON.parse(file('package.json')) as { dependencies: Record<string, string> }
  for (const [name, version] of Object.entries(manifest.dependencies))
    expect(core.components.find((one) => one.name === name && one.version === version)?.purl, name).toMatch(/^pkg:npm\//)
})

test('with --do it commits and tags the version, in manifest, lock file and changelog', async () => {
  const log = ciLog(head, '1234 passed, 0 failed')
  const out = join(root, 'done')
  expect(await release('9.1.0', '--do', '--ci-log', log, '--date', '2026-05-06', '--out', out)).toMatchObject({ code: 0 })
  expect([await git('log', '-1', '--format=%s'), await git('describe'), await git('status', '--porcelain')]).toEqual([
    'Release 9.1.0',
    'v9.1.0',
    '',
  ])
  const lock = JSON.parse(file('package-lock.json')) as { version: string; packages: Record<string, { version: string }> }
  expect([lock.version, lock.packages['']!.version]).toEqual(['9.1.0', '9.1.0'])
  expect(file('CHANGELOG.md')).toContain('\n## Unreleased\n\n## 9.1.0 (2026-05-06)\n')
  const archive = join(out, `${packageName.slice(1).replace('/', '-')}-9.1.0.tgz`)
  const packed = (await run('tar', ['-xzOf', archive, 'package/package.json'])).stdout
  expect((JSON.parse(packed) as { name: string; version: string }).version).toBe('9.1.0')
  // The same changes cannot be released twice.
  expect((await release('9.2.0', '--out', out)).err).toContain('nothing under "Unreleased"')
})
