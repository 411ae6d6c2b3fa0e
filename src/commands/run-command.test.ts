import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { version } from '../version.ts'
import { runCommand } from './run-command.ts'

/** What it prints. The bridge keeps its standard output for MCP. */
async function farthing(...args: string[]): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/main.ts', ...args])
  return stdout + stderr
}

const general = await farthing('--help')
/** Every command that the general help lists, so that a new one is tested too. */
const commands = [...new Set([...general.matchAll(/^ {2}farthing ([a-z]+) /gm)].map(([, name]) => name!))]

test('the general help lists every command that an operator may call', async () => {
  const source = await readFile('src/commands/run-command.ts', 'utf8')
  const handled = [...source.matchAll(/case '([a-z]+)':/g)].map(([, name]) => name!)
  // The parent of workers starts them; people do not.
  expect(commands.toSorted()).toEqual(handled.filter((name) => !['help', 'worker'].includes(name)).toSorted())
})

test.each(commands)('farthing %s --help says what it does, and ends', async (name) => {
  const told = await farthing(name, '--help')
  expect(told).toContain(`farthing ${name}`)
  expect(told.length).toBeGreaterThan(80)
  expect(told).toContain('--env-file <file>')
})

test('--version prints the version', async () => {
  expect(await farthing('--version')).toBe(`${version}\n`)
})

describe('within this process', () => {
  let printed = ''
  beforeEach(() => {
    printed = ''
    for (const stream of [process.stdout, process.stderr])
      vi.spyOn(stream, 'write').mockImplementation((text) => {
        printed += String(text)
        return true
      })
  })
  afterEach(() => void vi.restoreAllMocks())
  const entrances = { openSandbox: () => Promise.reject(new Error('opened')), runDemo: () => Promise.reject(new Error('run')) }

  test('every command has --version', async () => {
    for (const name of commands) {
      printed = ''
      expect([name, await runCommand([name, '--version'], entrances), printed]).toEqual([name, 0, `${version}\n`])
    }
  })

  test('an unknown command has no version', async () => {
    expect(await runCommand(['stat', '--version'], entrances)).toBe(2)
    expect(printed).toContain('there is no command "stat"')
  })
})
