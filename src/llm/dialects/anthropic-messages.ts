import { z } from 'zod'
import type { TokenUsage } from '../spending/picodollars.ts'
import type { Dialect } from './dialect.ts'

const tokenCount = z.int().min(0).max(100_000_000)

const usage = z.object({
  input_tokens: tokenCount,
  output_tokens: tokenCount,
  cache_creation_input_tokens: tokenCount.nullish(),
  cache_read_input_tokens: tokenCount.nullish(),
})

const message = z.object({
  content: z.array(z.looseObject({ type: z.string().max(64), name: z.string().nullish() })),
  stop_reason: z.string().max(64).nullish(),
  usage: usage.nullish(),
})

/** The tool whose input is the answer. */
const toolName = 'answer'

/**
 * Messages, by https://docs.anthropic.com/en/api/messages. The model has to use one tool, and the input schema of that tool is the
 * schema of the answer. The tool is never run.
 */
export const anthropicMessages: Dialect = {
  request: (prompt, { model, apiKey }) => ({
    path: '/messages',
    headers: headersOf(apiKey),
    body: {
      model,
      system: prompt.instructions,
      messages: [{ role: 'user', content: prompt.data }],
      tools: [{ name: toolName, description: 'Takes the answer.', input_schema: prompt.schema }],
      tool_choice: { type: 'tool', name: toolName },
      max_tokens: prompt.maxOutputTokens,
    },
  }),
  models: (apiKey) => ({ path: '/models', headers: headersOf(apiKey) }),
  read(body) {
    const { content, stop_reason: reason, usage } = message.parse(body)
    const tools = content.filter(({ type, name }) => type === 'tool_use' && name === toolName)
    return {
      content: tools.length === 1 ? { value: tools[0]?.['input'] } : null,
      usage: usage ? usageOf(usage) : null,
      ending:
        reason === 'max_tokens' || reason === 'model_context_window_exceeded' ? 'cut' : reason === 'refusal' ? 'declined' : 'complete',
    }
  },
  readUsage(body) {
    const read = z.object({ usage }).safeParse(body)
    return read.success ? usageOf(read.data.usage) : null
  },
}

function headersOf(apiKey: string | null): Readonly<Record<string, string>> {
  return { 'anthropic-version': '2023-06-01', ...(apiKey === null ? {} : { 'x-api-key': apiKey }) }
}

/** We mark nothing to be cached. Cached tokens would cost at most a quarter more than others, and count as others here. */
function usageOf(given: z.output<typeof usage>): TokenUsage {
  const cached = (given.cache_creation_input_tokens ?? 0) + (given.cache_read_input_tokens ?? 0)
  return { inputTokens: given.input_tokens + cached, outputTokens: given.output_tokens }
}
