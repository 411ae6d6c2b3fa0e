import { getRequestListener } from '@hono/node-server'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { isOfDesk, type DeskHandler } from './desk/open-desk.ts'
import { portRefused } from './port-refused.ts'

export interface MetricsListener {
  readonly port: number
  close(): Promise<void>
}

/** Answers requests below `/operator`. */
export type AnswerDesk = (request: IncomingMessage, response: ServerResponse) => void

/** The desk of this process, as a server takes it. */
export function answerDesk(desk: DeskHandler): AnswerDesk {
  const listener = getRequestListener((request, env) => desk(request, env))
  return (request, response) => void listener(request, response)
}

/**
 * Serves `GET /metrics` on an address of its own, without a token: only those who reach the address can read it; and the desk of the
 * operator, which asks for its tokens. Nothing else is there.
 * @param text all metrics in the Prometheus text format
 * @param desk null where there is none
 * @throws PortRefused where the port is taken
 */
export async function listenForMetrics(
  host: string,
  port: number,
  text: () => Promise<string>,
  desk: AnswerDesk | null = null,
): Promise<MetricsListener> {
  const server = createServer((request, response) => {
    if (desk !== null && isOfDesk(request.url ?? '')) return desk(request, response)
    const isAsked = request.method === 'GET' && request.url === '/metrics'
    if (!isAsked) {
      response.writeHead(404).end()
      return
    }
    void text().then(
      (body) => response.setHeader('content-type', 'text/plain; version=0.0.4; charset=utf-8').end(body),
      () => response.writeHead(503).end(),
    )
  })
  // Slow clients must not hold a connection.
  server.headersTimeout = 10_000
  server.requestTimeout = 30_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(portRefused(error, { host, port, settings: { host: 'METRICS_HOST', port: 'METRICS_PORT' } })))
    // Exclusive: a worker of a cluster would ask its parent to listen for it.
    server.listen({ host, port, exclusive: true }, resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
