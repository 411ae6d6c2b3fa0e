import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach } from 'vitest'
import { createHttpClient } from '../../net/http-client.ts'
import { systemClock, systemRandom, systemTimers } from '../../ops/system.ts'
import { silentLog } from '../../shared/log.ts'
import { silentMetrics } from '../../shared/metrics.ts'
import { defaultLimits, type SourceParts } from './create-source.ts'

export interface TestAnswer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Anything but a string goes out as JSON. */
  readonly body?: unknown
}

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

/** An upstream over real HTTP that answers what the test wants, with the parts that an adapter needs, and a clock that can be moved forward. */
export async function startTestUpstream(answer: (path: string, request: IncomingMessage) => TestAnswer | Promise<TestAnswer>) {
  const asked: { readonly path: string; readonly headers: IncomingMessage['headers'] }[] = []
  const reply = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? ''
    asked.push({ path, headers: request.headers })
    const { status = 200, headers = {}, body = '' } = await answer(path, request)
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
  const server = createServer((request, response) => void reply(request, response).catch(() => response.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  let passed = 0
  const clock = { now: () => systemClock.now() + passed }
  const http = createHttpClient({}, { clock, timers: systemTimers })
  const common = { clock, timers: systemTimers, random: systemRandom, log: silentLog, metrics: silentMetrics }
  const parts: SourceParts = { http, ...common, simulated: false, limits: { ...defaultLimits, attempts: { retries: 0, backoffMs: 1 } } }
  closers.push(async () => {
    await http.close()
    server.closeAllConnections()
    server.close()
  })
  const declared = { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, enabled: true, keys: {} }
  return { parts, declared, asked, pass: (ms: number) => void (passed += ms) }
}
