import type { CallPlace } from '../shared/call-places.ts'
import type { Caller } from '../shared/caller.ts'
import type { TriedEngine } from '../shared/tried-engine.ts'
import type { EngineTrial } from '../workers/trial/engine-trial.ts'
import type { Prompt } from './dialects/dialect.ts'
import type { Picodollars, TokenPrices, TokenUsage } from './spending/picodollars.ts'

export interface LanguageModelSettings {
  readonly provider: 'openai' | 'anthropic' | 'ollama'
  /** Base URL with the version, without a slash at the end. */
  readonly url: string
  readonly model: string
  readonly apiKey: string | null
  readonly prices: TokenPrices
  readonly budgetPerDay: Picodollars
  readonly deadlineMs: number
  readonly maxCalls: number
  /** Tokens of input and output that fit into the context together. */
  readonly contextTokens: number
}

/** What a model said, by its schema and otherwise unchecked. */
export interface ModelReply {
  readonly value: unknown
  /** As the provider says; null where it says nothing. */
  readonly usage: TokenUsage | null
}

/** A language model somewhere else, that is paid by the token. */
export interface LanguageModel {
  readonly provider: LanguageModelSettings['provider']
  readonly model: string
  readonly prices: TokenPrices
  readonly contextTokens: number
  /** Whether its provider answers and has it, by the list of models. */
  readonly trial: TriedEngine
  /** `down` while it fails, and while the day's budget has no room for a call of that worst case. It uses what is known and never waits. */
  availability(worst: Picodollars): 'available' | 'down'
  /** A place for one call, with room in the day's budget for its worst case. Null when there is none for this caller. */
  admit(caller: Caller, worst: Picodollars): CallPlace | null
  /** A random word for the markers of one prompt. */
  makeMarker(): string
  /**
   * Asks once; nothing is tried again. Its worst case is reserved in the day's budget before, and replaced by the reported usage
   * afterwards.
   * @param order `below`: the cost that even the worst case must stay below
   * @throws ModelFailure
   */
  ask(prompt: Prompt, order: { readonly below: Picodollars; readonly signal: AbortSignal }): Promise<ModelReply>
}

/** The same with its connections. */
export interface OpenedLanguageModel extends LanguageModel {
  readonly trial: EngineTrial
  /** Reads what all instances have spent today. */
  refresh(): Promise<void>
  close(): Promise<void>
}
