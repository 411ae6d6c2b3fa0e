import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError, loadMoveConfig } from '../config.ts'
import { createAnswerFiles } from '../ledger/answer-files.ts'
import { checkMove, moveLedger } from '../ledger/move/move-ledger.ts'
import { createLogger } from '../ops/logger.ts'
import { SettingError, type Environment } from '../ops/setting.ts'
import { postgresUrl } from '../ops/setting-formats.ts'
import { systemClock, systemRandom, systemTimers } from '../ops/system.ts'
import { silentMetrics } from '../shared/metrics.ts'
import { openPostgresStore } from '../store/postgres/open-postgres-store.ts'
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts'
import { StoreLocked, type Store } from '../store/store.ts'
import { migrateHelp, readMigrateArguments, type MigrateArguments } from './migrate-arguments.ts'
import { createProgress } from './migrate-progress.ts'
import { migrateReportJson, migrateReportText, type PrintedReport } from './migrate-report.ts'
import { UsageError } from './pay-arguments.ts'

export interface MigrateIo {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** The process's own unless given. */
  readonly env?: Environment
}

const processIo: MigrateIo = { out: (text) => void process.stdout.write(text), err: (text) => void process.stderr.write(text) }

/** Counting millions of rows takes longer than any statement of a service may. */
const statementMs = 600_000

/** `farthing migrate`; gives the exit code that its help documents. */
export async function migrateCommand(args: readonly string[], io: MigrateIo = processIo): Promise<number> {
  try {
    const wish = readMigrateArguments(args)
    if (wish === 'help') {
      io.out(migrateHelp)
      return 0
    }
    const report = await migrate(wish, io)
    io.out(wish.json ? migrateReportJson(report) : migrateReportText(report))
    return report.well ? 0 : 1
  } catch (error) {
    if (error instanceof UsageError) io.err(`farthing migrate: ${error.message}\n\n${migrateHelp}`)
    else io.err(`farthing migrate: ${error instanceof Error ? error.message : 'failed'}\n`)
    return error instanceof UsageError || error instanceof ConfigError ? 2 : 1
  }
}

async function migrate(wish: MigrateArguments, io: MigrateIo): Promise<PrintedReport> {
  const { dataDir, databaseUrl, secrets } = settled(wish, io)
  if (!existsSync(join(dataDir, 'farthing.db'))) throw new UsageError(`there is no ledger in ${dataDir}`)
  const { log, flush } = createLogger({ level: 'warn', secrets, pretty: process.stderr.isTTY })
  const system = { clock: systemClock, timers: systemTimers, random: systemRandom, log, metrics: silentMetrics }
  const stores: Store[] = []
  try {
    const from = await openSqliteStore({ directory: dataDir, ...system }).catch((error: unknown) => {
      throw error instanceof StoreLocked ? new Error(`a service uses the ledger of ${dataDir}: stop it first`, { cause: error }) : error
    })
    stores.push(from)
    const to = await openPostgresStore({ url: databaseUrl, connections: 2, statementMs, ...system })
    stores.push(to)
    const files = createAnswerFiles(join(dataDir, 'answers'))
    const tell = createProgress(systemClock, (line) => io.err(`farthing migrate: ${line}\n`))
    const parts = { from, files, to, clock: systemClock, random: systemRandom, tell }
    const report = await (wish.checkOnly ? checkMove(parts) : moveLedger(parts))
    return { ...report, from: dataDir, to: nameOf(databaseUrl), checkOnly: wish.checkOnly, memory: process.memoryUsage.rss() }
  } finally {
    for (const store of stores.toReversed()) await store.close()
    flush()
  }
}

interface Places {
  readonly dataDir: string
  readonly databaseUrl: string
  /** What must not stand in the log. */
  readonly secrets: readonly string[]
}

/** @throws ConfigError, UsageError */
function settled({ from, to }: MigrateArguments, { env, err }: MigrateIo): Places {
  const config = loadMoveConfig(env)
  const databaseUrl = to === null ? config.databaseUrl : checked(to)
  if (databaseUrl === null) throw new UsageError('name the database: DATABASE_URL, DATABASE_URL_FILE or --to')
  const password = new URL(databaseUrl).password
  if (to !== null && password !== '')
    err('farthing migrate: everybody on this machine can see the password in --to; give DATABASE_URL or DATABASE_URL_FILE instead\n')
  const passwords = password === '' ? [] : [password, decodeURIComponent(password)]
  return { dataDir: from ?? config.dataDir, databaseUrl, secrets: [databaseUrl, ...passwords] }
}

function checked(to: string): string {
  try {
    return postgresUrl(to)
  } catch (error) {
    if (error instanceof SettingError) throw new UsageError(`--to ${error.message}`)
    throw error
  }
}

/** Without user, password and parameters. */
function nameOf(databaseUrl: string): string {
  const { host, pathname, searchParams } = new URL(databaseUrl)
  return `postgres://${host === '' ? (searchParams.get('host') ?? '') : host}${pathname}`
}
