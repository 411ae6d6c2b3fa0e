import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { openSharedFile } from './open-shared-file.ts'
import { temporaryDirectory } from './store.fixture.ts'

const schema = 'CREATE TABLE IF NOT EXISTS counts (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT'

function count(file: ReturnType<typeof openSharedFile>): bigint {
  return file.exclusive((transaction) => {
    const value = (transaction.get('SELECT value FROM counts WHERE name = ?', 'x')?.['value'] as bigint | undefined) ?? 0n
    transaction.run(
      'INSERT INTO counts (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      'x',
      value + 1n,
    )
    return value + 1n
  })
}

describe('a file that several processes write to', () => {
  test('keeps what was written, and nothing of work that failed', () => {
    using directory = temporaryDirectory()
    const path = join(directory.path, 'shared.db')
    const first = openSharedFile(path, schema)
    expect(count(first)).toBe(1n)
    expect(() =>
      first.exclusive((transaction) => {
        transaction.run('UPDATE counts SET value = ?', 99n)
        throw new Error('no')
      }),
    ).toThrow('no')
    first.close()
    first.close()
    const second = openSharedFile(path, schema)
    expect(count(second)).toBe(2n)
    second.close()
  })

  test('loses nothing that three processes write at once', async () => {
    using directory = temporaryDirectory()
    const path = join(directory.path, 'shared.db')
    const script = `
const { openSharedFile } = await import(${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'open-shared-file.ts')).href)})
const file = openSharedFile(${JSON.stringify(path)}, ${JSON.stringify(schema)})
for (let turn = 0; turn < 40; turn++) file.exclusive((transaction) => {
  const value = transaction.get('SELECT value FROM counts')?.value ?? 0n
  transaction.run('INSERT INTO counts (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value', 'x', value + 1n)
})
`
    const writers = [1, 2, 3].map(() =>
      spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: ['ignore', 'ignore', 'inherit'] }),
    )
    for (const writer of writers) expect(writer.exitCode ?? (await once(writer, 'exit'))[0]).toBe(0)
    const file = openSharedFile(path, schema)
    expect(count(file)).toBe(121n)
    file.close()
  })
})
