import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Metrics } from '../../shared/metrics.ts'
import { Problem } from '../../shared/problems.ts'
import { refusalAnswer } from './respond.ts'

export interface ListenLimits {
  /** Connections above this number are closed at once. */
  readonly maxConnections: number
  /** Requests above this number get a 503 at once, except those that say how the process is. */
  readonly maxRequests: number
}

/** Counts connections and requests, and refuses requests above the limit. */
export interface RequestCaps {
  connected(socket: Socket): void
  /** Counts a request until its response is closed; false where it was refused, which answers it. */
  accept(request: IncomingMessage, response: ServerResponse): boolean
  /** Requests that are being answered. */
  answering(): number
}

/** What the limits protect against must not hide the state of the process from its operator. */
const operatorPaths = new Set(['/livez', '/readyz', '/metrics', '/status'])
const overloaded = refusalAnswer(new Problem('overloaded', 'Too many requests are being answered at this moment.', { retryAfter: 1 }))

export function createRequestCaps({ maxRequests }: ListenLimits, metrics: Metrics): RequestCaps {
  const connections = metrics.gauge('farthing_connections', 'Open connections of clients.')
  const requests = metrics.gauge('farthing_requests_in_flight', 'Requests that are being answered.')
  const refused = metrics.counter('farthing_requests_refused_total', 'Requests refused because too many were being answered.')
  let open = 0
  let answering = 0
  const answered = () => requests.set((answering -= 1))
  const closed = () => connections.set((open -= 1))
  return {
    connected(socket) {
      connections.set((open += 1))
      socket.once('close', closed)
    },
    accept(request, response) {
      requests.set((answering += 1))
      response.on('close', answered)
      if (answering <= maxRequests || operatorPaths.has(request.url ?? '')) return true
      refused.add()
      response.writeHead(overloaded.status, overloaded.headers).end(overloaded.body)
      return false
    },
    answering: () => answering,
  }
}
