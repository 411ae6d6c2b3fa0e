import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { systemTimers } from '../ops/system.ts'
import type { Metrics } from '../shared/metrics.ts'
import { selfSigned } from './certificate.fixture.ts'
import { createGuardedFetch, type GuardedFetch } from './guarded-fetch.ts'
import { socketsTo, type ConnectorTo } from './guarded-connect.ts'
import type { ResolveHost } from './resolve-host.ts'

/** Real servers on this machine that act as the outside world, and a guarded fetcher that treats only them as public. */
export interface Outsiders {
  readonly fetch: GuardedFetch
  /** Ports of the two servers. Every name below `.example` resolves to them, unless `zone` says otherwise; `*.agents.example` and two others have a certificate. */
  readonly http: number
  readonly https: number
  /** Addresses by name; a function is called for each resolution. */
  readonly zone: Map<string, readonly string[] | (() => readonly string[])>
  /** How the servers respond; each test sets its own. */
  respond: RequestListener
  /** Requests that arrived, as `METHOD host/path`. */
  readonly reached: string[]
  /** Every address to which a socket was opened. */
  readonly opened: string[]
  /** Every name that was resolved. */
  readonly resolved: string[]
  reset(): void
  close(): Promise<void>
}

export async function openOutsiders(options: { ipfsGateway?: 'http'; metrics?: Metrics } = {}): Promise<Outsiders> {
  const { key, cert } = selfSigned(['start.example', 'rebinding.example', '*.agents.example'])
  const answerAll: RequestListener = (request, response) => {
    outsiders.reached.push(`${request.method} ${request.headers.host}${request.url}`)
    outsiders.respond(request, response)
  }
  const plain = createServer(answerAll)
  const secure = createSecureServer({ key, cert }, answerAll)
  const [http, https] = await Promise.all([listen(plain), listen(secure)])
  const opened: string[] = []
  const resolved: string[] = []
  const zone: Outsiders['zone'] = new Map()
  const resolve: ResolveHost = async (hostname) => {
    resolved.push(hostname)
    const found = zone.get(hostname)
    if (found !== undefined) return typeof found === 'function' ? found() : found
    if (hostname.endsWith('.example')) return ['127.0.0.1']
    throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
  }
  const sockets = socketsTo({ timeoutMs: 2_000, ca: cert })
  const connectorTo: ConnectorTo = (addresses) => {
    opened.push(...addresses)
    return sockets(addresses)
  }
  const fetch = createGuardedFetch(
    {
      allowedEndpoints: new Set([`127.0.0.1:${http}`, `127.0.0.1:${https}`]),
      ipfsGateway: options.ipfsGateway ? `http://127.0.0.1:${http}/gateway` : null,
    },
    { timers: systemTimers, resolve, connectorTo, ...(options.metrics ? { metrics: options.metrics } : {}) },
  )
  const silent: RequestListener = (_, response) => void response.end()
  const outsiders: Outsiders = {
    fetch,
    http,
    https,
    zone,
    respond: silent,
    reached: [],
    opened,
    resolved,
    reset() {
      for (const list of [this.reached, opened, resolved]) list.length = 0
      zone.clear()
      this.respond = silent
      plain.closeAllConnections()
      secure.closeAllConnections()
    },
    async close() {
      plain.closeAllConnections()
      secure.closeAllConnections()
      await Promise.all([plain, secure].map((server) => new Promise((resolve) => server.close(resolve))))
    },
  }
  return outsiders
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)))
}
