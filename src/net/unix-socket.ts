import { closeSync, constants, existsSync, openSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'

/** The address of a Unix socket, in a form that the operating system takes. */
export interface SocketAddress {
  readonly path: string
  /** To be called when the socket is bound, or the connection is made. */
  release(): void
}

/** What the address of a socket may have: 107 bytes on Linux, 103 on others. */
const maxAddressBytes = 103
const openFiles = '/proc/self/fd'

/**
 * The address of a socket in a directory. A path that is too long for an address is shortened by a handle of the directory, where the
 * operating system has paths for handles (Linux).
 * @throws Error when the path is too long
 */
export function socketAddress(directory: string, name: string): SocketAddress {
  const path = join(resolve(directory), name)
  if (Buffer.byteLength(path) <= maxAddressBytes) return { path, release: () => {} }
  if (!existsSync(openFiles)) throw new Error(`the path of a socket has ${maxAddressBytes} bytes at most, and ${path} is longer`)
  const handle = openSync(directory, constants.O_RDONLY | constants.O_DIRECTORY)
  return { path: join(openFiles, String(handle), name), release: () => closeSync(handle) }
}

export interface SocketAnswer {
  readonly status: number
  readonly contentType: string
  readonly body: Readable
}

/** No process listens there, or what listened there has ended. */
const nobody = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTDIR', 'ENOTSOCK'])

/** Whether a process listens on a socket. */
export function isListening(directory: string, name: string): Promise<boolean> {
  const address = socketAddress(directory, name)
  return new Promise<boolean>((resolve, reject) => {
    const socket = connect(address.path, () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', (error: NodeJS.ErrnoException) => (nobody.has(error.code ?? '') ? resolve(false) : reject(error)))
  }).finally(() => address.release())
}

/**
 * Sends one JSON request over a Unix socket.
 * @returns the answer, whose body is still to be read; null where no process listens
 * @throws Error when the connection breaks, or the socket belongs to another user
 */
export function postOverSocket(
  { directory, name }: { readonly directory: string; readonly name: string },
  { path, body, signal }: { readonly path: string; readonly body: string; readonly signal?: AbortSignal | undefined },
): Promise<SocketAnswer | null> {
  const address = socketAddress(directory, name)
  return new Promise<SocketAnswer | null>((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)), connection: 'close' }
    const sent = request({ socketPath: address.path, method: 'POST', path, headers, ...(signal ? { signal } : {}) }, (answer) =>
      resolve({ status: answer.statusCode ?? 0, contentType: answer.headers['content-type'] ?? '', body: answer }),
    )
    sent.once('error', (error: NodeJS.ErrnoException) => (nobody.has(error.code ?? '') ? resolve(null) : reject(error)))
    sent.end(body)
  }).finally(() => address.release())
}
