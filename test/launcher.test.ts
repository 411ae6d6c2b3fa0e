import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const home = mkdtempSync(join(tmpdir(), 'farthing-launcher-'))
const launcher = join(home, 'bin/farthing')
mkdirSync(join(home, 'bin'))
mkdirSync(join(home, 'src'))
copyFileSync(join(root, 'bin/farthing'), launcher)
symlinkSync(join(root, 'node_modules'), join(home, 'node_modules'))
writeFileSync(join(home, 'package.json'), '{"type":"module"}')
writeFileSync(
  join(home, 'src/main.ts'),
  `const [command, code]: string[] = process.argv.slice(2)
process.on('SIGTERM', () => process.exit(3))
console.log(JSON.stringify({ major: Number(process.versions.node.split('.')[0]), pid: process.pid, arguments: process.argv.slice(2) }))
if (command === 'exit') process.exit(Number(code))
setInterval(() => {}, 1000)`,
)
afterAll(() => rmSync(home, { recursive: true }))

/** A Node of this machine that is too old to run the sources; undefined if it has none. */
const oldNode = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((directory) => join(directory, 'node'))
  .find(
    (node) => existsSync(node) && Number(spawnSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' }).stdout.split('.')[0]) < 24,
  )

async function start(node: string): Promise<{ launched: ChildProcess; pid: number }> {
  const launched = spawn(node, [launcher, 'wait'], { stdio: ['ignore', 'pipe', 'inherit'] })
  if (launched.stdout === null) throw new Error('no stdout')
  const [line] = (await once(createInterface(launched.stdout), 'line')) as [string]
  return { launched, pid: (JSON.parse(line) as { pid: number }).pid }
}

/** A process without a waiting parent stays as a zombie if process 1 does not reap it. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

describe.each([
  ['this Node', process.execPath],
  ['a Node that is too old', oldNode],
])('the launcher under %s', (_, node) => {
  const runs = test.skipIf(node === undefined)
  const binary = node ?? ''

  runs('starts Node 24 with the arguments, and ends with its exit code', () => {
    const { stdout, status } = spawnSync(binary, [launcher, 'exit', '7', 'a b'], { encoding: 'utf8' })
    expect(JSON.parse(stdout)).toMatchObject({ major: 24, arguments: ['exit', '7', 'a b'] })
    expect(status).toBe(7)
  })

  runs('passes a signal on', async () => {
    const { launched } = await start(binary)
    launched.kill('SIGTERM')
    expect(await once(launched, 'exit')).toEqual([3, null])
  })

  runs('leaves nothing running when it is killed', async () => {
    const { launched, pid } = await start(binary)
    launched.kill('SIGKILL')
    await once(launched, 'exit')
    await expect.poll(() => isRunning(pid)).toBe(false)
  })
})

test.skipIf(oldNode === undefined)('the launcher names the Node that is needed where npm installed none', () => {
  const bare = join(home, 'bare')
  mkdirSync(join(bare, 'bin'), { recursive: true })
  copyFileSync(launcher, join(bare, 'bin/farthing'))
  writeFileSync(join(bare, 'package.json'), '{"type":"module"}')
  rmSync(join(home, 'node_modules'))
  const { stderr, status } = spawnSync(oldNode ?? '', [join(bare, 'bin/farthing')], { encoding: 'utf8' })
  symlinkSync(join(root, 'node_modules'), join(home, 'node_modules'))
  expect(stderr).toMatch(/^farthing needs Node 24 or newer; this is v/)
  expect(status).toBe(1)
})
