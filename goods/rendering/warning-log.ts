import type { Log, LogFields } from '../../src/goods/kit/parts.ts'

/** A log that keeps what a part says of itself, so that the doctor can pass it on. */
export interface WarningLog extends Log {
  readonly warnings: readonly string[]
}

export function createWarningLog(): WarningLog {
  const warnings: string[] = []
  const keep = ({ reason, missing, err }: LogFields, message: string) => {
    const detail = Array.isArray(missing) ? missing.join(', ') : err instanceof Error ? err.message : reason
    warnings.push(typeof detail === 'string' ? `${message} (${detail})` : message)
  }
  const log: WarningLog = { warnings, debug() {}, info() {}, warn: keep, error: keep, child: () => log }
  return log
}
