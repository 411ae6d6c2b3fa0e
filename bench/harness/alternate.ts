import { expectAll, openConnections, type Connections } from './closed-loop.ts'
import type { ServerProcess } from './server-process.ts'
import { percentile, spreadOf, type Spread } from './statistics.ts'

/** One of several servers that are held against each other. */
export interface Contender {
  readonly name: string
  readonly server: ServerProcess
  /** Status that all its answers must have. */
  readonly status: number
  /** Requests in one round. */
  readonly requests: number
  /** Makes the requests of a round, before it begins. */
  prepare(connections: Connections, requests: number): Promise<readonly string[]> | readonly string[]
}

export interface Measured {
  readonly name: string
  /** Microseconds of the server's CPU, all threads, for one request; over the rounds. */
  readonly cpuMicros: Spread
  readonly requestsPerSecond: Spread
  /** Milliseconds, median of the rounds. */
  readonly p50: number
  readonly p99: number
}

/**
 * Round after round, each contender in turn, so that whatever else the machine does at some moment falls on all of them.
 * The first rounds only warm up: it takes some thousand calls until the engine has compiled what is called most.
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
