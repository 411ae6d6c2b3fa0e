import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { StoreLocked } from '../store.ts'
import { openSqliteStore } from './open-sqlite-store.ts'
import { noteNames, notes, systemParts, temporaryDirectory } from './store.fixture.ts'

const writer = fileURLToPath(new URL('./write-until-killed.fixture.ts', import.meta.url))

test('a second store in the same directory is refused until the first is closed', async () => {
  using directory = temporaryDirectory()
  const options = { ...systemParts, directory: join(directory.path, 'made', 'when missing'), migrations: [notes] }
  const first = await openSqliteStore(options)
  await expect(openSqliteStore(options)).rejects.toThrow(StoreLocked)
  await expect(openSqliteStore(options)).rejects.toThrow(`pid ${process.pid}`)
  await first.close()
  await (await openSqliteStore(options)).close()
  expect(statSync(options.directory).mode & 0o777).toBe(0o700)
})

test('a process holds the directory; killed during a write it leaves no lock, and everything that it was told is written is there', async () => {
  using directory = temporaryDirectory()
  const options = { ...systemParts, directory: directory.path, migrations: [notes] }
  const child = spawn(process.execPath, [writer, directory.path], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const told: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === 'open') {
      const refused = openSqliteStore(options)
      await expect(refused).rejects.toThrow(StoreLocked)
      await expect(refused).rejects.toThrow(`pid ${child.pid}`)
      await expect(refused).rejects.toThrow('DATA_DIR')
    } else {
      told.push(line)
    }
    if (told.length === 200) child.kill('SIGKILL')
  }
  await exited
  expect(told.length).toBeGreaterThanOrEqual(200)
  const store = await openSqliteStore(options)
  const kept = new Set(await store.read(noteNames, undefined))
  expect(told.filter((name) => !kept.has(name))).toEqual([])
  await store.close()
})
