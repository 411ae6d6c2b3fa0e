import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** Stands between a store and the server; once told so, it lets the questions through, and cuts the line instead of answering. */
export async function unreliableLine(port: number) {
  let cutting = false
  const sockets = new Set<Socket>()
  const line = createServer((client) => {
    const upstream = connect(port, '127.0.0.1')
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
    }
    client.pipe(upstream)
    upstream.on('data', (bytes) => (cutting ? client.destroy() : client.write(bytes)))
    upstream.on('close', () => client.destroy())
  }).listen(0, '127.0.0.1')
  await once(line, 'listening')
  return {
    port: (line.address() as AddressInfo).port,
    cut: (yes: boolean) => void (cutting = yes),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      line.close()
      await once(line, 'close')
    },
  }
}
