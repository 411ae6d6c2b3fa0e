import type { LogLevel } from '../../ops/logger.ts'
import type { Welcome } from '../../service/welcome-facts.ts'
import { programName, readyLine, welcomeText } from './welcome.ts'

/** Whether a person reads what this process prints. */
const isAtTerminal = (): boolean => process.stdout.isTTY

/** The log level where the settings name none: a person is shown what needs attention, and a program everything. */
export const logLevelOf = ({ logLevel }: { readonly logLevel: LogLevel | null }): LogLevel =>
  logLevel ?? (process.stderr.isTTY ? 'warn' : 'info')

/** On a terminal only: what the program does until it is ready. */
export function sayStarting(isSandbox: boolean): void {
  if (isAtTerminal()) process.stdout.write(isSandbox ? 'Starting six local chains and stand-ins for every source ...\n' : 'Starting ...\n')
}

/** Prints that the service is ready: words on a terminal, otherwise one line of JSON, the only one on standard output. */
export function sayReady(welcome: Welcome, workers: number): void {
  if (!isAtTerminal()) return void process.stdout.write(readyLine(welcome, workers))
  process.stdout.write(welcomeText(welcome, programName()))
  if (workers > 1) process.stdout.write(`Workers: ${workers}; SIGHUP to process ${process.pid} renews them one after the other.\n\n`)
}
