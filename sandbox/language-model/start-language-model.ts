import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { requestBody } from '../request-body.ts'
import { answerHonestly } from './answer-honestly.ts'
import { countTokens } from './count-tokens.ts'
import { faultyAnswers } from './faulty-answers.ts'
import { readChat, readMessages, type ModelRequest } from './model-request.ts'

/**
 * `good`: answers by words; a name of `faultyAnswers`; `declined` and `cut-short` by the dialect's own words; `no-usage`: the right answer
 * without token counts; `slow`: the right answer late; `hanging`: none at all; `rate-limited`, `broken`, `unauthorized`: 429, 500 and 401; `redirect`: to
 * itself; `cut-off`: the connection ends within the body; `huge`: a body of megabytes; `html`: a page with status 200.
 */
export type ModelMode =
  | 'good'
  | keyof typeof faultyAnswers
  | 'declined'
  | 'cut-short'
  | 'no-usage'
  | 'slow'
  | 'hanging'
  | 'rate-limited'
  | 'broken'
  | 'unauthorized'
  | 'redirect'
  | 'cut-off'
  | 'huge'
  | 'html'

/** A language model on a free port of loopback, in the dialects of OpenAI and Anthropic. */
export interface StandInModel {
  /** With the version: `http://127.0.0.1:40123/v1`. */
  readonly url: string
  mode: ModelMode
  /** The models of its list, and those that it has besides. */
  models: readonly string[]
  unlisted: readonly string[]
  /** Questions for its models, which cost nothing. */
  listed: number
  /** What it has counted, and reported unless the mode keeps that back. */
  readonly counted: { calls: number; inputTokens: number; outputTokens: number }
  /** The bodies of all requests, as they came, and the values of their headers for keys. */
  readonly received: { readonly body: string; readonly key: string | null }[]
  close(): Promise<void>
}

type Dialect = 'chat' | 'messages'

export async function startLanguageModel({ slowMs = 30_000 }: { readonly slowMs?: number } = {}): Promise<StandInModel> {
  const waiting = new Set<NodeJS.Timeout>()
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const model: StandInModel = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    mode: 'good',
    models: ['stand-in', 'stand-in-1'],
    unlisted: [],
    listed: 0,
    counted: { calls: 0, inputTokens: 0, outputTokens: 0 },
    received: [],
    async close() {
      for (const timer of waiting) clearTimeout(timer)
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '' } = request
    if (request.method === 'GET' && url.startsWith('/v1/models')) return answerModels(response, url)
    const dialect = request.url === '/v1/chat/completions' ? 'chat' : request.url === '/v1/messages' ? 'messages' : null
    if (request.method !== 'POST' || dialect === null) return send(response, 404, { error: { message: 'not found' } })
    const body = await requestBody(request, 1_000_000)
    const { authorization, 'x-api-key': key } = request.headers
    model.received.push({ body, key: (Array.isArray(key) ? key[0] : key) ?? authorization ?? null })
    model.counted.calls += 1
    const asked = dialect === 'chat' ? readChat(JSON.parse(body)) : readMessages(JSON.parse(body))
    const { mode } = model
    if (mode === 'hanging') return
    if (mode === 'slow') {
      const timer = setTimeout(() => send(response, 200, reply(dialect, asked, 'good')), slowMs)
      waiting.add(timer)
      return
    }
    if (answerOddly(response, mode)) return
    const text = JSON.stringify(reply(dialect, asked, mode))
    if (mode === 'cut-off') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
      response.write(text.slice(0, text.length / 2), () => response.destroy())
      return
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end(text)
  }

  function answerModels(response: ServerResponse, url: string): void {
    model.listed += 1
    if (answerOddly(response, model.mode)) return
    const described = (id: string) => ({ id, object: 'model', type: 'model' })
    const { models, unlisted } = model
    const named = decodeURIComponent(url.slice('/v1/models/'.length))
    if (url === '/v1/models') return send(response, 200, { object: 'list', data: models.map(described) })
    if (models.includes(named) || unlisted.includes(named)) return send(response, 200, described(named))
    send(response, 404, { error: { message: 'no such model' } })
  }

  /** The body of an answer; its tokens are counted as they are reported. */
  function reply(dialect: Dialect, asked: ModelRequest, mode: ModelMode): unknown {
    const faulty = Object.hasOwn(faultyAnswers, mode) ? faultyAnswers[mode as keyof typeof faultyAnswers] : answerHonestly
    const value = mode === 'declined' ? null : faulty(asked)
    const inputTokens = countTokens(asked.instructions) + countTokens(asked.message) + countTokens(JSON.stringify(asked.schema))
    const outputTokens = countTokens(typeof value === 'string' ? value : JSON.stringify(value))
    model.counted.inputTokens += inputTokens
    model.counted.outputTokens += outputTokens
    return (dialect === 'chat' ? chatReply : messagesReply)(value, mode, { inputTokens, outputTokens })
  }

  return model
}

/** Answers that have nothing of a model in them. False for other modes. */
function answerOddly(response: ServerResponse, mode: ModelMode): boolean {
  if (mode === 'rate-limited') send(response, 429, { error: { message: 'slow down' } }, { 'retry-after': '7' })
  else if (mode === 'broken') send(response, 500, { error: { message: 'internal secret of the provider' } })
  else if (mode === 'unauthorized') send(response, 401, { error: { message: 'wrong key' } })
  else if (mode === 'redirect') send(response, 307, {}, { location: '/v1/chat/completions' })
  else if (mode === 'huge') response.writeHead(200, { 'content-type': 'application/json' }).end(`{"choices":["${'x'.repeat(3_000_000)}"]}`)
  else if (mode === 'html') response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Checking your browser</p>')
  else return false
  return true
}

interface Counts {
  readonly inputTokens: number
  readonly outputTokens: number
}

function chatReply(value: unknown, mode: ModelMode, { inputTokens, outputTokens }: Counts): unknown {
  const content = typeof value === 'string' ? value : JSON.stringify(value)
  const message =
    mode === 'declined' ? { role: 'assistant', content: null, refusal: 'I cannot help with that.' } : { role: 'assistant', content }
  return {
    id: 'chatcmpl-stand-in',
    object: 'chat.completion',
    created: 0,
    model: 'stand-in',
    choices: [{ index: 0, message, finish_reason: mode === 'cut-short' ? 'length' : 'stop' }],
    ...(mode === 'no-usage'
      ? {}
      : { usage: { prompt_tokens: inputTokens, completion_tokens: outputTokens, total_tokens: inputTokens + outputTokens } }),
  }
}

function messagesReply(value: unknown, mode: ModelMode, { inputTokens, outputTokens }: Counts): unknown {
  const content =
    typeof value === 'string' ? [{ type: 'text', text: value }] : [{ type: 'tool_use', id: 'toolu_1', name: 'answer', input: value }]
  return {
    id: 'msg_stand_in',
    type: 'message',
    role: 'assistant',
    model: 'stand-in',
    content: mode === 'declined' ? [] : content,
    stop_reason: mode === 'declined' ? 'refusal' : mode === 'cut-short' ? 'max_tokens' : 'tool_use',
    ...(mode === 'no-usage' ? {} : { usage: { input_tokens: inputTokens, output_tokens: outputTokens } }),
  }
}

function send(response: ServerResponse, status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}
