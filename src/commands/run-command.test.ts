import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { version } from '../version.ts'

/** What it prints. The bridge keeps its standard output for MCP. */
async function farthing(...args: string[]): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/main.ts', ...args])
  return stdout + stderr
}

test.each(['start', 'pay', 'mcp', 'examples', 'demo', 'migrate', 'refund', 'doctor', 'sandbox'])(
  'farthing %s --help says what it does, and ends',
  async (name) => {
    expect(await farthing(name, '--help')).toContain(`farthing ${name}`)
  },
)

test('--version prints the version', async () => {
  expect(await farthing('--version')).toBe(`${version}\n`)
})
