import { request as send, type IncomingMessage, type ServerResponse } from 'node:http'
import { socketAddress } from './unix-socket.ts'

/** In a request that was handed on: the address of who sent it. What a client sends by this name is replaced. */
export const senderHeader = 'x-farthing-sender'

/** Headers of one connection, which are not handed on. */
const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'te', 'trailer', 'proxy-connection'])

/**
 * Hands a request on to the process that listens on a Unix socket, and its answer back.
 * @returns false where no process listens there; then nothing was answered
 */
export function forwardOverSocket(
  { directory, name }: { readonly directory: string; readonly name: string },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const address = socketAddress(directory, name)
  return new Promise<boolean>((resolve) => {
    const own = Object.entries(request.headers).filter(([key]) => !ofConnection.has(key))
    const headers = { ...Object.fromEntries(own), [senderHeader]: request.socket.remoteAddress ?? '' }
    const { method, url } = request
    // A connection of its own: one that is kept may end while a request is on its way.
    const to = { socketPath: address.path, agent: false, headers, ...(method ? { method } : {}), ...(url ? { path: url } : {}) }
    const sent = send(to, (answer) => {
      resolve(true)
      response.writeHead(answer.statusCode ?? 502, withoutConnection(answer.headers))
      answer.pipe(response)
    })
    // Who asked may go away before the answer.
    response.once('close', () => sent.destroy())
    sent.once('error', () => {
      // Part of the request may have been read, so it is not sent to another process.
      if (request.readableDidRead) {
        if (!response.headersSent) response.writeHead(502)
        response.end()
        resolve(true)
      } else resolve(false)
    })
    sent.once('socket', (socket) => socket.once('connect', () => request.pipe(sent)))
  }).finally(() => address.release())
}

function withoutConnection(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([key]) => !ofConnection.has(key)))
}
