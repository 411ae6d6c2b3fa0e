import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'

const fixture = fileURLToPath(new URL('endless-worker.fixture.ts', import.meta.url))

/** A parent of a worker, which says the worker's id once that computes without end. */
const parentCode = `
  const child = require('node:child_process').fork(${JSON.stringify(fixture)}, [], { execArgv: ['--disable-warning=ExperimentalWarning'] })
  child.on('message', (pid) => child.send('begin', () => console.log(pid)))
  setInterval(() => {}, 1_000)
`

/** Whether a process is there and no zombie. */
const isAlive = (pid: number) =>
  readFile(`/proc/${pid}/stat`, 'utf8').then(
    (stat) => !/\) Z /.test(stat),
    () => false,
  )

test('a worker that computes without end does not survive its parent', async () => {
  const parent = spawn(process.execPath, ['-e', parentCode], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const said = await new Promise<string>((resolve) => void parent.stdout.once('data', (bytes) => resolve(String(bytes))))
    const worker = Number(said)
    expect(await isAlive(worker)).toBe(true)
    parent.kill('SIGKILL')
    await vi.waitUntil(async () => !(await isAlive(worker)), { timeout: 50_000, interval: 100 })
  } finally {
    parent.kill('SIGKILL')
  }
})
