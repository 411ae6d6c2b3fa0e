/**
 * Primary result codes of SQLite with which the machine fails, not the statement: busy, locked, out of memory, I/O error,
 * corrupt, full, can't open, not a database.
 */
const faults = new Set([5, 6, 7, 10, 11, 13, 14, 26])

const busy = 5

/** Whether another connection holds the lock: nothing has failed yet, and the next attempt may succeed. */
export function isBusy(error: unknown): boolean {
  const { errcode } = (error ?? {}) as { errcode?: unknown }
  return typeof errcode === 'number' && (errcode & 0xff) === busy
}

/** Whether the machine failed, and not the statement. */
export function isEngineFault(error: unknown): boolean {
  const { errcode } = (error ?? {}) as { errcode?: unknown }
  return typeof errcode === 'number' && faults.has(errcode & 0xff)
}

const full = 13

/** Whether the disk is full, or our share of it. */
export function isDiskFull(error: unknown): boolean {
  const { errcode, code } = (error ?? {}) as { errcode?: unknown; code?: unknown }
  return code === 'ENOSPC' || code === 'EDQUOT' || (typeof errcode === 'number' && (errcode & 0xff) === full)
}
