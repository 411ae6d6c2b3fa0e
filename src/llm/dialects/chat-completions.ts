import { z } from 'zod'
import type { TokenUsage } from '../spending/picodollars.ts'
import type { Dialect } from './dialect.ts'

const tokenCount = z.int().min(0).max(100_000_000)

const usage = z.object({ prompt_tokens: tokenCount, completion_tokens: tokenCount })

const completion = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().max(64).nullish(),
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
      }),
    )
    .min(1),
  usage: usage.nullish(),
})

/**
 * Chat completions, by https://platform.openai.com/docs/api-reference/chat and https://docs.ollama.com/openai. The answer's schema goes
 * out as a strict `response_format`; servers that ignore it find the schema in the instructions as well.
 * @param outputLimit the member with which the server limits the output: OpenAI refuses the older name for its newer models, and
 *   most other servers know only that one
 * @param temperature sent where given; some models accept no value but their own
 */
export function chatCompletions(outputLimit: 'max_completion_tokens' | 'max_tokens', temperature: number | null): Dialect {
  return {
    request: (prompt, { model, apiKey }) => ({
      path: '/chat/completions',
      headers: bearerOf(apiKey),
      body: {
        model,
        messages: [
          { role: 'system', content: prompt.instructions },
          { role: 'user', content: prompt.data },
        ],
        response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema: prompt.schema } },
        stream: false,
        [outputLimit]: prompt.maxOutputTokens,
        ...(temperature === null ? {} : { temperature }),
      },
    }),
    models: (apiKey) => ({ path: '/models', headers: bearerOf(apiKey) }),
    read(body) {
      const { choices, usage } = completion.parse(body)
      const [choice] = choices
      const { content = null, refusal = null } = choice?.message ?? {}
      return {
        content: content === null ? null : { text: content },
        usage: usage ? usageOf(usage) : null,
        ending: endingOf(choice?.finish_reason ?? 'stop', refusal !== null && refusal !== ''),
      }
    },
    readUsage(body) {
      const read = z.object({ usage }).safeParse(body)
      return read.success ? usageOf(read.data.usage) : null
    },
  }
}

function bearerOf(apiKey: string | null): Readonly<Record<string, string>> {
  return apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }
}

function usageOf(given: z.output<typeof usage>): TokenUsage {
  return { inputTokens: given.prompt_tokens, outputTokens: given.completion_tokens }
}

function endingOf(finishReason: string, isRefused: boolean) {
  if (isRefused || finishReason === 'content_filter') return 'declined'
  return finishReason === 'length' ? 'cut' : 'complete'
}
