import { pino, type Logger as PinoLogger } from 'pino'
import type { Log, LogFields } from '../shared/log.ts'
import { formatLogLine } from './log-line.ts'
import { createRedactor } from './redact.ts'

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

export interface LoggerOptions {
  readonly level: LogLevel
  /** Secret texts, redacted wherever they appear. */
  readonly secrets?: readonly string[]
  /** One readable line for people instead of JSON. */
  readonly pretty?: boolean
  /** Writes a line; default stderr. */
  readonly write?: (line: string) => void
}

export interface Logger {
  readonly log: Log
  /** Writes the lines that are still in memory. Call it last, just before the process ends. */
  flush(): void
}

/** The log of the process: pino, written to stderr asynchronously, with every payment header and secret redacted. */
export function createLogger({ level, secrets = [], pretty = false, write }: LoggerOptions): Logger {
  const stderr = write ? null : pino.destination({ dest: 2, sync: false })
  const put = write ?? ((line: string) => void stderr?.write(line))
  const destination = { write: pretty ? (line: string) => put(formatLogLine(line)) : put }
  const redact = createRedactor(secrets)
  const logger = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: (label) => ({ level: label }) } },
    destination,
  )
  return {
    log: createLog(() => logger, logger, redact),
    flush() {
      try {
        stderr?.flushSync()
      } catch {
        // stderr is closed or was never opened, so there is nothing to write to.
      }
    },
  }
}

/** @param own makes the logger that writes. Every call has a child logger and most write nothing, so it is made at the first line. */
function createLog(own: () => PinoLogger, root: PinoLogger, redact: (value: unknown) => unknown): Log {
  let made: PinoLogger | null = null
  const logger = () => (made ??= own())
  const at = (level: 'debug' | 'info' | 'warn' | 'error') => (fields: LogFields, message: string) => {
    if (root.isLevelEnabled(level)) logger()[level](redact(fields), redact(message) as string)
  }
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    child: (fields) => createLog(() => logger().child(redact(fields) as LogFields), root, redact),
  }
}
