import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whatIsMissing, type Need } from './needs.ts'

let directory: string
let need: Need
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'farthing-needs-'))
  mkdirSync(join(directory, 'bin'))
  need = { name: 'Pencil', program: join(directory, 'pencil/*/write'), packages: ['pencil', 'paper'] }
  vi.stubEnv('PATH', `${join(directory, 'bin')}:${process.env['PATH']}`)
  vi.stubEnv('TEST_RUN_DIRECTORY', directory)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(directory, { recursive: true })
})

/** An apt-get that notes how it was called, and then does this. */
function aptGet(then: string): () => string[] {
  const calls = join(directory, 'calls')
  writeFileSync(join(directory, 'bin/apt-get'), `#!/bin/sh\necho "$@" >> ${calls}\n${then}\n`, { mode: 0o755 })
  return () => readFileSync(calls, 'utf8').trim().split('\n')
}

const installed = () => `mkdir -p ${directory}/pencil/2 && touch ${directory}/pencil/2/write`

test('what is there is not installed again', async () => {
  mkdirSync(join(directory, 'pencil/1'), { recursive: true })
  writeFileSync(join(directory, 'pencil/1/write'), '')
  expect(await whatIsMissing(need, true)).toBeNull()
})

test('what is missing is installed', async () => {
  const calls = aptGet(installed())
  expect(await whatIsMissing(need, true)).toBeNull()
  expect(calls()).toEqual(['install --yes --no-install-recommends pencil paper'])
})

test('a machine that knows no packages fetches their lists once', async () => {
  const calls = aptGet(`[ "$1" = update ] || { echo 'E: Unable to locate package pencil' >&2; exit 100; }`)
  const missing =
    'Pencil is not installed, and could not be: E: Unable to locate package pencil. Install it by apt-get install pencil paper'
  expect([await whatIsMissing(need, true), await whatIsMissing(need, true)]).toEqual([missing, missing])
  expect(calls().map((call) => call.split(' ')[0])).toEqual(['install', 'update', 'install', 'install', 'install'])
})

test('only root installs', async () => {
  const calls = aptGet(installed())
  expect(await whatIsMissing(need, false)).toBe(
    'Pencil is not installed, and only root may install it. Install it by apt-get install pencil paper',
  )
  expect(calls).toThrow('ENOENT')
})
