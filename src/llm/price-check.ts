import { formatUnits } from '../shared/money.ts'
import type { Prompt } from './dialects/dialect.ts'
import type { ModelTask } from './model-task.ts'
import { buildPrompt } from './prompt.ts'
import { picodollarsOf, type TokenPrices } from './spending/picodollars.ts'
import { maxInputTokens, worstCostOf } from './worst-case.ts'

/** A prompt of a task with texts as short as callers may send them. */
export function shortestPrompt<Input>(
  { instructions, data }: Pick<ModelTask<Input, unknown>, 'instructions' | 'data'>,
  input: Input,
): Prompt {
  return buildPrompt(instructions, { ...data(input) }, `DATA-${'0'.repeat(24)}`)
}

/**
 * What is wrong with prices, a sentence for each tool: not even the shortest call costs less than its price, or fits into the context.
 * @param shortest the shortest prompt of each tool that a language model answers
 */
export function priceErrors(
  shortest: Readonly<Record<string, Prompt>>,
  offerPrices: Readonly<Record<string, bigint>>,
  model: { readonly prices: TokenPrices; readonly contextTokens: number },
): readonly string[] {
  return Object.entries(shortest).flatMap(([tool, prompt]) => {
    const worst = worstCostOf(prompt, model.prices)
    const errors: string[] = []
    if (worst >= picodollarsOf(offerPrices[tool] ?? 0n))
      errors.push(
        `LLM_OFFER_PRICES: ${tool} must cost more than ${formatUnits(worst, 12)} dollars, the most that its shortest call can cost`,
      )
    const tokens = maxInputTokens(prompt) + prompt.maxOutputTokens
    if (tokens > model.contextTokens) errors.push(`LLM_CONTEXT_TOKENS must be at least ${tokens} for ${tool}`)
    return errors
  })
}
