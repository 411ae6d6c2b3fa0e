import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError, loadMoveConfig } from '../config/config.ts'
import { createLogger } from '../ops/logger.ts'
import { SettingError, type Environment } from '../ops/setting.ts'
import { postgresUrl } from '../ops/setting-formats.ts'
import { systemClock, systemRandom, systemTimers } from '../ops/system.ts'
import { migrateLedger } from '../service/migrate-ledger.ts'
import { silentMetrics } from '../shared/metrics.ts'
import { migrateHelp, readMigrateArguments, type MigrateArguments } from './migrate-arguments.ts'
import { createProgress } from './row-progress.ts'
import { migrateReportJson, migrateReportText, type PrintedReport } from './migrate-report.ts'
import { UsageError } from './usage-error.ts'

export interface MigrateIo {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** The process's own unless given. */
  readonly env?: Environment
}

const processIo: MigrateIo = { out: (text) => void process.stdout.write(text), err: (text) => void process.stderr.write(text) }

/** `farthing migrate`; gives the exit code that its help documents. */
export async function migrateCommand(args: readonly string[], io: MigrateIo = processIo): Promise<number> {
  try {
    const given = readMigrateArguments(args)
    if (given === 'help') {
      io.out(migrateHelp)
      return 0
    }
    const report = await migrate(given, io)
    io.out(given.json ? migrateReportJson(report) : migrateReportText(report))
    return report.matches ? 0 : 1
  } catch (error) {
    if (error instanceof UsageError) io.err(`farthing migrate: ${error.message}\n\n${migrateHelp}`)
    else io.err(`farthing migrate: ${error instanceof Error ? error.message : 'failed'}\n`)
    return error instanceof UsageError || error instanceof ConfigError ? 2 : 1
  }
}

async function migrate(given: MigrateArguments, io: MigrateIo): Promise<PrintedReport> {
  const { dataDir, databaseUrl, secrets } = readSettings(given, io)
  if (!existsSync(join(dataDir, 'farthing.db'))) throw new UsageError(`there is no ledger in ${dataDir}`)
  const { log, flush } = createLogger({ level: 'warn', secrets, pretty: process.stderr.isTTY })
  const system = { clock: systemClock, timers: systemTimers, random: systemRandom, log, metrics: silentMetrics }
  const onProgress = createProgress(systemClock, (line) => io.err(`farthing migrate: ${line}\n`))
  try {
    const report = await migrateLedger({ dataDir, databaseUrl, checkOnly: given.checkOnly, onProgress }, system)
    return { ...report, from: dataDir, to: publicName(databaseUrl), checkOnly: given.checkOnly, memory: process.memoryUsage.rss() }
  } finally {
    flush()
  }
}

interface MigrationSettings {
  readonly dataDir: string
  readonly databaseUrl: string
  /** What the log must not contain. */
  readonly secrets: readonly string[]
}

/** @throws ConfigError, UsageError */
function readSettings({ from, to }: MigrateArguments, { env, err }: MigrateIo): MigrationSettings {
  const config = loadMoveConfig(env)
  const databaseUrl = to === null ? config.databaseUrl : readAddress(to)
  if (databaseUrl === null) throw new UsageError('name the database: DATABASE_URL, DATABASE_URL_FILE or --to')
  const password = new URL(databaseUrl).password
  if (to !== null && password !== '')
    err('farthing migrate: every user of this machine can see the password in --to; use DATABASE_URL or DATABASE_URL_FILE instead\n')
  const passwords = password === '' ? [] : [password, decodeURIComponent(password)]
  return { dataDir: from ?? config.dataDir, databaseUrl, secrets: [databaseUrl, ...passwords] }
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
