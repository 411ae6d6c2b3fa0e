import type { OpenedLanguageModel } from '../llm/language-model.ts'
import type { Sources } from '../sources/sources.ts'
import type { BackgroundWork } from './background-work.ts'
import type { OpenedLines } from './goods/open-goods.ts'
import type { Networks } from '../chain/connect/connect-networks.ts'
import type { OpenedGate } from './open-gate.ts'
import type { OpenedLedger } from './open-ledger.ts'
import type { OpenedSettler } from './open-settler.ts'

/** A step of an orderly end. */
export interface ClosingStep {
  readonly name: string
  run(deadlineMs: number): Promise<void>
}

/** In this order, so that each step finds open what it needs. */
export function closingSteps(parts: {
  readonly llm: OpenedLanguageModel | null
  /** Lines outside of `src`. */
  readonly lines: OpenedLines
  readonly openedGate: OpenedGate
  readonly opened: OpenedSettler
  readonly work: BackgroundWork
  readonly sources: Sources
  readonly connected: Networks
  readonly stores: OpenedLedger
}): readonly ClosingStep[] {
  const { llm, lines, openedGate, opened, work, sources, connected, stores } = parts
  return [
    { name: 'calls', run: () => openedGate.ended() },
    { name: 'language model', run: async () => llm?.close() },
    { name: 'settlements', run: (deadlineMs) => opened.settler.drain(deadlineMs) },
    { name: 'facilitator', run: () => opened.close() },
    { name: 'jobs', run: () => work.stop() },
    { name: 'goods', run: () => lines.close() },
    { name: 'sources', run: () => sources.close() },
    { name: 'networks', run: () => connected.close() },
    { name: 'ledger', run: () => stores.close() },
  ]
}
