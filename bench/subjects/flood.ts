import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { openConnection, requestText, type Connection } from '../harness/http-connection.ts'
import { openConnections } from '../harness/closed-loop.ts'
import { goods } from '../harness/goods.ts'
import { startFarthing } from '../harness/start-farthing.ts'
import { percentile } from '../harness/statistics.ts'
import { atMost, figure, type Subject } from '../harness/subject.ts'
import { termsOf, type X402Terms } from '../harness/x402-payments.ts'
import type { FloodInput, FloodReport } from '../servers/flood.ts'

const sizes = {
  full: { seconds: 20, perSecond: 2_000 },
  quick: { seconds: 6, perSecond: 2_000 },
  smoke: { seconds: 0.5, perSecond: 100 },
}
/** Free routes: one is made from sources, the other from the catalog. */
const free = ['/v2/x402/market/rates', '/v1/agent/discovery']
const everyMs = 20

/** How much a flood of junk payments slows harmless free calls. */
export const flood: Subject = {
  name: 'flood',
  title: 'Free routes under a flood of junk payments',
  async run(effort) {
    const { seconds, perSecond } = sizes[effort]
    await using opened = new AsyncDisposableStack()
    // The flood comes from many addresses, so no limit per client stops it.
    const server = opened.adopt(await startFarthing({ TRUSTED_PROXIES: '127.0.0.1' }), (one) => one.stop())
    const connections = await openConnections(server.port, 1)
    const terms = await termsOf(connections, goods.path)
    connections.close()
    await askAll(server.port, seconds / 4)
    const calm = await askAll(server.port, seconds)
    const stop = await startFlood({ port: server.port, path: goods.path, perSecond, terms })
    await server.watchTurns()
    const flooded = await askAll(server.port, seconds)
    const { longestMs } = await server.turns()
    const report = await stop()
    const row = (what: string, latencies: readonly number[]) => ({
      'free routes': what,
      calls: latencies.length,
      'p50 ms': figure(percentile(latencies, 50)),
      'p99 ms': figure(percentile(latencies, 99)),
      'longest ms': figure(Math.max(...latencies)),
    })
    return {
      rows: [row('without a flood', calm), row(`under ${Math.round(report.perSecond)} junk payments a second`, flooded)],
      targets: [atMost('p99 of free routes under the flood', percentile(flooded, 99), 50, ' ms')],
      notes: [
        `A quarter each: text that is not JSON, JSON that is not a payment, a signature for another nonce, an invalid signature; each from another client address. Answers: ${Object.entries(
          report.statuses,
        )
          .map(([status, count]) => `${count} with ${status}`)
          .join(
            ', ',
          )}. Longest turn of the event loop: ${figure(longestMs)} ms. The flood, the service and the measuring client run in separate processes on the same cores.`,
      ],
    }
  },
}

/** Asks free routes in turn at a steady rate, whether or not earlier ones have been answered. */
async function askAll(port: number, seconds: number): Promise<number[]> {
  const idle: Connection[] = await Promise.all(Array.from({ length: 50 }, () => openConnection(port)))
  const answers: Promise<number>[] = []
  const started = performance.now()
  for (let asked = 0; asked * everyMs < seconds * 1000; asked++) {
    const due = started + asked * everyMs
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())))
    const connection = idle.pop() ?? (await openConnection(port))
    answers.push(askOnce(connection, free[asked % free.length]!).finally(() => idle.push(connection)))
  }
  const latencies = await Promise.all(answers)
  for (const connection of idle) connection.close()
  return latencies
}

async function askOnce(connection: Connection, path: string): Promise<number> {
  const started = performance.now()
  const { status } = await connection.ask(requestText(path))
  if (status !== 200) throw new Error(`${path}: expected 200, got ${status}`)
  return performance.now() - started
}

/** Returns the function that ends it. */
async function startFlood(input: { port: number; path: string; perSecond: number; terms: X402Terms }): Promise<() => Promise<FloodReport>> {
  const child = fork(join(import.meta.dirname, '../servers/flood.ts'), [JSON.stringify(input satisfies FloodInput)], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  await once(child, 'message')
  return async () => {
    const reported = once(child, 'message')
    child.send('stop')
    const [report] = (await reported) as [FloodReport]
    return report
  }
}
