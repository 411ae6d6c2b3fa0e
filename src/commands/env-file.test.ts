import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { takeEnvFiles } from './take-env-files.ts'

const home = mkdtempSync(join(tmpdir(), 'farthing-env-file-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

function fileOf(name: string, text: string, mode = 0o600): string {
  const file = join(home, name)
  writeFileSync(file, text)
  chmodSync(file, mode)
  return file
}

/** Runs the program as people do: its first line starts Node. */
function farthing(args: readonly string[], env: Record<string, string> = {}): Promise<{ code: number; err: string }> {
  return new Promise((resolve) => {
    const settings = { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1', ...env }
    const child = execFile(join(process.cwd(), 'bin/farthing'), [...args], { env: settings }, (_, __, err) =>
      resolve({ code: child.exitCode!, err }),
    )
  })
}

/** A command that names the data directory which it looked in. */
const backup = ['backup', '--to', join(home, 'backups')]
const noLedgerIn = (directory: string) =>
  `farthing backup: no backup was made: there is no ledger in ${directory}: set DATA_DIR or DATABASE_URL to that of the service\n`

describe('--env-file', () => {
  const file = fileOf('settings.env', `# of the service\nDATA_DIR=${join(home, 'data')}\nPORT="4021"\n`, 0o644)

  test.each([
    ['before the name of the command', ['--env-file', file, ...backup]],
    ['behind it', [...backup, '--env-file', file]],
    ['in one word', [...backup, `--env-file=${file}`]],
  ])('gives a command its settings: %s', async (_, args) => {
    expect((await farthing(args)).err).toBe(noLedgerIn(join(home, 'data')))
  })

  test('is overridden by the environment, and by a later file', async () => {
    expect((await farthing(['--env-file', file, ...backup], { DATA_DIR: join(home, 'other') })).err).toBe(noLedgerIn(join(home, 'other')))
    const later = fileOf('later.env', `DATA_DIR=${join(home, 'later')}`)
    expect((await farthing(['--env-file', file, '--env-file', later, ...backup])).err).toBe(noLedgerIn(join(home, 'later')))
  })

  test('gives the service its settings too', async () => {
    const wrong = fileOf('wrong.env', 'PORT=harbour')
    const { code, err } = await farthing(['start', '--env-file', wrong])
    expect([code, err]).toEqual([2, expect.stringContaining('- PORT must be')])
  })

  test.each([
    ['does not exist', join(home, 'missing.env'), 'does not exist'],
    ['is a directory', home, 'is a directory'],
  ])('that %s is named in a sentence', async (_, missing, why) => {
    for (const args of [
      ['--env-file', missing, ...backup],
      [...backup, `--env-file=${missing}`],
    ]) {
      const { code, err } = await farthing(args)
      expect([code, err]).toEqual([2, `farthing: the file of --env-file can't be read: ${missing} ${why}\n`])
    }
  })

  test('without a name is wrong usage', async () => {
    expect(await farthing(['start', '--env-file'])).toEqual({ code: 2, err: 'farthing: --env-file needs the name of a file\n' })
    expect(await farthing(['--env-file', '--help'])).toMatchObject({ code: 2 })
  })

  test('that others can read may have no secret in it, and the secret is not shown', async () => {
    const open = fileOf('open.env', `SIGNER_KEY=0x${'11'.repeat(32)}\n`, 0o644)
    const { code, err } = await farthing(['doctor', '--env-file', open])
    expect([code, err]).toEqual([
      2,
      `farthing: One setting is wrong:\n- SIGNER_KEY is in ${open}, which is open to other users (mode 644): chmod 600 ${open}\n`,
    ])
  })

  test('is taken out of the arguments up to --', () => {
    expect(takeEnvFiles(['pay', '--', '--env-file', 'x'])).toEqual({ args: ['pay', '--', '--env-file', 'x'], files: [] })
    expect(takeEnvFiles(['a', '--env-file=x', 'b', '--env-file', 'y'])).toEqual({ args: ['a', 'b'], files: ['x', 'y'] })
  })
})
