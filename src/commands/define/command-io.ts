import type { Environment } from '../../ops/setting.ts'
import type { CommandOutput } from './define-command.ts'

/** What a command reads and writes. */
export interface CommandIo extends CommandOutput {
  /** The process's own unless given. */
  readonly env?: Environment
}

/** Of this process, for a command that looks after its standard output itself. */
export const bareIo: CommandIo = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
}

let isWatched = false

/** Of this process: writes as fast as the reader takes it, and ends quietly when the reader has gone (`| head`). */
export function processIo(): CommandIo {
  if (!isWatched) process.stdout.on('error', endWithReader)
  isWatched = true
  return {
    out: (text) => (process.stdout.write(text) ? undefined : new Promise((resolve) => void process.stdout.once('drain', resolve))),
    err: bareIo.err,
  }
}

function endWithReader(error: NodeJS.ErrnoException): never {
  if (error.code === 'EPIPE') process.exit(0)
  process.stderr.write(`farthing: standard output can't be written: ${error.message}\n`)
  process.exit(1)
}
