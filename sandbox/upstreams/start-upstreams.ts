import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { systemClock } from '../../src/ops/system.ts'
import type { Clock } from '../../src/shared/clock.ts'
import type { Log } from '../../src/shared/log.ts'
import type { SourceId } from '../../src/sources/source-catalog.ts'
import { garbage } from './garbage.ts'
import type { Reply, StandIn } from './reply.ts'
import { standIns } from './stand-ins.ts'

/**
 * `ok`; `outage`: the connection is cut; `error`: an error in the upstream's own form (Kraken: with status 200); `rate-limited`: a rate
 * limit in the upstream's own form; `slow`: the right answer, much too late; `garbage`: status 200 and nonsense.
 */
export type UpstreamMode = 'ok' | 'outage' | 'error' | 'rate-limited' | 'slow' | 'garbage'

export const upstreamModes: readonly UpstreamMode[] = ['ok', 'outage', 'error', 'rate-limited', 'slow', 'garbage']

/** Stand-ins for every upstream, over real HTTP on one free port of loopback. */
export interface Upstreams {
  /** By source id. */
  readonly baseUrls: Readonly<Record<SourceId, string>>
  /** @throws RangeError for an unknown stand-in or mode. */
  setMode(id: string, mode: UpstreamMode): void
  modes(): Readonly<Record<string, UpstreamMode>>
  /** How many requests a stand-in got. */
  requests(id: string): number
  close(): Promise<void>
}

interface Running {
  readonly standIn: StandIn
  mode: UpstreamMode
  requests: number
}

export async function startUpstreams(options: { log: Log; clock?: Clock; slowMs?: number }): Promise<Upstreams> {
  const { log, clock = systemClock, slowMs = 30_000 } = options
  const running = new Map<string, Running>(Object.entries(standIns).map(([id, standIn]) => [id, { standIn, mode: 'ok', requests: 0 }]))
  const waiting = new Set<NodeJS.Timeout>()

  const answerAfter = (ms: number, response: ServerResponse, reply: () => Reply) => {
    const timer = setTimeout(() => {
      waiting.delete(timer)
      send(response, reply())
    }, ms)
    waiting.add(timer)
    response.once('close', () => {
      clearTimeout(timer)
      waiting.delete(timer)
    })
  }

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const [, id = '', rest = '/'] = /^\/([a-z0-9-]+)(\/.*)$/.exec(request.url ?? '') ?? []
    const one = running.get(id)
    if (!one) return send(response, { status: 404, contentType: 'text/plain', body: 'no such stand-in' })
    const nth = one.requests++
    const url = new URL(rest, 'http://stand-in')
    const { 'user-agent': userAgent = '', 'if-none-match': ifNoneMatch } = request.headers
    if (one.mode === 'outage') return void response.destroy()
    const body = request.method === 'POST' ? await bodyOf(request) : undefined
    const right = () => one.standIn.answer({ url, userAgent, ifNoneMatch, body, now: clock.now() })
    if (one.mode === 'slow') return answerAfter(slowMs, response, right)
    send(response, one.mode === 'ok' ? right() : failure(one, right, nth))
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    baseUrls: Object.fromEntries(Object.keys(standIns).map((id) => [id, `${origin}/${id}`])) as Record<SourceId, string>,
    setMode(id, mode) {
      const one = running.get(id)
      if (!one) throw new RangeError(`no stand-in is called ${id.slice(0, 40)}`)
      if (!upstreamModes.includes(mode)) throw new RangeError(`a mode is one of ${upstreamModes.join(', ')}`)
      one.mode = mode
      log.info({ upstream: id, mode }, 'stand-in switched')
    },
    modes: () => Object.fromEntries([...running].map(([id, { mode }]) => [id, mode])),
    requests: (id) => running.get(id)?.requests ?? 0,
    async close() {
      for (const timer of waiting) clearTimeout(timer)
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}

/** At most 64 kB, which is far more than a question to an upstream has. */
async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) if (text.length < 65_536) text += chunk as string
  return text
}

function failure({ mode, standIn }: Running, right: () => Reply, nth: number): Reply {
  if (mode === 'rate-limited') return standIn.rateLimited
  return mode === 'error' ? standIn.broken : garbage(right(), nth)
}

function send(response: ServerResponse, reply: Reply): void {
  response.writeHead(reply.status, { 'content-type': reply.contentType, ...reply.headers })
  response.end(reply.body)
}
