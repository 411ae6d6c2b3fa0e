import { getRequestListener } from '@hono/node-server'
import { createServer } from 'node:http'
import { Server, type AddressInfo, type Socket } from 'node:net'
import type { Cancel, Timers } from '../shared/clock.ts'
import type { Metrics } from '../shared/metrics.ts'
import { portRefused } from './port-refused.ts'
import { readInTurns } from './read-in-turns.ts'
import { createRequestCaps, type ListenLimits } from '../surfaces/http/request-caps.ts'
import { answerWhileStarting } from './starting-answers.ts'
import { answerUnreadable } from './unreadable-requests.ts'
import type { HttpFastPath } from '../surfaces/http/http-fast-path.ts'

type Handler = (request: Request, env: unknown) => Response | Promise<Response>

/** A server that listens before the service is built. */
export interface Listener {
  readonly port: number
  handle: Handler
  /** Called first for every request; null until the service is built. */
  fastPath: HttpFastPath | null
  /** Still accepts connections, but every answer from now on is the last one on its connection. */
  leave(): void
  /**
   * Accepts no further connection. Clients on open connections have this long to send one more request; no time unless given. Then
   * it only waits for the answers that are under way.
   */
  close(lingerMs?: number): Promise<void>
}

const settings = { host: 'HOST', port: 'PORT' }

/** Listens before the service is built, since the service must know its public address. Until then callers get 503. @throws PortRefused */
export function listen(
  host: string,
  port: number,
  { timers, limits, metrics }: { readonly timers: Timers; readonly limits: ListenLimits; readonly metrics: Metrics },
): Promise<Listener> {
  const caps = createRequestCaps(limits, metrics)
  const reading = readInTurns(timers)
  return new Promise((resolve, reject) => {
    let leaving = false
    const listener = {
      port,
      handle: answerWhileStarting as Handler,
      fastPath: null as HttpFastPath | null,
      leave: () => {
        leaving = true
      },
      close: (lingerMs = 0) =>
        new Promise<void>((closed) => {
          let cancel: Cancel = () => {}
          leaving = true
          // Node counts a connection without any request as busy, but only answers that are under way are worth waiting for.
          const closeWhenAnswered = () => {
            if (caps.answering() === 0) server.closeAllConnections()
            else server.closeIdleConnections()
            cancel = timers.after(50, closeWhenAnswered)
          }
          // Not the close of http, which ends idle connections at once: on some of them the next request is on its way.
          Server.prototype.close.call(server, () => {
            cancel()
            // Only this stops the timer that checks for slow connections.
            server.close()
            closed()
          })
          if (lingerMs === 0) closeWhenAnswered()
          else cancel = timers.after(lingerMs, closeWhenAnswered)
        }),
    }
    const throughHono = getRequestListener((request, env) => listener.handle(request, env), { hostname: host })
    const server = createServer((request, response) => {
      // A client that sends request after request would keep its connection open for ever.
      if (leaving) response.shouldKeepAlive = false
      reading.started(request.socket, response)
      if (!caps.accept(request, response)) return
      if (!listener.fastPath?.(request, response)) void throughHono(request, response)
    })
    // Slow clients must not hold a connection: headers within 10 s, a whole request within 30 s.
    server.headersTimeout = 10_000
    server.requestTimeout = 30_000
    // Longer than proxies keep an idle connection (60 s at most by default): who closes first must not be us, with a request on its way.
    server.keepAliveTimeout = 75_000
    // Node remembers an address once it was read. After a connection was reset it could no longer be read.
    server.on('connection', (socket: Socket) => {
      void socket.remoteAddress
      caps.connected(socket)
      reading.connected(socket)
    })
    server.maxConnections = limits.maxConnections
    answerUnreadable(server)
    const refuse = (error: Error) => reject(portRefused(error, { host, port, settings }))
    server.once('error', refuse)
    server.listen(port, host, () => {
      listener.port = (server.address() as AddressInfo).port
      server.off('error', refuse)
      resolve(listener)
    })
  })
}

/**
 * Finds the port to listen on: the given one, or a free one for 0.
 * @throws PortRefused, as when another process listens there
 */
export function freePort(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = new Server()
    server.once('error', (error) => reject(portRefused(error, { host, port, settings })))
    server.listen({ host, port }, () => {
      const { port: taken } = server.address() as AddressInfo
      server.close(() => resolve(taken))
    })
  })
}
