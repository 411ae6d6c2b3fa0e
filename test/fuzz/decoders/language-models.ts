import { dialectOf } from '../../../src/llm/dialects/dialect-of.ts'
import { exchangePrompt } from '../../../src/llm/exchange-prompt.ts'
import { ModelFailure } from '../../../src/llm/model-failure.ts'
import { buildPrompt } from '../../../src/llm/prompt.ts'
import { checkClaimTask } from '../../../goods/text/llm/tasks/check-claim.ts'
import type { HttpClient } from '../../../src/net/http-client.ts'
import { jsonNear } from '../generate/mutate-json.ts'
import { hold } from '../promises.ts'
import type { Target } from '../run-fuzz.ts'
import { stillClock } from '../still-world.ts'
import { upstreamsWords } from './lying-upstreams.ts'
import { ourProblem } from './payments.ts'

const input = { claim: 'The bridge has four lanes.', source: 'Since 1997 the bridge has four lanes and two tracks.' }
const prompt = buildPrompt(checkClaimTask.instructions, checkClaimTask.data(input), 'DATA-00112233445566778899aabb')
const verdict = {
  verdict: 'supported',
  confidence: 0.9,
  quotes: [{ text: 'the bridge has four lanes', stance: 'supports' }],
  reasons: ['full_coverage'],
}
const chat = (content: unknown) => ({
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 900, completion_tokens: 50 },
})
const message = (value: unknown) => ({
  content: [{ type: 'tool_use', id: 'toolu_1', name: 'answer', input: value }],
  stop_reason: 'tool_use',
  usage: { input_tokens: 900, output_tokens: 50 },
})

const nearVerdict = jsonNear([verdict, verdict, { ...verdict, note: upstreamsWords }])
const nearMessage = jsonNear([message(verdict), message({ ...verdict, verdict: upstreamsWords })])
const nearChat = jsonNear([chat(JSON.stringify(verdict)), chat(upstreamsWords)])

const bodies = {
  openai: nearChat,
  anthropic: nearMessage,
} as const

/** Answers a request with this body, as far as its limit allows. */
function httpOf(body: string): HttpClient {
  const bytes = Buffer.from(body)
  return { send: async () => ({ status: 200, header: () => null, list: () => null, body: bytes, chunks: [bytes] }), close: async () => {} }
}

export const languageModelTargets: readonly Target<string, string>[] = (['openai', 'anthropic'] as const).map((provider) => ({
  name: `a verdict of a language model by ${provider}`,
  make(random) {
    // A message that fits, with words in it that may not, gets further than most others.
    if (provider === 'openai' && random.chance(0.5)) return JSON.stringify(chat(nearVerdict(random)))
    return bodies[provider](random)
  },
  fed: (body) => body,
  async check(body) {
    const settings = {
      provider,
      url: 'https://models.example/v1',
      model: 'm',
      apiKey: null,
      prices: { input: 1n, output: 1n },
      budgetPerDay: 1n,
      deadlineMs: 1_000,
      maxCalls: 1,
      contextTokens: 10_000,
    }
    const parts = { http: httpOf(body), dialect: dialectOf(settings), settings, signal: new AbortController().signal, clock: stillClock }
    try {
      const { value, failure, usage } = await exchangePrompt(prompt, parts)
      for (const tokens of Object.values(usage ?? {}))
        hold(Number.isSafeInteger(tokens) && tokens >= 0, 'tokens are counted in whole numbers')
      if (failure) throw failure
      const check = checkClaimTask.read(value, input, prompt)
      for (const { quote } of check.evidence) hold(input.source.includes(quote), 'a quote is in the source')
      hold(!JSON.stringify(check).includes(upstreamsWords), 'the words of a model go no further')
      return check.verdict === 'unverifiable' ? 'unproven' : 'verdict'
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error
      ourProblem(error.problem, ['answer_refused'])
      return error.reason
    }
  },
  reaches: ['verdict', 'unproven', 'answer_malformed'],
}))
