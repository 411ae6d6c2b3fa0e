import { spawnSync } from 'node:child_process'
import { chownSync, openSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { createAnswerFiles } from '../ledger/answers/answer-files.ts'
import { claimOf, served } from '../ledger/contract/open-ledger.fixture.ts'
import { createLedger } from '../ledger/create-ledger.ts'
import { fillLedger } from '../ledger/move/fill-ledger.fixture.ts'
import { fileStore, temporaryDirectory } from '../store/sqlite/store.fixture.ts'
import { lastBackupAt } from '../service/last-backup.ts'
import { backupCommand } from './backup.ts'
import { restoreCommand } from './restore.ts'

async function run(args: readonly string[], directory: string, stdin: Uint8Array = new Uint8Array()) {
  const [out, err]: string[][] = [[], []]
  const stdout = new PassThrough()
  const bytes = buffer(stdout)
  const command = args[0] === 'backup' ? backupCommand : restoreCommand
  const env = { DATA_DIR: directory }
  const io = {
    out: (text: string) => void out!.push(text),
    err: (text: string) => void err!.push(text),
    stdout,
    stdin: Readable.from([stdin]),
    env,
  }
  const code = await command(args.slice(1), io)
  stdout.end()
  return { code, out: out!.join(''), err: err!.join(''), bytes: await bytes }
}

async function sold(directory: string): Promise<void> {
  const store = await fileStore(directory)
  const ledger = createLedger({ store, answerFiles: createAnswerFiles(directory) })
  await served(ledger, claimOf())
  await ledger.close()
}

describe('farthing backup and farthing restore', () => {
  test('say how they are used', async () => {
    using directory = temporaryDirectory()
    for (const [args, code, wrong] of [
      [['backup', '--help'], 0, ''],
      [['restore', '--help'], 0, ''],
      [['backup'], 2, 'say where the backup goes'],
      [['backup', '--to'], 2, 'unknown or incomplete option'],
      [['backup', '--to', 'x'], 1, `there is no ledger in ${directory.path}`],
      [['restore'], 2, 'name one backup'],
      [['restore', 'nowhere'], 2, 'there is no file or folder nowhere'],
      [['restore', directory.path], 2, `there is no backup in ${directory.path}`],
      [['restore', 'x', '--into', 'mysql://u:hunter2@h/d'], 2, '--into must be an address such as postgres://'],
    ] as const) {
      const ran = await run(args, directory.path)
      expect([args, ran.code]).toEqual([args, code])
      expect(ran.err).toContain(wrong)
      expect(ran.err).not.toContain('hunter2')
      if (code === 0) expect(ran.out).toContain('Exit code')
    }
  })

  test.skipIf(process.geteuid?.() !== 0)('of root leave files that the owner of the data directory can open', async () => {
    using from = temporaryDirectory()
    using folder = temporaryDirectory()
    using to = temporaryDirectory()
    await sold(from.path)
    chownSync(to.path, 31_337, 31_337)
    expect((await run(['backup', '--to', folder.path], from.path)).code).toBe(0)
    for (const directory of [to.path, join(to.path, 'new')]) {
      expect((await run(['restore', folder.path], directory)).code).toBe(0)
      const files = ['.', ...readdirSync(directory)]
      expect(files.map((name) => [name, statSync(join(directory, name)).uid])).toEqual(files.map((name) => [name, 31_337]))
    }
  })

  test('note when the newest backup was taken, for the metrics of the service and of each worker; a restored ledger has none', async () => {
    using directory = temporaryDirectory()
    using folder = temporaryDirectory()
    using empty = temporaryDirectory()
    await sold(directory.path)
    expect(lastBackupAt(directory.path)).toBeNull()
    for (const to of [folder.path, '-']) {
      const before = Date.now()
      expect((await run(['backup', '--to', to], directory.path)).code).toBe(0)
      // A file system may keep times less exactly than the clock has them.
      expect(lastBackupAt(directory.path)).toBeGreaterThanOrEqual(before - 10)
      expect(lastBackupAt(join(directory.path, 'worker-2'))).toBe(lastBackupAt(directory.path))
    }
    expect((await run(['restore', folder.path], empty.path)).code).toBe(0)
    expect(lastBackupAt(empty.path)).toBeNull()
  })

  test('go by a folder, of which the newest is restored, and by a stream', async () => {
    using directory = temporaryDirectory()
    using folder = temporaryDirectory()
    using first = temporaryDirectory()
    using second = temporaryDirectory()
    await sold(directory.path)
    const made = await run(['backup', '--to', folder.path, '--json'], directory.path)
    expect(made.code).toBe(0)
    const report = JSON.parse(made.out) as { readonly file: string }
    expect(report).toMatchObject({ well: true, engine: 'sqlite', rows: { payments: 1 }, sums: [{ state: 'served', amount: '7500' }] })
    expect(made.err).toMatch(/^farthing backup: \d+ rows to be written$/m)
    expect(made.err).toMatch(/^farthing backup: \d+ rows to be read back$/m)

    writeFileSync(join(folder.path, 'farthing-live-20200101T000000Z.backup.gz'), 'an older one')
    const restored = await run(['restore', folder.path], first.path)
    expect(restored).toMatchObject({ code: 0, out: expect.stringContaining(`the same as in ${report.file}.`) })
    expect(restored.out).toContain('eip155:8453 served               1 payments, 0.0075 USDC')
    expect(readdirSync(first.path).toSorted()).toEqual(['farthing.db', 'lock.db'])
    expect(await run(['restore', folder.path], first.path)).toMatchObject({ code: 1, err: expect.stringContaining('with payments') })

    const sent = await run(['backup', '--to', '-'], first.path)
    expect(sent).toMatchObject({ code: 0, out: '', err: expect.stringContaining('SHA-256 of the content') })
    expect(await run(['restore', '-', '--check'], second.path, sent.bytes)).toMatchObject({
      code: 0,
      out: expect.stringContaining('is whole'),
    })
    const half = await run(['restore', '-'], second.path, sent.bytes.subarray(0, sent.bytes.length / 2))
    expect(half).toMatchObject({
      code: 1,
      err: expect.stringContaining('- was not restored: it is not a backup of farthing, or is broken off'),
    })
    expect(readdirSync(second.path)).toEqual([])
    expect(await run(['restore', '-', '--json'], second.path, sent.bytes)).toMatchObject({
      code: 0,
      out: expect.stringContaining('"well": true'),
    })
  })

  test('leave no backup behind where the disk is full', async () => {
    using directory = temporaryDirectory()
    using folder = temporaryDirectory()
    const store = await fileStore(directory.path)
    await store.write(fillLedger, { payments: 400 })
    await store.close()
    const main = fileURLToPath(new URL('../main.ts', import.meta.url))
    const env = { ...process.env, DATA_DIR: directory.path }
    // No file of this process may be larger than 64 KB.
    const limited = `ulimit -f 64; exec "${process.execPath}" "${main}" backup --to "${folder.path}"`
    const full = spawnSync('bash', ['-c', limited], { env, encoding: 'utf8' })
    expect(full).toMatchObject({ status: 1, stderr: expect.stringContaining('no backup was made') })
    expect(readdirSync(folder.path)).toEqual([])
    const noDevice = spawnSync(process.execPath, [main, 'backup', '--to', '-'], {
      env,
      encoding: 'utf8',
      stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
    })
    expect(noDevice).toMatchObject({ status: 1, stderr: expect.stringContaining('no backup was made: the disk is full') })
  })
})
