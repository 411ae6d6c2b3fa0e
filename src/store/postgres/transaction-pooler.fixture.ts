import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface TransactionPooler extends AsyncDisposable {
  readonly port: number
  /**
   * transaction  each transaction gets the connection of the server that has been free for longest, and inherits its session state
   * session      each client keeps one
   */
  pooling: 'transaction' | 'session'
}

interface Server {
  readonly socket: Socket
  /** What the server said at the start. */
  greeting: Buffer
  client: Client | null
}

interface Client {
  readonly socket: Socket
  server: Server | null
  /** What came before it had a connection of the server. */
  waiting: Buffer[]
  /** Answers still to come: each ends with ReadyForQuery. */
  open: number
}

/**
 * A pooler as PgBouncer is by default, in few lines: it knows nothing of prepared statements, and what a client sets stays for the next
 * one. It asks for no password, as the server of the tests does.
 * @param servers connections of the server
 */
export async function startTransactionPooler(port: number, servers: number): Promise<TransactionPooler> {
  const all: Server[] = []
  const free: Server[] = []
  const queue: Client[] = []
  const sockets = new Set<Socket>()
  const pooler = { pooling: 'transaction' as TransactionPooler['pooling'] }
  /** What the server says at the start, once the first client has let us ask it. */
  let greeting: Promise<Buffer> | undefined

  function opened(socket: Socket): Socket {
    sockets.add(socket)
    // Without this each small message that is passed on would wait 40 ms for the acknowledgement of the one before.
    socket.setNoDelay()
    return socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  }

  /** A new connection, the one that has been free for longest, or a place in the queue. */
  async function lend(client: Client, startup: Buffer): Promise<void> {
    const server = all.length < servers ? await openServer(startup) : free.shift()
    if (server) give(server, client)
    else queue.push(client)
  }

  function give(server: Server, client: Client): void {
    server.client = client
    client.server = server
    for (const bytes of client.waiting.splice(0)) server.socket.write(bytes)
  }

  function giveBack(server: Server): void {
    if (server.client) server.client.server = null
    server.client = null
    const next = queue.shift()
    if (next) give(server, next)
    else free.push(server)
  }

  async function openServer(startup: Buffer): Promise<Server> {
    const server: Server = { socket: opened(connect(port, '127.0.0.1')), greeting: Buffer.alloc(0), client: null }
    all.push(server)
    const greeted = Promise.withResolvers<void>()
    eachMessage(server.socket, (message) => {
      const isReady = message[0] === code('Z')
      const { client } = server
      if (!client) server.greeting = Buffer.concat([server.greeting, message])
      else client.socket.write(message)
      if (isReady) greeted.resolve()
      if (client && isReady && --client.open === 0 && message[5] === code('I') && pooler.pooling === 'transaction') giveBack(server)
    })
    server.socket.write(startup)
    await greeted.promise
    return server
  }

  async function serve(socket: Socket): Promise<void> {
    const startup = await firstMessage(socket)
    const client: Client = { socket, server: null, waiting: [], open: 0 }
    greeting ??= openServer(startup).then((server) => {
      giveBack(server)
      return withOtherProcess(server.greeting)
    })
    socket.write(await greeting)
    eachMessage(socket, (message) => {
      if (message[0] === code('X')) return
      if (message[0] === code('S') || message[0] === code('Q')) client.open++
      if (client.server) return void client.server.socket.write(message)
      client.waiting.push(message)
      if (client.waiting.length === 1) void lend(client, startup)
    })
    socket.on('close', () => {
      if (queue.includes(client)) queue.splice(queue.indexOf(client), 1)
      const { server } = client
      if (!server) return
      // Nobody can know what is open on it.
      server.socket.destroy()
      all.splice(all.indexOf(server), 1)
      const next = queue.shift()
      if (next) void lend(next, startup)
    })
  }

  const listener = createServer((socket) => void serve(opened(socket))).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  return Object.assign(pooler, {
    port: (listener.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      listener.close()
      await once(listener, 'close')
    },
  })
}

const code = (letter: string) => letter.codePointAt(0)!

/** Calls with each message: a letter, its length, and what it holds. */
function eachMessage(socket: Socket, take: (message: Buffer) => void): void {
  let rest = Buffer.alloc(0)
  socket.on('data', (bytes) => {
    rest = Buffer.concat([rest, bytes])
    while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
      const length = 1 + rest.readUInt32BE(1)
      take(rest.subarray(0, length))
      rest = rest.subarray(length)
    }
  })
}

/** The first message of a client has no letter. It is small, so it comes at once. */
async function firstMessage(socket: Socket): Promise<Buffer> {
  const [bytes] = (await once(socket, 'data')) as [Buffer]
  return bytes
}

/** The greeting of the server, with another number for its process (message K): the key for cancelling is the pooler's own. */
function withOtherProcess(greeting: Buffer): Buffer {
  const copy = Buffer.from(greeting)
  for (let at = 0; at < copy.length; at += 1 + copy.readUInt32BE(at + 1)) if (copy[at] === code('K')) copy.writeInt32BE(1, at + 5)
  return copy
}
