import { getRequestListener } from '@hono/node-server'
import { chmodSync, renameSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { isListening, socketAddress } from '../net/unix-socket.ts'
import type { Timers } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import { operatorSocket } from './operator-socket.ts'

export interface OperatorListener {
  /** Accepts no further command, and waits for those under way as long as `deadlineMs`. */
  close(deadlineMs: number): Promise<void>
}

const ownerOnly = 0o600

/**
 * Listens for the operator's commands on `operator.sock` in the data directory, whose lock this process must hold: so no other
 * service owns the socket there, and one that was left by a process that ended is replaced. The socket is there only when it takes
 * connections, and only the user of the service can open it. Each worker of WORKERS has its own, in its own data directory.
 * Without the socket the service sells all the same, so a failure is logged and not thrown.
 */
export async function listenForOperator(
  directory: string,
  fetch: (request: Request) => Response | Promise<Response>,
  { timers, log }: { readonly timers: Timers; readonly log: Log },
): Promise<OperatorListener> {
  const file = join(directory, operatorSocket)
  const answer = getRequestListener(fetch)
  const server = createServer((request, response) => void answer(request, response))
  // A backup or a comparison with a chain may take long; who calls is the owner of the machine.
  server.requestTimeout = 0
  const draft = `${operatorSocket}.new`
  try {
    if (await isListening(directory, operatorSocket)) throw new Error('another process listens there')
    rmSync(join(directory, draft), { force: true })
    const address = socketAddress(directory, draft)
    try {
      // Exclusive: a worker of a cluster would ask its parent to listen for it.
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject)
        server.listen({ path: address.path, exclusive: true }, resolve)
      })
    } finally {
      address.release()
    }
    chmodSync(join(directory, draft), ownerOnly)
    renameSync(join(directory, draft), file)
  } catch (error) {
    server.close()
    log.warn(
      { err: error, file },
      "the socket for the operator's commands could not be opened: commands that write work only while the service is stopped",
    )
    return { close: async () => {} }
  }
  return {
    close: (deadlineMs) =>
      new Promise((closed) => {
        rmSync(file, { force: true })
        const cancel = timers.after(deadlineMs, () => server.closeAllConnections())
        server.close(() => {
          cancel()
          closed()
        })
        server.closeIdleConnections()
      }),
  }
}
