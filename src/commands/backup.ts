import { constants, setPriority } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ConfigError, loadMoveConfig } from '../config/config.ts'
import type { Environment } from '../ops/setting.ts'
import { systemClock } from '../ops/system.ts'
import { noteBackup } from '../service/last-backup.ts'
import { backUpLedger, rowsOf, type BackupReport } from '../service/back-up-ledger.ts'
import { formatUsd } from '../shared/money.ts'
import { backupHelp, readBackupArguments, type BackupArguments } from './backup-arguments.ts'
import { createProgress } from './row-progress.ts'
import { UsageError } from './usage-error.ts'

export interface BackupIo {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** Where the bytes of a backup to standard output go. */
  readonly stdout: Writable
  /** The process's own unless given. */
  readonly env?: Environment
}

const processIo: BackupIo = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  stdout: process.stdout,
}

/** `farthing backup`; gives the exit code that its help documents. */
export async function backupCommand(args: readonly string[], io: BackupIo = processIo): Promise<number> {
  try {
    const given = readBackupArguments(args)
    if (given === 'help') {
      io.out(backupHelp)
      return 0
    }
    if (io === processIo) yieldToSales()
    const report = await backUp(given, io)
    noteIt(report, io)
    const tell = given.to === '-' ? io.err : io.out
    tell(given.json ? reportJson(report) : reportText(report))
    return 0
  } catch (error) {
    if (error instanceof UsageError) io.err(`farthing backup: ${error.message}\n\n${backupHelp}`)
    else io.err(`farthing backup: no backup was made: ${reasonOf(error)}\n`)
    return error instanceof UsageError || error instanceof ConfigError ? 2 : 1
  }
}

/** For the service's metrics. A backup is one all the same where it can't be noted. */
function noteIt({ header }: BackupReport, io: BackupIo): void {
  const { dataDir } = loadMoveConfig(io.env)
  try {
    noteBackup(dataDir, header.takenAt)
  } catch (error) {
    io.err(`farthing backup: the backup was made, and its time could not be noted in ${dataDir} for the metrics: ${reasonOf(error)}\n`)
  }
}

/** Not the lowest priority: the database keeps what changes until the backup has ended. Threads for compression begin later, and so have this priority too. */
function yieldToSales(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Some containers forbid it; then the backup takes its share.
  }
}

function backUp({ to }: BackupArguments, io: BackupIo): Promise<BackupReport> {
  const { dataDir, databaseUrl } = loadMoveConfig(io.env)
  const progress = createProgress(systemClock, (line) => io.err(`farthing backup: ${line}\n`))
  const source = { dataDir, databaseUrl, clock: systemClock, progress }
  return backUpLedger(source, to === '-' ? { write: (bytes) => toStdout(bytes, io.stdout) } : { folder: to })
}

/** Gives the number of bytes, once they have all left this process. */
async function toStdout(bytes: Readable, stdout: Writable): Promise<number> {
  let sent = 0
  bytes.on('data', (chunk: Buffer) => (sent += chunk.length))
  bytes.pause()
  await pipeline(bytes, stdout, { end: stdout !== process.stdout })
  return sent
}

function reasonOf(error: unknown): string {
  const { code } = error as { code?: unknown }
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'the disk is full'
  if (code === 'EPIPE' || code === 'ERR_STREAM_PREMATURE_CLOSE') return 'what reads standard output ended before the backup did'
  return error instanceof Error ? error.message : 'failed'
}

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

export function sumLines({ end }: Pick<BackupReport, 'end'>): string[] {
  return end.sums.map(({ network, state, theft, payments, amount }) => {
    const name = `${network} ${theft ? `${state} (thefts)` : state}`
    return `${name.padEnd(33)}${whole.format(BigInt(payments))} payments, ${formatUsd(BigInt(amount))} USDC`
  })
}

function reportText(report: BackupReport): string {
  const { header, end, bytes, file, seconds } = report
  const lost = end.lostAnswers > 0 ? [`${whole.format(end.lostAnswers)} answers had expired meanwhile and are left out.`] : []
  const lines = [
    ...sumLines(report),
    ...lost,
    `${whole.format(rowsOf(header))} rows as of ${new Date(header.takenAt).toISOString()}, ${whole.format(bytes)} bytes, in ${seconds.toFixed(1)} s.`,
    `SHA-256 of the content: ${end.sha256}`,
    file === null ? 'Check what arrived: farthing restore --check <file>' : `Read back and whole: ${file}`,
  ]
  return `${lines.join('\n')}\n`
}

function reportJson({ header, end, bytes, file, seconds }: BackupReport): string {
  const { version, takenAt, engine, ledger, schema, tables } = header
  const rows = Object.fromEntries(tables.map(({ name, rows }) => [name, rows]))
  const { sums, lostAnswers, sha256 } = end
  return `${JSON.stringify({ well: true, file, bytes, seconds, version, takenAt: new Date(takenAt).toISOString(), engine, ledger, schema, rows, sums, lostAnswers, sha256 }, null, 2)}\n`
}
