import { openConnection, type Connection, type Reply } from './http-connection.ts'

/** The result of a number of requests. */
export interface Load {
  readonly requests: number
  readonly seconds: number
  /** How many answers had each status. */
  readonly statuses: ReadonlyMap<number, number>
  /** Milliseconds from sending to the whole answer, in the order of the answers. */
  readonly latencies: readonly number[]
}

/** Open keep-alive connections to a server. */
export interface Connections {
  /** Sends all of these requests; each connection sends the next one as soon as it has its answer. */
  run(requests: number, text: (index: number) => string): Promise<Load>
  /** The answers themselves, in the order of the requests. */
  collect(requests: number, text: (index: number) => string): Promise<Reply[]>
  close(): void
}

/** @param ports one server, or several that share the connections evenly */
export async function openConnections(ports: number | readonly number[], count: number): Promise<Connections> {
  const servers = [ports].flat()
  const connections = await Promise.all(Array.from({ length: count }, (_, index) => openConnection(servers[index % servers.length]!)))

  async function each(requests: number, text: (index: number) => string, done: (reply: Reply, index: number, ms: number) => void) {
    let next = 0
    const work = async (connection: Connection) => {
      while (next < requests) {
        const index = next++
        const started = performance.now()
        done(await connection.ask(text(index)), index, performance.now() - started)
      }
    }
    await Promise.all(connections.map(work))
  }

  return {
    async run(requests, text) {
      const statuses = new Map<number, number>()
      const latencies: number[] = []
      const started = performance.now()
      await each(requests, text, ({ status }, _, ms) => {
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        latencies.push(ms)
      })
      return { requests, seconds: (performance.now() - started) / 1000, statuses, latencies }
    },
    async collect(requests, text) {
      const replies: Reply[] = []
      await each(requests, text, (reply, index) => {
        replies[index] = reply
      })
      return replies
    },
    close: () => connections.forEach((connection) => connection.close()),
  }
}

/** @throws unless all answers had this status: the figures of other answers would measure something else. */
export function expectAll({ statuses, requests }: Load, status: number, what: string): void {
  if (statuses.get(status) === requests) return
  throw new Error(`${what}: expected ${requests} answers with ${status}, got ${JSON.stringify([...statuses])}`)
}
