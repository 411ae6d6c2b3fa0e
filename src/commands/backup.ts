import { constants, setPriority } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ConfigError, loadMoveConfig } from '../config/config.ts'
import { systemClock } from '../ops/system.ts'
import { noteBackup } from '../service/last-backup.ts'
import { backUpLedger, rowsOf, type BackupReport } from '../service/back-up-ledger.ts'
import { formatUsd } from '../shared/money.ts'
import { bareIo, type CommandIo } from './define/command-io.ts'
import { defineCommand, flag, value } from './define/define-command.ts'
import { createProgress } from './row-progress.ts'
import { UsageError } from './define/usage-error.ts'

export interface BackupIo extends CommandIo {
  /** Where the bytes of a backup to standard output go. */
  readonly stdout: Writable
}

const command = defineCommand({
  name: 'backup',
  forms: [['--to <folder> [options]', 'backs up the ledger of DATA_DIR or DATABASE_URL, while the service sells or not']],
  options: {
    to: value('folder', 'where the backup goes, as a file of its own; - writes it to standard output'),
    json: flag('the report as JSON'),
  },
  notes: `A backup has all rows of the ledger as they were at one moment, and stored answers. It restores into either engine. It has no secrets:
    keep SIGNER_KEY, REFUND_KEY, MPP_SECRET and the other settings elsewhere. It has signatures and answers, so keep it as closely as the
    ledger; the file is readable for its owner only. A file is read back before it gets its name, and never overwrites another one.

    To see that a backup is whole: farthing restore --check <file>. Progress goes to stderr, the report to stdout (with --to - to stderr).
    Exit code: 0 if the backup is whole, 1 if it could not be made (nothing is left then), 2 for wrong usage.`,
  explain: (error) => ({ said: `no backup was made: ${reasonOf(error)}`, code: error instanceof ConfigError ? 2 : 1 }),
})

/** `farthing backup`; gives the exit code that its help documents. */
export function backupCommand(args: readonly string[], own?: BackupIo): Promise<number> {
  const io = own ?? { ...bareIo, stdout: process.stdout }
  return command.run(args, io, async ({ options: { to, json } }) => {
    if (to === undefined || to === '') throw new UsageError('say where the backup goes: --to <folder>, or --to - for standard output')
    if (!own) yieldToSales()
    const report = await backUp(to, io)
    noteIt(report, io)
    const tell = to === '-' ? io.err : io.out
    await tell(json ? reportJson(report) : reportText(report))
    return 0
  })
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

function backUp(to: string, io: BackupIo): Promise<BackupReport> {
  const { dataDir, databaseUrl } = loadMoveConfig(io.env)
  const progress = createProgress(systemClock, (line) => io.err(`farthing backup: ${line}\n`))
  const source = { dataDir, databaseUrl, clock: systemClock, progress }
  return backUpLedger(source, to === '-' ? { write: (bytes) => toStdout(bytes, io.stdout) } : { folder: to })
}

/** Returns the number of bytes, once they have all left this process. */
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
