import { createServer } from 'node:http'
import { portRefused } from './port-refused.ts'

export interface MetricsListener {
  readonly port: number
  close(): Promise<void>
}

/**
 * Serves `GET /metrics` on an address of its own, without a token: only those who reach the address can read it. Nothing else is
 * there. @param text all metrics in the Prometheus text format. @throws PortRefused where the port is taken
 */
export async function listenForMetrics(host: string, port: number, text: () => Promise<string>): Promise<MetricsListener> {
  const server = createServer((request, response) => {
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
