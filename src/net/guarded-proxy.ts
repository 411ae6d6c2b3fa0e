import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Timers } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import { silentMetrics, type Metrics } from '../shared/metrics.ts'
import { socketsTo, type ConnectorTo } from './guarded-connect.ts'
import type { ReachedLimit } from './page-allowance.ts'
import {
  createProxyConnections,
  type ConnectionRefusal,
  type GuardedProxySettings,
  type MadeConnection,
  type ProxyConnections,
} from './proxy-connections.ts'
import { forwardRequest, tunnel } from './proxy-forward.ts'
import { createResolveHost, type ResolveHost } from './resolve-host.ts'
import type { SiteLimits } from './site-limits.ts'

/** A connection that the proxy did not make. */
export interface ProxyRefusal {
  /** `host:port`, as the browser asked for it. */
  readonly target: string
  readonly reason: ConnectionRefusal
}

/** A proxy for one page. It ends with the page. */
export interface GuardedProxy {
  readonly port: number
  readonly refusals: readonly ProxyRefusal[]
  /** The limits that were reached. */
  readonly reached: ReadonlySet<ReachedLimit>
  close(): Promise<void>
}

/** Where connections of a browser arrive that is not in the network of this machine. */
export interface ProxyEntrance {
  /** On loopback of the browser's network. */
  readonly port: number
  /** Hands over each connection from now on; returns how to stop. */
  open(take: (socket: Socket) => void): () => void
}

export interface GuardedProxyParts {
  readonly timers: Timers
  readonly log: Log
  /** Of all pages. */
  readonly sites: SiteLimits
  readonly metrics?: Metrics
  /** Default: the DNS of this machine. */
  readonly resolve?: ResolveHost
  /** Default: real sockets. */
  readonly connectorTo?: ConnectorTo
}

const connectMs = 5_000
const maxRefusalsKept = 200
/**
 * Starts an HTTP proxy on loopback, or behind the entrance that is given, that makes only the connections that docs/guarded-fetch.md allows: `CONNECT` to port 443,
 * and plain requests to port 80. It resolves names itself and checks every address when it connects, so redirects, names
 * that change their addresses, and WebSockets gain nothing. Every refusal is logged.
 */
export async function openGuardedProxy(
  settings: GuardedProxySettings,
  parts: GuardedProxyParts,
  entrance: ProxyEntrance | null = null,
): Promise<GuardedProxy> {
  const { timers, sites, resolve = createResolveHost(), connectorTo = socketsTo({ timeoutMs: connectMs }) } = parts
  const connections = createProxyConnections(settings, { timers, sites, resolve, connectorTo, connectMs })
  const book = createRefusalBook(parts)

  async function guarded(target: string, text: string, use: (made: MadeConnection) => void, refused: () => void): Promise<void> {
    const made = await connections.to(text)
    if ('refused' in made) {
      book.refuse(target, made.refused)
      return refused()
    }
    book.connected()
    use(made)
  }

  const server = createServer({ maxHeaderSize: 32_768, requestTimeout: 60_000 }, (request, response) => {
    const text = request.url ?? ''
    void guarded(
      targetOf(text),
      text,
      (made) => forwardRequest(request, response, made),
      // No answer of ours may look like one of the site.
      () => void request.socket.destroy(),
    )
  })
  server.on('connect', (request: IncomingMessage, client: Duplex, head: Buffer) => {
    connections.keep(client)
    const target = request.url ?? ''
    const hostPort = /^([^/?#@\s]+):(\d{1,5})$/.exec(target)
    const text = hostPort ? `https://${hostPort[1]}:${hostPort[2]}/` : ''
    void guarded(
      target,
      text,
      ({ socket, meter }) => tunnel(client, socket, head, meter),
      () => void client.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n'),
    )
  })
  server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
    book.refuse(targetOf(request.url ?? ''), 'scheme')
    socket.destroy()
  })
  server.on('clientError', (_, socket) => void socket.destroy())
  server.on('connection', (socket) => void connections.keep(socket))
  const opened = entrance ? behind(entrance, server, connections) : await listening(server, connections)
  return { ...opened, refusals: book.refusals, reached: connections.reached }
}

async function listening(server: Server, connections: ProxyConnections): Promise<Pick<GuardedProxy, 'port' | 'close'>> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = once(server, 'close')
      server.close()
      connections.closeAll()
      await closed
    },
  }
}

function behind(entrance: ProxyEntrance, server: Server, connections: ProxyConnections): Pick<GuardedProxy, 'port' | 'close'> {
  const stop = entrance.open((socket) => void server.emit('connection', socket))
  return {
    port: entrance.port,
    async close() {
      stop()
      connections.closeAll()
    },
  }
}

/** Keeps, logs and counts what the proxy refuses. */
function createRefusalBook({ log, metrics = silentMetrics }: Pick<GuardedProxyParts, 'log' | 'metrics'>) {
  const counter = metrics.counter('farthing_guarded_proxy_total', 'Connections that pages asked for, by outcome', ['outcome'])
  const refusals: ProxyRefusal[] = []
  return {
    refusals,
    connected: () => counter.add({ outcome: 'ok' }),
    refuse(target: string, reason: ConnectionRefusal) {
      counter.add({ outcome: reason })
      const refusal = { target: target.slice(0, 300), reason }
      if (refusals.length < maxRefusalsKept) refusals.push(refusal)
      log.info(refusal, 'the guarded proxy refused a connection')
    },
  }
}

function targetOf(text: string): string {
  return URL.parse(text)?.host ?? 'no URL'
}
