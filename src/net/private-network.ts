import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Server, type AddressInfo, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { ProxyEntrance } from './guarded-proxy.ts'

/** The only socket that a browser with a network of its own can reach. */
export interface PrivateNetwork extends ProxyEntrance {
  close(): void
}

/** The program that makes the socket: it is run in the new network. Its text is handed over, since the user there may not reach our files. */
export function listenProgram(): string {
  return readFileSync(fileURLToPath(new URL('./listen-in-network.ts', import.meta.url)), 'utf8')
}

/**
 * The socket that `listen-in-network.ts` hands over before the command behind it starts. Null when the child ends without it.
 * @param child with the channel of Node among its streams, as the sixth
 */
export function receiveNetwork(child: ChildProcess): Promise<PrivateNetwork | null> {
  return new Promise((done) => {
    child.once('exit', () => done(null))
    child.once('error', () => done(null))
    child.once('message', (_, server) => {
      if (child.connected) child.disconnect()
      done(server instanceof Server ? entranceOf(server) : null)
    })
  })
}

/** Connections that no page waits for are closed at once. */
function entranceOf(server: Server): PrivateNetwork {
  let take: ((socket: Socket) => void) | null = null
  server.on('connection', (socket) => (take === null ? void socket.destroy() : take(socket)))
  server.on('error', () => {})
  return {
    port: (server.address() as AddressInfo).port,
    open(run) {
      take = run
      return () => {
        if (take === run) take = null
      }
    },
    close: () => void server.close(),
  }
}
