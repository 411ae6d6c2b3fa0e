import { connect, type Socket } from 'node:net'

/** The parts of an answer that benchmarks use. */
export interface Reply {
  readonly status: number
  /** Status line and headers as received. */
  readonly head: string
  readonly body: Buffer
}

/** One keep-alive connection with one request at a time. */
export interface Connection {
  /** @param request a whole HTTP/1.1 request, see `requestText`. Rejects when the connection breaks before the answer is complete. */
  ask(request: string): Promise<Reply>
  close(): void
}

export function requestText(path: string, headers: Readonly<Record<string, string>> = {}): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${lines.join('')}\r\n`
}

const endOfHead = Buffer.from('\r\n\r\n')
const endOfChunks = Buffer.from('0\r\n\r\n')

/**
 * A minimal client: it shares the cores with the measured server, so each microsecond here adds noise to the server's figures. It
 * reads answers with a length and answers in chunks, and no other HTTP.
 */
export async function openConnection(port: number): Promise<Connection> {
  const socket = await new Promise<Socket>((resolve, reject) => {
    const opening = connect({ host: '127.0.0.1', port, noDelay: true }, () => resolve(opening))
    opening.once('error', reject)
  })
  let received: Buffer = Buffer.alloc(0)
  let waiting: { resolve(reply: Reply): void; reject(error: Error): void } | null = null
  let broken: Error | null = null

  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    const reply = wholeReply(received)
    if (reply === null) return
    received = Buffer.alloc(0)
    const asker = waiting
    waiting = null
    asker?.resolve(reply)
  })
  const fail = (error: Error) => {
    broken = error
    waiting?.reject(error)
    waiting = null
  }
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('the server closed the connection')))

  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        if (broken) return reject(broken)
        waiting = { resolve, reject }
        socket.write(request, 'latin1')
      }),
    close: () => void socket.destroy(),
  }
}

/** Null while the answer is incomplete. */
function wholeReply(received: Buffer): Reply | null {
  const headEnd = received.indexOf(endOfHead)
  if (headEnd === -1) return null
  const head = received.toString('latin1', 0, headEnd)
  const bodyStart = headEnd + endOfHead.length
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  const whole = length === undefined ? received.subarray(-5).equals(endOfChunks) : received.length >= bodyStart + Number(length)
  return whole ? { status: Number(head.slice(9, 12)), head, body: received.subarray(bodyStart) } : null
}
