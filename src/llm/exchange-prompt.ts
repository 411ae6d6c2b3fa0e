import type { HttpClient } from '../net/http-client.ts'
import { parseJson, parseJsonText } from '../net/parse-json.ts'
import { UpstreamGarbage, UpstreamRejected, UpstreamUnreachable } from '../net/upstream-errors.ts'
import { hasPassed, type Clock } from '../shared/clock.ts'
import type { Dialect, DialectReply, Prompt } from './dialects/dialect.ts'
import type { LanguageModelSettings } from './language-model.ts'
import { ModelFailure } from './model-failure.ts'
import type { TokenUsage } from './spending/picodollars.ts'

/** Far more than the longest answer that any task asks for. */
const maxBytes = 256_000
const maxDepth = 16
/** The pause after "too many requests" without a time. */
const usualPauseMs = 10_000

/** How one exchange with a provider ended. */
export interface PromptExchange {
  readonly value: unknown
  readonly failure: ModelFailure | null
  readonly usage: TokenUsage | null
  /** Without a usage: whether the provider may have worked, and charge for it. */
  readonly isCharged: boolean
  /** What it says about the provider; `abandoned` is nothing. */
  readonly verdict: 'fine' | 'failed' | 'abandoned' | { readonly pauseMs: number }
}

/** Sends a prompt and reads the answer. It never throws: every failure is an outcome with its cost. */
export async function exchangePrompt(
  prompt: Prompt,
  parts: {
    readonly http: HttpClient
    readonly dialect: Dialect
    readonly settings: LanguageModelSettings
    readonly signal: AbortSignal
    readonly clock: Clock
  },
): Promise<PromptExchange> {
  const { http, dialect, settings, signal, clock } = parts
  const startedAt = clock.now()
  const request = dialect.request(prompt, settings)
  try {
    const answer = await http.send(settings.url + request.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...request.headers },
      body: JSON.stringify(request.body),
      timeoutMs: settings.deadlineMs,
      maxBytes,
      signal,
    })
    return readAnswer(parseJson(answer.body, maxDepth), dialect)
  } catch (error) {
    // A call that came with little time left says nothing about the provider.
    const isHurried = !hasPassed(startedAt, settings.deadlineMs / 2, clock.now())
    return failureOf(error, isHurried)
  }
}

function readAnswer(body: unknown, dialect: Dialect): PromptExchange {
  let reply: DialectReply
  try {
    reply = dialect.read(body)
  } catch (error) {
    const failure = new ModelFailure('answer_malformed', { cause: error })
    return { value: null, failure, usage: dialect.readUsage(body), isCharged: true, verdict: 'failed' }
  }
  const answered = { usage: reply.usage, isCharged: true, verdict: 'fine' } as const
  const refuse = (failure: ModelFailure) => ({ ...answered, value: null, failure })
  if (reply.ending === 'declined') return refuse(new ModelFailure('answer_declined'))
  if (reply.ending === 'cut') return refuse(new ModelFailure('answer_incomplete'))
  if (reply.content === null) return refuse(new ModelFailure('answer_empty'))
  if ('value' in reply.content) return { ...answered, value: reply.content.value, failure: null }
  if (reply.content.text.trim() === '') return refuse(new ModelFailure('answer_empty'))
  try {
    return { ...answered, value: parseJsonText(reply.content.text, maxDepth), failure: null }
  } catch {
    return refuse(new ModelFailure('answer_malformed'))
  }
}

function failureOf(error: unknown, isHurried: boolean): PromptExchange {
  const ended = (failure: ModelFailure, isCharged: boolean, verdict: PromptExchange['verdict']) =>
    ({ value: null, failure, usage: null, isCharged, verdict }) as const
  if (error instanceof UpstreamRejected) return rejected(error, ended)
  if (error instanceof UpstreamGarbage) {
    const reason = error.reason === 'too_large' ? 'answer_too_large' : 'answer_malformed'
    return ended(new ModelFailure(reason, { cause: error }), true, 'failed')
  }
  if (error instanceof UpstreamUnreachable) {
    const isLate = error.reason === 'timeout' || error.reason === 'aborted'
    const failure = new ModelFailure(isLate ? 'provider_timeout' : 'provider_unreachable', { cause: error })
    return ended(failure, !isCertainlyUnsent(error), error.reason === 'aborted' && isHurried ? 'abandoned' : 'failed')
  }
  return ended(new ModelFailure('provider_failed', { cause: error }), true, 'failed')
}

function rejected(
  { status, retryAfterMs }: UpstreamRejected,
  ended: (failure: ModelFailure, isCharged: boolean, verdict: PromptExchange['verdict']) => PromptExchange,
): PromptExchange {
  if (status === 429 || (status === 503 && retryAfterMs !== null)) {
    const pauseMs = retryAfterMs ?? usualPauseMs
    return ended(new ModelFailure('provider_busy', { retryAfterMs: pauseMs }), false, { pauseMs })
  }
  // A request that is refused is not worked on. After another status the provider, or a proxy before it, may have worked.
  if (status >= 400 && status < 500) return ended(new ModelFailure('provider_refused'), false, 'failed')
  return ended(new ModelFailure('provider_failed', { retryAfterMs }), true, 'failed')
}

/** No connection was made, so that nothing was sent. */
function isCertainlyUnsent(error: UpstreamUnreachable): boolean {
  if (error.reason === 'dns' || error.reason === 'tls') return true
  const { cause } = error
  return cause instanceof Error && 'code' in cause && (cause.code === 'ECONNREFUSED' || cause.code === 'UND_ERR_CONNECT_TIMEOUT')
}
