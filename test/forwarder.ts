import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** A port that forwards to another one. It is closed until it is opened, and it can be closed again. */
export interface Forwarder {
  /** `http://127.0.0.1:…`; it stays the same when the port is closed and opened. */
  readonly url: string
  open(): Promise<void>
  /** From now on it accepts connections and keeps them, and nothing comes back, until it is closed. */
  hang(): Promise<void>
  close(): Promise<void>
}

export async function createForwarder(target: string): Promise<Forwarder> {
  const { hostname, port: targetPort } = new URL(target)
  const sockets = new Set<Socket>()
  let server: Server | null = null
  let port = 0

  function keep(socket: Socket): void {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
  }

  async function open(forwards = true): Promise<void> {
    const opened = createServer((socket) => {
      if (!forwards) return keep(socket)
      const other = connect(Number(targetPort), hostname)
      for (const one of [socket, other]) {
        keep(one)
        one.once('close', () => {
          socket.destroy()
          other.destroy()
        })
      }
      socket.pipe(other)
      other.pipe(socket)
    })
    await new Promise<void>((resolve, reject) => {
      opened.once('error', reject)
      opened.listen(port, '127.0.0.1', resolve)
    })
    port = (opened.address() as AddressInfo).port
    server = opened
  }

  async function close(): Promise<void> {
    const closing = server
    server = null
    if (closing === null) return
    const closed = new Promise((resolve) => closing.close(resolve))
    for (const socket of sockets) socket.destroy()
    await closed
  }

  // Open it once to get a free port.
  await open()
  await close()
  return { url: `http://127.0.0.1:${port}`, open: () => open(), hang: () => close().then(() => open(false)), close }
}
