import { spawn } from 'node:child_process'

export function startWorker(script: string): void {
  process.umask(0o077)
  spawn(process.execPath, [script], { detached: true, stdio: 'ignore' }).unref()
}
