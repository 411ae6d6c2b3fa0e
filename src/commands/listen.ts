import { getRequestListener } from '@hono/node-server'
import { createServer } from 'node:http'
import { Server, type AddressInfo, type Socket } from 'node:net'
import type { Cancel, Timers } from '../shared/clock.ts'
import type { NodeDoor } from '../surfaces/http/node-door.ts'

type Handler = (request: Request, env: unknown) => Response | Promise<Response>

/** A server that listens before there is anything to serve. */
export interface Listener {
  readonly port: number
  handle: Handler
  /** Is asked first; null until the service is built. */
  door: NodeDoor | null
  /** Goes on taking connections, and tells whoever asks that this was the last answer on theirs. */
  leave(): void
  /**
   * Takes no connection any more. Those that are open have this long to ask once more, none at all unless given; then only
   * answers that are under way are waited for.
   */
  close(lingerMs?: number): Promise<void>
}

/** The port is taken first, since the public address is part of what is built; until then callers hear 503. */
export function listen(host: string, port: number, timers: Timers): Promise<Listener> {
  return new Promise((resolve, reject) => {
    let answering = 0
    let leaving = false
    const listener = {
      port,
      handle: ((): Response =>
        new Response('{"status":"starting"}', {
          status: 503,
          headers: { 'Content-Type': 'application/json', 'Retry-After': '2' },
        })) as Handler,
      door: null as NodeDoor | null,
      leave: () => {
        leaving = true
      },
      close: (lingerMs = 0) =>
        new Promise<void>((closed) => {
          let cancel: Cancel = () => {}
          leaving = true
          // A connection on which nothing was ever asked counts as busy for Node; only answers that are under way are waited for.
          const closeWhenAnswered = () => {
            if (answering === 0) server.closeAllConnections()
            else server.closeIdleConnections()
            cancel = timers.after(50, closeWhenAnswered)
          }
          // Not http's own close, which ends idle connections at once, on some of which the next question is on its way.
          Server.prototype.close.call(server, () => {
            cancel()
            // Only this ends the watch over slow connections.
            server.close()
            closed()
          })
          if (lingerMs === 0) closeWhenAnswered()
          else cancel = timers.after(lingerMs, closeWhenAnswered)
        }),
    }
    const answered = () => {
      answering -= 1
    }
    const throughHono = getRequestListener((request, env) => listener.handle(request, env), { hostname: host })
    const server = createServer((request, response) => {
      // Whoever asks again and again on one connection would keep it open for ever.
      if (leaving) response.shouldKeepAlive = false
      answering += 1
      response.on('close', answered)
      if (!listener.door?.(request, response)) void throughHono(request, response)
    })
    // Slow clients must not hold a connection: headers within 10 s, a whole request within 30 s.
    server.headersTimeout = 10_000
    server.requestTimeout = 30_000
    server.keepAliveTimeout = 30_000
    // Asked for once, an address is remembered; of a connection that has been reset it can't be learned any more.
    server.on('connection', (socket: Socket) => void socket.remoteAddress)
    server.once('error', reject)
    server.listen(port, host, () => {
      listener.port = (server.address() as AddressInfo).port
      server.off('error', reject)
      resolve(listener)
    })
  })
}

/**
 * The port that may be listened on: the one that is asked for, or a free one for 0.
 * @throws when somebody listens there.
 */
export function freePort(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = new Server()
    server.once('error', reject)
    server.listen({ host, port }, () => {
      const { port: taken } = server.address() as AddressInfo
      server.close(() => resolve(taken))
    })
  })
}
