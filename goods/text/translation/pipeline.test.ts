import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { systemTimers } from '../../../src/ops/system.ts'
import { createPipelinePool, type PipelinePool } from './pipeline-pool.ts'
import { startPipeline, type Pipeline } from './pipeline.ts'

/** Programs that read and write as those of Apertium do. */
const programs: Readonly<Record<string, string>> = {
  upper: `process.stdin.on('data', (bytes) => process.stdout.write(String(bytes).toUpperCase()))`,
  silent: `process.stdin.resume()`,
  talkative: `process.stdin.on('data', () => setInterval(() => process.stdout.write('x'.repeat(60_000)), 1))`,
  extra: `process.stdin.on('data', (bytes) => process.stdout.write(bytes + 'more\\0'))`,
  crash: `process.stdin.on('data', () => process.exit(1))`,
  pid: `process.stdin.on('data', (bytes) => process.stdout.write(process.pid + '\\0'))`,
  environment: `process.stdin.on('data', () => process.stdout.write(JSON.stringify(process.env) + '\\0'))`,
}

let directory: string
const open: { end(): Promise<void> }[] = []
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'farthing-pipeline-'))
  for (const [name, code] of Object.entries(programs)) {
    await writeFile(join(directory, name), `#!${process.execPath}\n${code}\n`, { mode: 0o755 })
  }
})
afterAll(() => rm(directory, { recursive: true, force: true }))
afterEach(async () => {
  for (const one of open.splice(0)) await one.end()
})

function start(...commands: string[]): Pipeline {
  const pipeline = startPipeline(
    commands.map((command) => ({ command, args: [] })),
    directory,
    systemTimers,
  )
  open.push(pipeline)
  return pipeline
}

function openPool(commands: string, settings: Partial<Parameters<typeof createPipelinePool>[0]> = {}): PipelinePool {
  const pool = createPipelinePool({ maxAtWork: 2, maxRunning: 2, maxRuns: 100, runMs: 20_000, ...settings }, (mode) =>
    startPipeline([{ command: commands, args: [mode] }], directory, systemTimers),
  )
  open.push({ end: () => pool.close() })
  return pool
}

const isAlive = (pid: string) =>
  readFile(`/proc/${pid}/stat`, 'utf8').then(
    (stat) => !/\) Z /.test(stat),
    () => false,
  )
const signal = new AbortController().signal

describe('a pipeline', () => {
  test('gives back each text after all its programs, call after call', async () => {
    const pipeline = start('upper', 'upper', 'upper')
    expect(await pipeline.run(['one', 'two\n'], 20_000)).toEqual(['ONE', 'TWO\n'])
    expect(await pipeline.run(['three'], 20_000)).toEqual(['THREE'])
    expect(await pipeline.run([], 20_000)).toEqual([])
  })

  test.each([
    ['takes too long', ['upper', 'silent'], 200, 'it took longer than 200 ms'],
    ['writes without end', ['talkative'], 20_000, 'it wrote too much'],
    ['writes more texts than it got', ['extra'], 20_000, 'it wrote more texts than it was given'],
    ['crashes', ['upper', 'crash'], 20_000, /ended$/],
    ['is not there', ['nothing'], 20_000, 'nothing could not be started'],
  ])('that %s is ended, and works no more', async (_, commands, maxMs, reason) => {
    const pipeline = start(...commands)
    await expect(pipeline.run(['one'], maxMs)).rejects.toThrow(reason)
    expect(pipeline.hasEnded()).toBe(true)
    await expect(pipeline.run(['two'], maxMs)).rejects.toThrow('it has ended')
  })

  test('works on one call at a time', async () => {
    const pipeline = start('upper')
    const first = pipeline.run(['one'], 20_000)
    await expect(pipeline.run(['two'], 20_000)).rejects.toThrow('it is at work')
    expect(await first).toEqual(['ONE'])
  })

  test('leaves no process behind when it is ended', async () => {
    const pipeline = start('upper', 'pid')
    const [pid = ''] = await pipeline.run(['one'], 20_000)
    expect(await isAlive(pid)).toBe(true)
    await pipeline.end()
    expect(await isAlive(pid)).toBe(false)
  })

  test('gets nothing of the environment of the service', async () => {
    const [environment = ''] = await start('environment').run(['one'], 20_000)
    expect(JSON.parse(environment)).toEqual({ LC_ALL: 'C.UTF-8' })
  })
})

describe('a pool of pipelines', () => {
  test('keeps a pipeline for the next call of its mode', async () => {
    const pool = openPool('pid')
    const [first] = await pool.run('a', ['x'], signal)
    expect(await pool.run('a', ['x'], signal)).toEqual([first])
    expect(await pool.run('b', ['x'], signal)).not.toEqual([first])
  })

  test('ends the pipeline that was not used for longest when it needs the place', async () => {
    const pool = openPool('pid')
    const [a = ''] = await pool.run('a', ['x'], signal)
    const [b = ''] = await pool.run('b', ['x'], signal)
    await pool.run('c', ['x'], signal)
    await vi.waitUntil(async () => !(await isAlive(a)), 60_000)
    expect(await pool.run('b', ['x'], signal)).toEqual([b])
  })

  test('replaces a pipeline after so many calls', async () => {
    const pool = openPool('pid', { maxRuns: 2 })
    const pids = []
    for (let call = 0; call < 4; call += 1) pids.push(...(await pool.run('a', ['x'], signal)))
    expect(pids[1]).toBe(pids[0])
    expect(pids[2]).not.toBe(pids[0])
    expect(pids[3]).toBe(pids[2])
  })

  test('goes on after a pipeline failed', async () => {
    const pool = openPool('crash')
    await expect(pool.run('a', ['x'], signal)).rejects.toThrow(/ended$/)
    await expect(pool.run('a', ['x'], signal)).rejects.toThrow(/ended$/)
  })

  test('lets so many work at once, and the others after them', async () => {
    const pool = openPool('upper')
    const outputs = await Promise.all(Array.from({ length: 20 }, (_, index) => pool.run(`${index % 3}`, [`t${index}`], signal)))
    expect(outputs).toEqual(Array.from({ length: 20 }, (_, index) => [`T${index}`]))
  })

  test('ends all when it is closed, and starts no other', async () => {
    const pool = openPool('pid')
    const [pid = ''] = await pool.run('a', ['x'], signal)
    await pool.close()
    expect(await isAlive(pid)).toBe(false)
    await expect(pool.run('a', ['x'], signal)).rejects.toThrow('the service is closing')
  })
})
