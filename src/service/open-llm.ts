import type { Config } from '../config/config.ts'
import { createLanguageModel, type LanguageModelParts } from '../llm/create-language-model.ts'
import type { LanguageModel, OpenedLanguageModel } from '../llm/language-model.ts'
import type { Prompt } from '../llm/dialects/dialect.ts'
import type { ModelTool } from '../llm/model-tool.ts'
import { priceErrors } from '../llm/price-check.ts'
import type { LoadedGoods } from './goods/load-goods.ts'
import { picodollarsOf } from '../llm/spending/picodollars.ts'
import type { Health } from '../ops/health.ts'
import type { Timers } from '../shared/clock.ts'
import { OperatorError } from '../shared/operator-error.ts'

const ownUrls = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  ollama: 'http://127.0.0.1:11434/v1',
} as const
const usualContextTokens = 128_000

/** Prices of calls that the prices of tokens do not allow for. */
class LlmPricesRefused extends OperatorError {
  override readonly name = 'LlmPricesRefused'
}

/** The shortest prompts of what is sold, by tool. */
export function shortestPromptsOf({ lines }: Pick<LoadedGoods, 'lines'>): Readonly<Record<string, Prompt>> {
  const all = lines.map(({ line }) => line.shortestPrompts?.() ?? {})
  return Object.assign({}, ...all) as Readonly<Record<string, Prompt>>
}

/**
 * The language model of the settings; null without one.
 * @param shortest the shortest prompt of each tool that it answers
 * @throws LlmPricesRefused where a call cannot pay for itself
 */
export function openLlm(config: Config, parts: LanguageModelParts, shortest: Readonly<Record<string, Prompt>>): OpenedLanguageModel | null {
  const { llmProvider: provider, llmModel: model } = config
  if (provider === null || model === null) return null
  const url = config.llmUrl ?? ownUrls[provider]
  const prices = { input: config.llmInputPrice ?? 0n, output: config.llmOutputPrice ?? 0n }
  const contextTokens = config.llmContextTokens ?? usualContextTokens
  const errors = priceErrors(shortest, config.llmPrices, { prices, contextTokens })
  if (errors.length > 0) throw new LlmPricesRefused(errors.join('\n'))
  parts.log.info({ provider, model }, 'a language model answers text tools, on routes of its own')
  return createLanguageModel(
    {
      provider,
      model,
      url,
      apiKey: config.llmApiKey,
      // A price per million tokens in base units is a price per token in picodollars.
      prices,
      budgetPerDay: picodollarsOf(config.llmBudgetPerDay),
      deadlineMs: config.llmSeconds * 1_000,
      maxCalls: config.llmCalls,
      contextTokens,
    },
    parts,
  )
}

/** The model as each tool needs it; null without one. */
export function llmTools(
  { llmPrices, llmSeconds }: Pick<Config, 'llmPrices' | 'llmSeconds'>,
  model: LanguageModel | null,
  { timers }: { readonly timers: Timers },
): ((tool: string) => ModelTool) | null {
  if (!model) return null
  const prices: Readonly<Record<string, bigint>> = llmPrices
  return (tool) => {
    const price = prices[tool]
    if (price === undefined) throw new Error(`LLM_OFFER_PRICES has no price of ${tool}`)
    return { model, price, deadlineMs: llmSeconds * 1_000, timers }
  }
}

/** Shows whether the model can be asked, and learns what other instances have spent of the day's budget. */
export function watchLlm(model: OpenedLanguageModel | null, health: Health): void {
  if (!model) return
  const probe = async () => {
    await model.refresh()
    if (model.availability(0n) === 'down') throw new Error('the language model cannot be asked now')
  }
  health.register('llm', probe, { critical: false })
}
