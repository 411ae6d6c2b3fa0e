import type { SignalName } from './risk-model.ts'
import type { SeenTransfer } from './risk-observations.ts'

/** What looking for one signal came to. */
export interface Finding {
  readonly state: 'found' | 'not_found' | 'unknown'
  /** In words: what was seen, or why nothing could be. */
  readonly detail: string
  /** A stable snake_case code where the state is `unknown`. */
  readonly reason: string | null
  /** The transfers that show it, a few of them. */
  readonly evidence: readonly SeenTransfer[]
}

export type Findings = Readonly<Record<SignalName, Finding>>

const mostEvidence = 3

export function found(detail: string, evidence: readonly SeenTransfer[] = []): Finding {
  // One transaction that pays many is one piece of evidence.
  const distinct = new Map<string, SeenTransfer>()
  for (const one of evidence) {
    const key = `${one.network} ${one.transaction}`
    if (!distinct.has(key)) distinct.set(key, one)
  }
  return { state: 'found', detail, reason: null, evidence: [...distinct.values()].slice(0, mostEvidence) }
}

export function notFound(detail: string): Finding {
  return { state: 'not_found', detail, reason: null, evidence: [] }
}

export function unknown(reason: string, detail = 'could not be looked for'): Finding {
  return { state: 'unknown', detail, reason, evidence: [] }
}
