import type { Log, LogFields } from '../shared/log.ts'
import type { EngineTrial } from '../workers/trial/engine-trial.ts'
import { findingsOf, type Finding } from './finding.ts'

const engines = findingsOf('engines')

interface OpenedEngine {
  readonly trial: EngineTrial
  close(): unknown
}

/**
 * Whether an engine does one piece of work, as the service tries it when it starts. Nothing is paid for.
 * @param open opens it with this log; null where there is none
 * @param words what it does in its trial, and how it is mended
 */
export async function examineEngine(
  open: (log: Log) => Promise<OpenedEngine | null> | OpenedEngine | null,
  { works, fix }: { readonly works: string; readonly fix: string },
): Promise<readonly Finding[]> {
  const reasons: string[] = []
  const opened = await open(logOfReasons(reasons))
  if (!opened) return []
  const { trial } = opened
  try {
    await trial.tried()
    if (trial.standing() === 'works') return [engines.ok(works, trial.name)]
    return [engines.fault(`it does not do its work: ${reasons.at(-1) ?? 'it gave no reason'}`, fix, trial.name)]
  } finally {
    await opened.close()
  }
}

/** Keeps the reasons of what is logged as an error. */
function logOfReasons(reasons: string[]): Log {
  const keep = ({ reason }: LogFields) => void (typeof reason === 'string' && reasons.push(reason))
  const log: Log = { debug() {}, info() {}, warn() {}, error: keep, child: () => log }
  return log
}
