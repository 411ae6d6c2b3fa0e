import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { systemClock } from '../../src/ops/system.ts'
import type { Clock } from '../../src/shared/clock.ts'
import type { Log } from '../../src/shared/log.ts'
import { garbage } from './garbage.ts'
import type { Reply, StandIn } from './reply.ts'
import { requestBody } from '../request-body.ts'

/**
 * `ok`; `outage`: the connection is cut; `error`: an error in the upstream's own form (Kraken: with status 200); `rate-limited`: a rate
 * limit in the upstream's own form; `slow`: the right answer, much too late; `garbage`: status 200 and nonsense.
 */
export type UpstreamMode = 'ok' | 'outage' | 'error' | 'rate-limited' | 'slow' | 'garbage'

const upstreamModes: readonly UpstreamMode[] = ['ok', 'outage', 'error', 'rate-limited', 'slow', 'garbage']

/** Stand-ins for every upstream, over real HTTP on one free port of loopback. */
export interface Upstreams {
  /** By source id. */
  readonly baseUrls: Readonly<Record<string, string>>
  /**
   * `id` is a stand-in, or one part of it with a colon between (`vies:DE`), whose modes are `ok` and its faults.
   * @throws RangeError for an unknown stand-in, part or mode.
   */
  setMode(id: string, mode: string): void
  /** By stand-in; parts are in it while they have a fault. */
  modes(): Readonly<Record<string, string>>
  /** How many requests a stand-in got. */
  requests(id: string): number
  close(): Promise<void>
}

interface Running {
  readonly standIn: StandIn
  mode: UpstreamMode
  readonly faults: Map<string, string>
  requests: number
}

export async function startUpstreams(options: {
  log: Log
  clock?: Clock
  slowMs?: number
  served: Readonly<Record<string, StandIn>>
}): Promise<Upstreams> {
  const { log, clock = systemClock, slowMs = 30_000, served } = options
  const running = new Map<string, Running>(
    Object.entries(served).map(([id, standIn]) => [id, { standIn, mode: 'ok', faults: new Map(), requests: 0 }]),
  )
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

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [, id = '', rest = '/'] = /^\/([a-z0-9-]+)(\/.*)$/.exec(request.url ?? '') ?? []
    const one = running.get(id)
    if (!one) return send(response, { status: 404, contentType: 'text/plain', body: 'no such stand-in' })
    const nth = one.requests++
    const url = new URL(rest, 'http://stand-in')
    const { 'user-agent': userAgent = '', 'if-none-match': ifNoneMatch } = request.headers
    if (one.mode === 'outage') return void response.destroy()
    const { method = 'GET' } = request
    const body = await requestBody(request)
    const faults = Object.fromEntries(one.faults)
    const right = () => one.standIn.answer({ url, method, body, userAgent, ifNoneMatch, now: clock.now(), faults })
    if (one.mode === 'slow') return answerAfter(slowMs, response, right)
    send(response, one.mode === 'ok' ? right() : failure(one, right, nth))
  }

  // A caller that hangs up ends its own request only.
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    baseUrls: Object.fromEntries(Object.keys(served).map((id) => [id, `${origin}/${id}`])),
    setMode(id, mode) {
      const [name = '', part] = id.split(':')
      const one = running.get(name)
      const modes = switchesOf(id, served)
      if (!one || !modes) throw new RangeError(`no stand-in is called ${id.slice(0, 40)}`)
      if (!modes.includes(mode)) throw new RangeError(`a mode is one of ${modes.join(', ')}`)
      if (part === undefined) one.mode = mode as UpstreamMode
      else if (mode === 'ok') one.faults.delete(part)
      else one.faults.set(part, mode)
      log.info({ upstream: id, mode }, 'stand-in switched')
    },
    modes: () =>
      Object.fromEntries(
        [...running].flatMap(([id, { mode, faults }]) => [[id, mode], ...[...faults].map(([part, fault]) => [`${id}:${part}`, fault])]),
      ),
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

/** The modes of a stand-in, or of one of its parts; null if there is none of this name. */
export function switchesOf(id: string, served: Readonly<Record<string, StandIn>>): readonly string[] | null {
  const [name = '', part, ...more] = id.split(':')
  const standIn = Object.hasOwn(served, name) ? served[name] : undefined
  if (!standIn || more.length > 0) return null
  if (part === undefined) return upstreamModes
  const { partial } = standIn
  return partial?.parts.includes(part) === true ? ['ok', ...partial.faults] : null
}

function failure({ mode, standIn }: Running, right: () => Reply, nth: number): Reply {
  if (mode === 'rate-limited') return standIn.rateLimited
  return mode === 'error' ? standIn.broken : garbage(right(), nth)
}

function send(response: ServerResponse, reply: Reply): void {
  response.writeHead(reply.status, { 'content-type': reply.contentType, ...reply.headers })
  response.end(reply.body)
}
