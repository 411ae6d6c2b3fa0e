import type { Log, LogFields } from '../../shared/log.ts'

/** A log that keeps what a part says of itself, so that the doctor can pass it on. */
export interface WarningLog extends Log {
  readonly warnings: readonly string[]
}

export function createWarningLog(): WarningLog {
  const warnings: string[] = []
  const keep = ({ reason, missing, err }: LogFields, message: string) => {
    const detail = reason ?? missing ?? (err instanceof Error ? err.message : undefined)
    warnings.push(detail === undefined ? message : `${message} (${Array.isArray(detail) ? detail.join(', ') : String(detail as string)})`)
  }
  const log: WarningLog = { warnings, debug() {}, info() {}, warn: keep, error: keep, child: () => log }
  return log
}
