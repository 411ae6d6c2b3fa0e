import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const run = promisify(execFile)

/** A fresh clone of the last commit, with nothing installed. */
let clone: string
let env: Record<string, string | undefined>
beforeAll(async () => {
  clone = await mkdtemp(join(tmpdir(), 'farthing-newcomer-'))
  await run('git', ['clone', '--quiet', process.cwd(), clone])
  // The runner of these tests has put its own Node first on the path.
  const path = (process.env['PATH'] ?? '').split(':').filter((entry) => !entry.includes('node_modules'))
  env = { PATH: path.join(':'), HOME: process.env['HOME'] }
  await run('npm', ['ci'], { cwd: clone, env, maxBuffer: 1 << 26 })
}, 300_000)
afterAll(() => rm(clone, { recursive: true, force: true }))

describe('on a clean clone', () => {
  test('npm start is ready within 15 seconds and ends in order', async () => {
    const started = performance.now()
    const child = spawn('npm', ['start'], { cwd: clone, env: { ...env, PORT: '0' }, stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = new Promise<number | null>((resolve) => {
      child.once('exit', resolve)
    })
    const text = await new Promise<string>((resolve, reject) => {
      let printed = ''
      child.stdout.on('data', (chunk: Buffer) => {
        printed += chunk.toString()
        if (printed.includes('A paid call:') && /farthing pay http\S+/.test(printed)) resolve(printed)
      })
      child.once('exit', () => reject(new Error(printed)))
    })
    expect(performance.now() - started).toBeLessThan(15_000)
    const call = /npx (farthing pay http\S+)/.exec(text)![1]!
    const { stdout } = await run('npx', call.split(' '), { cwd: clone, env })
    expect(stdout).toContain('"success":true')
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  })

  test('npm run demo exits 0', async () => {
    const { stdout } = await run('npm', ['run', 'demo'], { cwd: clone, env })
    expect(stdout).toContain('Everything is as it should be.')
  }, 180_000)
})
