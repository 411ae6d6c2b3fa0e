import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { loadMoveConfig } from '../config/config.ts'
import { SettingError } from '../ops/setting.ts'
import { postgresUrl } from '../ops/setting-formats.ts'
import { systemClock } from '../ops/system.ts'
import { migrateLedger } from '../service/migrate-ledger.ts'
import { processIo, type CommandIo } from './define/command-io.ts'
import { defineCommand, flag, value } from './define/define-command.ts'
import { commandSystem, passwordsIn } from './define/operator-command.ts'
import { createProgress } from './row-progress.ts'
import { migrateReportJson, migrateReportText, type PrintedReport } from './migrate-report.ts'
import { UsageError } from './define/usage-error.ts'

interface Asked {
  /** Data directory of the ledger; null for that of the settings. */
  readonly from: string | null
  /** The database's address; null for that of the settings. */
  readonly to: string | null
  readonly checkOnly: boolean
}

const command = defineCommand({
  name: 'migrate',
  forms: [['[options]', 'moves a ledger from its data directory (SQLite) to PostgreSQL, and compares every row']],
  options: {
    from: value('directory', 'the data directory; DATA_DIR unless given'),
    to: value(
      'url',
      'the database, postgres://user:password@host:5432/database; better use DATABASE_URL or DATABASE_URL_FILE, since every user of this machine can see arguments',
    ),
    check: flag('only compare the two'),
    json: flag('the report as JSON'),
  },
  notes: `Stop the service first. The database must have no payments of its own; its schema is brought up to date. If a move was interrupted, run
    it again. After the move, a service that starts on the data directory refuses it and says where the ledger is. Progress goes to stderr, the
    report to stdout. Exit code: 0 if every row and every sum is the same on both sides, 1 if one differs or the ledger could not be moved (it
    stays as it was then), 2 for wrong usage.`,
})

/** `farthing migrate`; gives the exit code that its help documents. */
export function migrateCommand(args: readonly string[], io: CommandIo = processIo()): Promise<number> {
  return command.run(args, io, async ({ options: { from = null, to = null, check, json } }) => {
    const report = await migrate({ from, to, checkOnly: check }, io)
    await io.out(json ? migrateReportJson(report) : migrateReportText(report))
    return report.matches ? 0 : 1
  })
}

async function migrate(given: Asked, io: CommandIo): Promise<PrintedReport> {
  const { dataDir, databaseUrl } = readSettings(given, io)
  if (!existsSync(join(dataDir, 'farthing.db'))) throw new UsageError(`there is no ledger in ${dataDir}`)
  const system = commandSystem([databaseUrl, ...passwordsIn(databaseUrl)])
  const onProgress = createProgress(systemClock, (line) => io.err(`farthing migrate: ${line}\n`))
  try {
    const report = await migrateLedger({ dataDir, databaseUrl, checkOnly: given.checkOnly, onProgress }, system)
    return { ...report, from: dataDir, to: publicName(databaseUrl), checkOnly: given.checkOnly, memory: process.memoryUsage.rss() }
  } finally {
    system.flush()
  }
}

interface MigrationSettings {
  readonly dataDir: string
  readonly databaseUrl: string
}

/** @throws ConfigError, UsageError */
function readSettings({ from, to }: Asked, { env, err }: CommandIo): MigrationSettings {
  const config = loadMoveConfig(env)
  const databaseUrl = to === null ? config.databaseUrl : readAddress(to)
  if (databaseUrl === null) throw new UsageError('name the database: DATABASE_URL, DATABASE_URL_FILE or --to')
  if (to !== null && passwordsIn(databaseUrl).length > 0)
    err('farthing migrate: every user of this machine can see the password in --to; use DATABASE_URL or DATABASE_URL_FILE instead\n')
  return { dataDir: from ?? config.dataDir, databaseUrl }
}

function readAddress(to: string): string {
  try {
    return postgresUrl(to)
  } catch (error) {
    if (error instanceof SettingError) throw new UsageError(`--to ${error.message}`)
    throw error
  }
}

/** The database's address without user, password and parameters. */
function publicName(databaseUrl: string): string {
  const { host, pathname, searchParams } = new URL(databaseUrl)
  return `postgres://${host === '' ? (searchParams.get('host') ?? '') : host}${pathname}`
}
