import { execFile, spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const run = promisify(execFile)
/** `script` gives a program a terminal. */
const hasTerminal = spawnSync('script', ['--version']).status === 0

/** A fresh clone of the last commit, with nothing installed. */
let clone: string
/** What `npm ci` says there. */
let installed: string
let env: Record<string, string | undefined>
beforeAll(async () => {
  clone = await mkdtemp(join(tmpdir(), 'farthing-newcomer-'))
  await run('git', ['clone', '--quiet', process.cwd(), clone])
  // The runner of these tests has put its own Node first on the path.
  const path = (process.env['PATH'] ?? '').split(':').filter((entry) => !entry.includes('node_modules'))
  env = { PATH: path.join(':'), HOME: process.env['HOME'] }
  const { stdout, stderr } = await run('npm', ['ci'], { cwd: clone, env, maxBuffer: 1 << 26 })
  installed = stdout + stderr
}, 300_000)
afterAll(() => rm(clone, { recursive: true, force: true }))

describe('on a clean clone', () => {
  test('npm ci has no install script to ask about, and warns only of packages whose newest versions need a newer Node', () => {
    const warned = [...installed.matchAll(/package: '([^']+)'/g)].map(([, name]) => name!.replace(/(?<=.)@.*/, ''))
    expect(installed).not.toContain('install-scripts')
    expect(installed).not.toContain('deprecated')
    expect(warned.filter((name) => !name.startsWith('@scalar/') && !['@sparticuz/chromium', 'vitest'].includes(name))).toEqual([])
  })

  test('npm ci without what only developers need takes at most 715 MB', async () => {
    const lean = await mkdtemp(join(tmpdir(), 'farthing-lean-'))
    try {
      await run('git', ['clone', '--quiet', process.cwd(), lean])
      await run('npm', ['ci', '--omit=dev'], { cwd: lean, env, maxBuffer: 1 << 26 })
      const { stdout } = await run('du', ['-sm', join(lean, 'node_modules')])
      expect(Number.parseInt(stdout, 10)).toBeLessThanOrEqual(715)
    } finally {
      await rm(lean, { recursive: true, force: true })
    }
  })

  test.skipIf(!hasTerminal)('npm start is for people on a terminal: no JSON, no lines of the log', async () => {
    const child = spawn('script', ['-qec', 'npm start', '/dev/null'], {
      cwd: clone,
      env: { ...env, PORT: '0' },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const ended = new Promise<number | null>((resolve) => {
      child.once('exit', resolve)
    })
    let printed = ''
    const ready = new Promise<string>((resolve) => {
      child.stdout.on('data', (chunk: Buffer) => {
        printed += chunk.toString()
        if (printed.includes('Ctrl-C ends it.')) resolve(printed)
      })
    })
    const banner = await ready
    expect(banner).toContain('./bin/farthing pay http://127.0.0.1:')
    expect(banner).toContain('The first call is free, because')
    expect(banner).not.toMatch(/[{}]|migrat/)
    child.stdin.write('\u0003')
    await ended
    expect(printed).not.toContain('second signal')
  })

  test('npm start is ready within 15 seconds and ends in order', async () => {
    const started = performance.now()
    const child = spawn('npm', ['start'], { cwd: clone, env: { ...env, PORT: '0' }, stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = new Promise<number | null>((resolve) => {
      child.once('exit', resolve)
    })
    const ready = await new Promise<string>((resolve, reject) => {
      let printed = ''
      child.stdout.on('data', (chunk: Buffer) => {
        printed += chunk.toString()
        const line = /^\{.*"event":"ready".*\}$/m.exec(printed)
        if (line) resolve(line[0])
      })
      child.once('exit', () => reject(new Error(printed)))
    })
    expect(performance.now() - started).toBeLessThan(15_000)
    const { call } = JSON.parse(ready) as { call: { url: string } }
    const first = await run('./bin/farthing', ['pay', call.url], { cwd: clone, env })
    expect(first.stdout).toContain('"success":true')
    expect(first.stderr).toMatch(/^state +free: a wallet's first call here is not charged$/m)
    const second = await run('./bin/farthing', ['pay', call.url], { cwd: clone, env })
    expect(second.stderr).toMatch(/^transaction +0x[0-9a-f]{64}$/m)
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  })

  test('npm run demo exits 0', async () => {
    const { stdout } = await run('npm', ['run', 'demo'], { cwd: clone, env })
    expect(stdout).toContain('Everything is as it should be.')
  }, 180_000)
})
