import { describeReason } from '../../addresses/unknown-reason.ts'
import type { SignalName } from './risk-model.ts'
import type { NetworkTransfer } from '../../addresses/sanctions/mixer-dealings.ts'

/** The result of looking for one signal. */
export interface Finding {
  readonly state: 'found' | 'not_found' | 'unknown'
  /** In words: what was seen, or that nothing could be read. */
  readonly detail: string
  /** A stable snake_case code where the state is `unknown`. */
  readonly reason: string | null
  /** Up to three transfers that show it. */
  readonly evidence: readonly NetworkTransfer[]
}

export type Findings = Readonly<Record<SignalName, Finding>>

const maxEvidence = 3

export function found(detail: string, evidence: readonly NetworkTransfer[] = []): Finding {
  // A transaction that pays many recipients is one piece of evidence.
  const distinct = new Map<string, NetworkTransfer>()
  for (const one of evidence) {
    const key = `${one.network} ${one.transaction}`
    if (!distinct.has(key)) distinct.set(key, one)
  }
  return { state: 'found', detail, reason: null, evidence: [...distinct.values()].slice(0, maxEvidence) }
}

export function notFound(detail: string): Finding {
  return { state: 'not_found', detail, reason: null, evidence: [] }
}

export function unknown(reason: string, detail = `could not be looked for: ${describeReason(reason)}`): Finding {
  return { state: 'unknown', detail, reason, evidence: [] }
}
