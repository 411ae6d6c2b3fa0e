import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { runHere } from './run-here.fixture.ts'
import { takeEnvFiles } from './take-env-files.ts'

const home = mkdtempSync(join(tmpdir(), 'farthing-env-file-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

function fileOf(name: string, text: string, mode = 0o600): string {
  const file = join(home, name)
  writeFileSync(file, text)
  chmodSync(file, mode)
  return file
}

/** A command that names the data directory which it looked in. */
const migrate = ['migrate', '--to', 'postgres://farthing@127.0.0.1:1/farthing']
const noLedgerIn = (directory: string) => `farthing migrate: there is no ledger in ${directory}\n`
const saysNoLedgerIn = (directory: string) => ({ code: 2, err: expect.stringContaining(noLedgerIn(directory)) as string })

describe('--env-file', () => {
  const file = fileOf('settings.env', `# of the service\nDATA_DIR=${join(home, 'data')}\nPORT="4021"\n`, 0o644)

  test.each([
    ['before the name of the command', ['--env-file', file, ...migrate]],
    ['behind it', [...migrate, '--env-file', file]],
    ['in one word', [...migrate, `--env-file=${file}`]],
  ])('gives a command its settings: %s', async (_, args) => {
    expect(await runHere(args)).toMatchObject(saysNoLedgerIn(join(home, 'data')))
  })

  test('is overridden by the environment, and by a later file', async () => {
    expect(await runHere(['--env-file', file, ...migrate], { DATA_DIR: join(home, 'other') })).toMatchObject(
      saysNoLedgerIn(join(home, 'other')),
    )
    const later = fileOf('later.env', `DATA_DIR=${join(home, 'later')}`)
    expect(await runHere(['--env-file', file, '--env-file', later, ...migrate])).toMatchObject(saysNoLedgerIn(join(home, 'later')))
  })

  test('gives the service its settings too', async () => {
    const wrong = fileOf('wrong.env', 'PORT=harbour')
    const { code, err } = await runHere(['start', '--env-file', wrong])
    expect([code, err]).toEqual([2, expect.stringContaining('- PORT must be')])
  })

  test.each([
    ['does not exist', join(home, 'missing.env'), 'does not exist'],
    ['is a directory', home, 'is a directory'],
  ])('that %s is named in a sentence', async (_, missing, why) => {
    for (const args of [
      ['--env-file', missing, ...migrate],
      [...migrate, `--env-file=${missing}`],
    ]) {
      const { code, err } = await runHere(args)
      expect([code, err]).toEqual([2, `farthing: the file of --env-file can't be read: ${missing} ${why}\n`])
    }
  })

  test('without a name is wrong usage', async () => {
    expect(await runHere(['start', '--env-file'])).toEqual({ code: 2, out: '', err: 'farthing: --env-file needs the name of a file\n' })
    expect(await runHere(['--env-file', '--help'])).toMatchObject({ code: 2 })
  })

  test('that others can read may have no secret in it, and the secret is not shown', async () => {
    const open = fileOf('open.env', `SIGNER_KEY=0x${'11'.repeat(32)}\n`, 0o644)
    const { code, err } = await runHere(['doctor', '--env-file', open])
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
