import { z } from 'zod'
import type { HttpClient } from '../net/http-client.ts'
import { parseJson } from '../net/parse-json.ts'
import { UpstreamRejected } from '../net/upstream-errors.ts'
import type { Dialect } from './dialects/dialect.ts'
import type { LanguageModelSettings } from './language-model.ts'

/** By https://platform.openai.com/docs/api-reference/models/list and https://docs.anthropic.com/en/api/models-list. */
const modelList = z.object({ data: z.array(z.object({ id: z.string().max(500) })).max(50_000) })

const maxBytes = 10_000_000
const maxDepth = 16

/**
 * Asks the provider for its models, which costs nothing: it answers, takes our key, and has the model. Lists leave out aliases, and some
 * are cut into pages, so a model that is not in the list is asked for by its name.
 * @throws Error where the provider does not answer, refuses the key, or has no such model
 */
export async function findModel(
  { url, model, apiKey, deadlineMs }: LanguageModelSettings,
  { http, dialect, signal }: { readonly http: HttpClient; readonly dialect: Dialect; readonly signal: AbortSignal },
): Promise<void> {
  const { path, headers } = dialect.models(apiKey)
  const get = (address: string) => http.send(address, { headers, timeoutMs: deadlineMs, maxBytes, signal })
  const { data } = modelList.parse(parseJson((await get(url + path)).body, maxDepth))
  // Ollama lists a model with its tag.
  if (data.some(({ id }) => id === model || id === `${model}:latest`)) return
  await get(`${url}${path}/${encodeURIComponent(model)}`).catch((error: unknown) => {
    if (error instanceof UpstreamRejected && error.status === 404)
      throw new Error(`the provider has no model ${model} (LLM_MODEL)`, { cause: error })
    throw error
  })
}
