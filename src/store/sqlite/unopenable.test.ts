import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openSqliteStore } from './open-sqlite-store.ts'
import { systemParts } from './store.fixture.ts'

/** A user of no account, in whose name nothing runs here. */
const other = 31_337

test('a data directory that is a file is named, with what to set', async () => {
  const directory = join(tmpdir(), `farthing-file-${process.pid}`)
  writeFileSync(directory, '')
  try {
    for (const place of [directory, join(directory, 'below')])
      await expect(openSqliteStore({ ...systemParts, directory: place })).rejects.toThrow(
        `${directory} is a file: set DATA_DIR to a directory`,
      )
  } finally {
    rmSync(directory)
  }
})

// Only root can make files of another user, and run as one.
describe.skipIf(process.geteuid?.() !== 0)('a data directory of another user', () => {
  let directory: string
  beforeEach(() => {
    directory = join(tmpdir(), `farthing-of-another-${process.pid}`)
    mkdirSync(directory, { mode: 0o700 })
    chownSync(directory, other, other)
  })
  afterEach(() => rmSync(directory, { recursive: true, force: true }))

  /** What a process of that user prints when it opens the store, or the exit code of one that did. */
  function openAs(user: number, how: 'write' | 'read' | 'snapshot'): string {
    const name = { write: 'open-sqlite-store', read: 'open-read-only-store', snapshot: 'open-sqlite-snapshot' }[how]
    const opener = { write: 'openSqliteStore', read: 'openReadOnlyStore', snapshot: 'openSqliteSnapshot' }[how]
    const script = `
      const { ${opener} } = await import('./src/store/sqlite/${name}.ts')
      const { systemParts } = await import('./src/store/sqlite/store.fixture.ts')
      const directory = process.argv[1]
      try {
        const store = await ${opener}(${how === 'snapshot' ? 'directory' : '{ ...systemParts, directory }'})
        await store.close()
      } catch (error) { console.log(error.message) }`
    const ran = spawnSync(process.execPath, ['--no-warnings', '--input-type=module', '-e', script, directory], {
      uid: user,
      gid: user,
      encoding: 'utf8',
    })
    return ran.stdout.trim() + ran.stderr
  }

  test('in which root makes a database belongs to its owner in all its files, who can open it', async () => {
    const store = await openSqliteStore({ ...systemParts, directory: join(directory, 'data') })
    const made = ['.', ...readdirSync(join(directory, 'data'))]
    expect(made).toEqual(expect.arrayContaining(['farthing.db', 'lock.db', 'writer.pid']))
    expect(made.map((name) => [name, statSync(join(directory, 'data', name)).uid])).toEqual(made.map((name) => [name, other]))
    await store.close()
    directory = join(directory, 'data')
    expect(openAs(other, 'write')).toBe('')
    directory = join(directory, '..')
  })

  test('that holds files of root is named, with the file, and with what to type', async () => {
    await (await openSqliteStore({ ...systemParts, directory })).close()
    const file = join(directory, 'farthing.db')
    chownSync(file, 0, 0)
    chmodSync(file, 0o600)
    const why = `${file} can't be opened: ${file} belongs to user 0 (mode 600), and this process runs as user ${other}. Run it as the user of the service, or give the service its files: chown -R ${other}:${other} ${directory}`
    for (const how of ['write', 'read', 'snapshot'] as const) expect(openAs(other, how)).toBe(why)
    chownSync(join(directory, 'lock.db'), 0, 0)
    chmodSync(join(directory, 'lock.db'), 0o600)
    expect(openAs(other, 'write')).toContain(`${join(directory, 'lock.db')} belongs to user 0 (mode 600)`)
  })

  test('that a process may not enter is not called empty', () => {
    const stranger = other + 1
    for (const how of ['read', 'snapshot'] as const)
      expect(openAs(stranger, how)).toBe(
        `${join(directory, 'farthing.db')} can't be opened: ${directory} belongs to user ${other} (mode 700), and this process runs as user ${stranger}. Run it as the user of the service, or give the service its files: chown -R ${stranger}:${stranger} ${directory}`,
      )
    expect(openAs(stranger, 'write')).toContain(`${directory} belongs to user ${other} (mode 700)`)
    expect(existsSync(join(directory, 'lock.db'))).toBe(false)
  })

  test('below which a process may make no directory is named', () => {
    directory = join(directory, 'below')
    expect(openAs(other + 1, 'write')).toContain(`${join(directory, '..')} belongs to user ${other} (mode 700)`)
    directory = join(directory, '..')
  })
})
