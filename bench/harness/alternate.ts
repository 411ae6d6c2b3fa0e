import { expectAll, openConnections, type Connections } from './closed-loop.ts'
import type { ServerProcess } from './server-process.ts'
import { percentile, spreadOf, type Spread } from './statistics.ts'

/** One of several servers that are compared. */
export interface Contender {
  readonly name: string
  readonly server: ServerProcess
  /** The status of all its answers. */
  readonly status: number
  /** Requests in one round. */
  readonly requests: number
  /** Makes the requests of a round before the round begins. */
  prepare(connections: Connections, requests: number): Promise<readonly string[]> | readonly string[]
}

export interface Measured {
  readonly name: string
  /** CPU of the server per request in microseconds, all threads, over the rounds. */
  readonly cpuMicros: Spread
  readonly requestsPerSecond: Spread
  /** Milliseconds, median of the rounds. */
  readonly p50: number
  readonly p99: number
}

/**
 * Runs round after round, each contender in turn, so that other load on the machine affects all of them. The first rounds only warm
 * up: V8 needs some thousand calls until it has compiled the hot functions.
 */
export async function alternate(
  contenders: readonly Contender[],
  { rounds, warmUp, connections: count }: { readonly rounds: number; readonly warmUp: number; readonly connections: number },
): Promise<Measured[]> {
  const figures = contenders.map(() => ({ cpu: [] as number[], rate: [] as number[], p50: [] as number[], p99: [] as number[] }))
  for (let round = -warmUp; round < rounds; round++) {
    for (const [index, contender] of contenders.entries()) {
      const { name, server, status, requests, prepare } = contender
      const connections = await openConnections(server.port, count)
      const texts = await prepare(connections, requests)
      const before = await server.usage()
      const load = await connections.run(requests, (index) => texts[index % texts.length]!)
      const after = await server.usage()
      connections.close()
      expectAll(load, status, name)
      if (round < 0) continue
      const of = figures[index]!
      of.cpu.push((after.cpuMicros - before.cpuMicros) / requests)
      of.rate.push(requests / load.seconds)
      of.p50.push(percentile(load.latencies, 50))
      of.p99.push(percentile(load.latencies, 99))
    }
  }
  return contenders.map(({ name }, index) => {
    const { cpu, rate, p50, p99 } = figures[index]!
    return {
      name,
      cpuMicros: spreadOf(cpu),
      requestsPerSecond: spreadOf(rate),
      p50: spreadOf(p50).median,
      p99: spreadOf(p99).median,
    }
  })
}
