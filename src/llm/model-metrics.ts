import type { Metrics } from '../shared/metrics.ts'
import type { Picodollars, TokenUsage } from './spending/picodollars.ts'

/** What is counted of a language model. */
export interface ModelMetrics {
  asked(outcome: string, ms: number): void
  spent(cost: Picodollars, usage: TokenUsage | null): void
}

const latencyBuckets = [0.5, 1, 2, 5, 10, 20, 40]

export function createModelMetrics(metrics: Metrics): ModelMetrics {
  const calls = metrics.counter('farthing_llm_calls_total', 'Calls of the language model, by outcome', ['outcome'])
  const seconds = metrics.histogram('farthing_llm_seconds', 'Time that the language model takes to answer', [], latencyBuckets)
  const tokens = metrics.counter('farthing_llm_tokens_total', 'Tokens that the provider reported', ['kind'])
  const cost = metrics.counter('farthing_llm_picodollars_total', 'Cost of the language model in picodollars, 10^12 of them a dollar')
  return {
    asked(outcome, ms) {
      calls.add({ outcome })
      seconds.observe(ms / 1_000)
    },
    spent(amount, usage) {
      cost.add({}, Number(amount))
      if (!usage) return
      tokens.add({ kind: 'input' }, usage.inputTokens)
      tokens.add({ kind: 'output' }, usage.outputTokens)
    },
  }
}
