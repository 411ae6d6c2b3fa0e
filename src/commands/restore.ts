import { existsSync, rmSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { loadMoveConfig } from '../config/config.ts'
import { SettingError } from '../ops/setting.ts'
import { postgresUrl } from '../ops/setting-formats.ts'
import { systemClock } from '../ops/system.ts'
import { newestBackup } from '../operate/backup/backup-file.ts'
import { rowsOf } from '../service/back-up-ledger.ts'
import { checkBackup, restoreLedger, spool, type RestoreInput, type RestoredBackup } from '../service/restore-ledger.ts'
import { sumLines } from './backup.ts'
import { processIo, type CommandIo } from './define/command-io.ts'
import { defineCommand, flag, value } from './define/define-command.ts'
import { commandSystem, passwordsIn } from './define/operator-command.ts'
import { createProgress } from './row-progress.ts'
import { UsageError } from './define/usage-error.ts'

export interface RestoreIo extends CommandIo {
  /** Where a backup comes from that is named `-`. */
  readonly stdin: Readable
}

interface Asked {
  /** A file, a folder of backups, or `-` for standard input. */
  readonly from: string
  /** A data directory or the address of a database; null for those of the settings. */
  readonly into: string | null
  readonly checkOnly: boolean
  readonly json: boolean
}

const command = defineCommand({
  name: 'restore',
  forms: [['<backup> [options]', 'restores a ledger from a backup into an empty DATA_DIR or DATABASE_URL']],
  words: { '<backup>': 'a file of farthing backup; a folder, of which the newest backup is taken; or - for standard input' },
  options: {
    into: value(
      'place',
      'the data directory, or postgres://user:password@host:5432/database; DATABASE_URL or DATA_DIR unless given. Better give a database by DATABASE_URL or DATABASE_URL_FILE, since every user of this machine can see arguments',
    ),
    check: flag('only read the backup to its end and check it'),
    json: flag('the report as JSON'),
  },
  notes: `Stop the service first. The backup is read to its end and checked before anything is written; what was restored is compared with it. A
    place that has payments is refused. Payments that were made after the backup are missing in it: the service that opens the ledger compares
    it with the chains before it sells (farthing reconcile does so too). Progress goes to stderr, the report to stdout. Exit code: 0 if the
    ledger is there, 1 if the backup or the place was refused (the place is as it was), 2 for wrong usage.`,
})

/** `farthing restore`; gives the exit code that its help documents. */
export function restoreCommand(args: readonly string[], own?: RestoreIo): Promise<number> {
  const io = own ?? { ...processIo(), stdin: process.stdin }
  return command.run(args, io, async ({ options: { into = null, check, json }, words: [from, ...more] }) => {
    if (from === undefined || more.length > 0) throw new UsageError('name one backup: a file, a folder, or - for standard input')
    await io.out(await restore({ from, into, checkOnly: check, json }, io))
    return 0
  })
}

/** Returns the report. */
async function restore(given: Asked, io: RestoreIo): Promise<string> {
  const { into, place, spoolIn, secrets } = readPlace(given, io)
  const progress = createProgress(systemClock, (line) => io.err(`farthing restore: ${line}\n`))
  const system = commandSystem(secrets)
  const spooled = given.from === '-' ? await spool(io.stdin, spoolIn) : null
  try {
    const backup = spooled ?? findBackup(given.from)
    if (given.checkOnly) return reportOf(await checkBackup(backup, progress), { backup, place: null, json: given.json })
    const restored = await restoreLedger({ backup, into, progress }, system).catch((error: unknown) => {
      throw error instanceof Error && error.name === 'BackupRefused'
        ? new Error(`${given.from} was not restored: ${error.message}`, { cause: error })
        : error
    })
    return reportOf(restored, { backup, place, json: given.json })
  } finally {
    if (spooled !== null) rmSync(spooled, { force: true })
    system.flush()
  }
}

/** @throws UsageError */
function findBackup(from: string): string {
  const found = existsSync(from) ? newestBackup(from) : undefined
  if (found === undefined) throw new UsageError(existsSync(from) ? `there is no backup in ${from}` : `there is no file or folder ${from}`)
  return found
}

interface Place {
  readonly into: RestoreInput['into']
  /** For people; without the password. */
  readonly place: string
  readonly spoolIn: string
  /** What the log must not contain. */
  readonly secrets: readonly string[]
}

/** @throws ConfigError, UsageError */
function readPlace({ into }: Asked, { env, err }: RestoreIo): Place {
  const config = loadMoveConfig(env)
  const url = into === null ? config.databaseUrl : into.includes('://') ? readAddress(into) : null
  if (url === null) {
    const directory = into ?? config.dataDir
    return { into: { directory }, place: directory, spoolIn: directory, secrets: [] }
  }
  const { host, pathname, searchParams } = new URL(url)
  const secrets = passwordsIn(url)
  if (into !== null && secrets.length > 0)
    err('farthing restore: every user of this machine can see the password in --into; use DATABASE_URL or DATABASE_URL_FILE instead\n')
  const place = `postgres://${host === '' ? (searchParams.get('host') ?? '') : host}${pathname}`
  return { into: { databaseUrl: url }, place, spoolIn: config.dataDir, secrets }
}

function readAddress(into: string): string {
  try {
    return postgresUrl(into)
  } catch (error) {
    if (error instanceof SettingError) throw new UsageError(`--into ${error.message}`)
    throw error
  }
}

interface Told {
  readonly backup: string
  /** Null where it was only checked. */
  readonly place: string | null
  readonly json: boolean
}

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

function reportOf(read: RestoredBackup, { backup, place, json }: Told): string {
  const { header, end } = read
  const taken = new Date(header.takenAt).toISOString()
  if (json) {
    const { version, engine, ledger, schema } = header
    const { sums, rows, sha256 } = end
    return `${JSON.stringify({ well: true, backup, restored: place, version, takenAt: taken, engine, ledger, schema, rows, sums, sha256 }, null, 2)}\n`
  }
  const rows = `${whole.format(rowsOf(header))} rows as of ${taken}`
  const ending =
    place === null
      ? [`${backup} is whole: ${rows}.`]
      : [
          `${rows} are in ${place}, and the same as in ${backup}.`,
          `Payments made after ${taken} are not in it. Start the service with the same PAY_TO, keys and RPC settings: it compares the ledger with the chains, takes in what is missing, and only then sells.`,
        ]
  return `${[...sumLines(read), ...ending].join('\n')}\n`
}
