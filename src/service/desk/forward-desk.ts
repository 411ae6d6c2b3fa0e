import { forwardOverSocket } from '../../net/forward-over-socket.ts'
import { workersOf } from '../ask-service.ts'
import type { AnswerDesk } from '../listen-metrics.ts'
import { operatorSocket } from '../operator-socket.ts'

/** The desk of the first worker that listens, for the parent of WORKERS. Sessions are in the ledger, so each worker knows them. */
export function forwardDesk(dataDir: string): AnswerDesk {
  return (request, response) => {
    void (async () => {
      for (const directory of workersOf(dataDir))
        if (await forwardOverSocket({ directory, name: operatorSocket }, request, response)) return
      response.writeHead(503, { 'Retry-After': '2' }).end()
    })()
  }
}
