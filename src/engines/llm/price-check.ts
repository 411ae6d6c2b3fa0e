import { formatUnits } from '../../shared/money.ts'
import { buildPrompt } from './prompt.ts'
import { maxInputTokens, worstCostOf } from './worst-case.ts'
import { picodollarsOf, type TokenPrices } from './spending/picodollars.ts'
import { checkClaimTask } from './tasks/check-claim.ts'
import { checkDeeplyTask } from './tasks/check-deeply.ts'
import { reviewCodeTask } from './tasks/review-code.ts'
import { translateTextTask } from './tasks/translate-text.ts'
import { measureSentimentTask } from './tasks/measure-sentiment.ts'
import { writeSummaryTask } from './tasks/write-summary.ts'

/** A prompt with texts as short as callers may send them. */
function shortest<Input>(
  { instructions, data }: { instructions: Parameters<typeof buildPrompt>[0]; data(input: Input): object },
  input: Input,
) {
  return buildPrompt(instructions, { ...data(input) }, `DATA-${'0'.repeat(24)}`)
}

const [claim, source] = ['A claim, 1', 'A source of some fifty characters is the shortest one']
const shortestCalls = {
  'fact-check': shortest(checkClaimTask, { claim, source }),
  'fact-check-deep': shortest(checkDeeplyTask, { claim, sources: [source] }),
  sentiment: shortest(measureSentimentTask, { text: 'x', language: null }),
  summarize: shortest(writeSummaryTask, { text: 'x', length: { sentences: 1 }, style: 'paragraph' }),
  translate: shortest(translateTextTask, { text: 'x', source: null, target: 'de' }),
  'code-review': shortest(reviewCodeTask, { code: 'x', language: 'python' }),
} as const

/** Text tools that a language model answers. */
export type LlmToolName = keyof typeof shortestCalls

/** What is wrong with prices, a sentence for each tool: not even the shortest call costs less than its price, or fits into the context. */
export function priceErrors(
  offerPrices: Readonly<Record<LlmToolName, bigint>>,
  model: { readonly prices: TokenPrices; readonly contextTokens: number },
): readonly string[] {
  return Object.entries(shortestCalls).flatMap(([tool, prompt]) => {
    const worst = worstCostOf(prompt, model.prices)
    const errors: string[] = []
    if (worst >= picodollarsOf(offerPrices[tool as LlmToolName]))
      errors.push(
        `LLM_OFFER_PRICES: ${tool} must cost more than ${formatUnits(worst, 12)} dollars, the most that its shortest call can cost`,
      )
    const tokens = maxInputTokens(prompt) + prompt.maxOutputTokens
    if (tokens > model.contextTokens) errors.push(`LLM_CONTEXT_TOKENS must be at least ${tokens} for ${tool}`)
    return errors
  })
}
