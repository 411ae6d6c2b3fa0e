import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { version } from '../version.ts'
import { runHere } from './run-here.fixture.ts'

const general = await runHere(['--help'])
/** Every command that the general help lists, so that a new one is tested too. */
const commands = [...new Set([...general.out.matchAll(/^ {2}farthing ([a-z]+) /gm)].map(([, name]) => name!))]

test('the general help lists every command that has a file', async () => {
  const source = await readFile('src/commands/run-command.ts', 'utf8')
  const loaded = [...source.matchAll(/import\('\.\/([a-z]+)\.ts'\)/g)].map(([, name]) => name!)
  // The parent of workers starts them; people do not.
  expect(commands.toSorted()).toEqual(loaded.filter((name) => !['settings', 'worker'].includes(name)).toSorted())
})

test.each(commands)('farthing %s --help says what it does, and ends', async (name) => {
  const { code, out, err } = await runHere([name, '--help'])
  // The bridge keeps its standard output for MCP.
  const told = out + err
  expect(code).toBe(0)
  expect(told).toContain(`farthing ${name}`)
  expect(told.length).toBeGreaterThan(80)
  expect(told).toContain('--env-file <file>')
})

test('the program prints the help of a command, and ends', async () => {
  const ended = await promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/main.ts', 'refund', '--help'])
  expect(ended).toEqual({ stdout: (await runHere(['refund', '--help'])).out, stderr: '' })
})

test.each(['--version', '-v'])('%s prints the version', async (flag) => {
  expect(await runHere([flag])).toEqual({ code: 0, out: `${version}\n`, err: '' })
})

test('every command has --version', async () => {
  for (const name of commands) expect([name, await runHere([name, '--version'])]).toEqual([name, { code: 0, out: `${version}\n`, err: '' }])
})

test('an unknown command has no version', async () => {
  expect(await runHere(['stat', '--version'])).toMatchObject({ code: 2, err: expect.stringContaining('there is no command "stat"') })
})
