import { z } from 'zod'
import type { LanguageModel } from './language-model.ts'
import { ModelFailure } from './model-failure.ts'
import { addressedWarning, isAddressedToModels } from './checks/addressed-to-models.ts'
import { picodollarsOf, type TokenUsage } from './spending/picodollars.ts'
import { count, identifier } from '../offers/answer-figures.ts'
import type { Caller } from '../shared/caller.ts'
import { usd } from '../shared/money.ts'
import type { Timers } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import { unlessSwitchedOff } from '../shared/switched-off.ts'

/** A language model for one tool. */
export interface ModelTool {
  readonly model: LanguageModel
  /** Of a call, in USDC base units. */
  readonly price: bigint
  /** For one answer of the model. */
  readonly deadlineMs: number
  readonly timers: Timers
}

/** For a route of the embedded engine: asking it for another one must not be ignored. */
export const embeddedEngine = (route: string) =>
  z
    .literal('embedded', { error: `embedded, which this route runs; a language model, where one is offered, has the route ${route}` })
    .optional()
    .describe('Only embedded')

/** Members of a call that a language model answers. */
export const modelRequest = {
  engine: z
    .literal('llm', { error: 'llm, which this route runs; the embedded engine has a route of its own' })
    .optional()
    .describe('Only llm'),
  fallback: z
    .enum(['none', 'embedded'])
    .default('none')
    .describe('embedded: the embedded engine answers where the model fails; that answer is not charged'),
}

/** Says which engine answered instead of the one that was asked for. */
export const fallbackMember = z.object({
  used: z.boolean(),
  reason: identifier.nullable().describe('Why the language model gave no usable answer; null where it did'),
})

/** @param reason null where the model answered */
export function fallbackBy(reason: string | null): { used: boolean; reason: string | null } {
  return { used: reason !== null, reason }
}

export const tokenCounts = { inputTokenCount: count.nullable(), outputTokenCount: count.nullable() }

export function tokenCountsOf(usage: TokenUsage | null) {
  return { inputTokenCount: usage?.inputTokens ?? null, outputTokenCount: usage?.outputTokens ?? null }
}

/** The version of our instructions and checks. */
const version = '1'
export const engineOfModel = ({ provider, model }: LanguageModel) => ({ provider, model, version })

/** Time for settling before the model, and for a fallback and checks after it. */
const spareMs = 10_000

/** How a call of a language model is sold: paid before the work, never free. @param description its price where there is no model */
export function modelTerms(tool: ModelTool | null, description: string) {
  const worst = tool ? picodollarsOf(tool.price) : 0n
  return {
    restsOn: 'the language model that the answer names',
    cannotKnow: 'why the model says so; whether it says the same tomorrow',
    access: { kind: 'fixed', price: tool?.price ?? usd(description) },
    // The worst case of a call is held against this price, whatever the operator orders later.
    ...(tool ? { minPrice: tool.price } : {}),
    settle: 'first',
    firstCallFree: false,
    deadlineMs: (tool?.deadlineMs ?? 15_000) + spareMs,
    needs: { engine: { setting: 'LLM_PROVIDER', by: tool && { availability: () => tool.model.availability(worst) } } },
    ...(tool ? { engine: tool.model.trial, admit: (caller: Caller) => tool.model.admit(caller, worst) } : {}),
  } as const
}

export function required<Tool extends ModelTool>(tool: Tool | null): Tool {
  return unlessSwitchedOff(tool, 'There is no language model here.')
}

/** An answer with the engine that gave it. */
export type Answered<FromModel, FromEmbedded> =
  | { readonly by: 'llm'; readonly answer: FromModel }
  | { readonly by: 'embedded'; readonly answer: FromEmbedded; readonly reason: string }

/**
 * Asks the model. Where it fails, the caller gets its failure, or the embedded engine's answer if they asked for that.
 * @throws Problem
 */
export async function askModel<FromModel, FromEmbedded>(
  { fallback, log }: { readonly fallback: 'none' | 'embedded'; readonly log: Log },
  fromModel: () => Promise<FromModel>,
  fromEmbedded: (() => Promise<FromEmbedded>) | null,
): Promise<Answered<FromModel, FromEmbedded>> {
  try {
    return { by: 'llm', answer: await fromModel() }
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error
    if (fallback === 'none' || !fromEmbedded) throw error.problem
    log.info({ reason: error.reason }, 'the embedded engine answers instead of the language model')
    // Its own problem would hide why the call came to it.
    const answer = await fromEmbedded().catch(() => {
      throw error.problem
    })
    return { by: 'embedded', answer, reason: error.reason }
  }
}

/** The warning about texts that address a model, for an answer by one. */
export function warningsAbout(texts: readonly string[]): readonly string[] {
  return isAddressedToModels(texts) ? [addressedWarning] : []
}
