import { join } from 'node:path'
import { expectAll, openConnections, type Load } from '../harness/closed-loop.ts'
import { fundedPayers } from '../harness/funded-payers.ts'
import { goods } from '../harness/goods.ts'
import type { Payer } from '../harness/payers.ts'
import { startSandbox } from '../harness/sandbox-process.ts'
import { startServer } from '../harness/server-process.ts'
import { percentile } from '../harness/statistics.ts'
import { atMost, figure, type Subject } from '../harness/subject.ts'
import { temporaryDirectory } from '../harness/temporary-directory.ts'
import { paidRequest, termsOf } from '../harness/x402-payments.ts'

const sizes = {
  full: { payers: [1, 20, 100, 500], calls: 12 },
  quick: { payers: [1, 100], calls: 5 },
  smoke: { payers: [2], calls: 1 },
}
const blockMs = 1000
const held = 100

/** Payers that call again as soon as they have their answer, with blocks of one second. */
export const concurrency: Subject = {
  name: 'concurrency',
  title: 'Concurrent payers, at blocks of one second',
  async run(effort) {
    const { payers: counts, calls } = sizes[effort]
    await using opened = new AsyncDisposableStack()
    const { world } = opened.adopt(await startSandbox(blockMs), (one) => one.stop())
    const directory = opened.use(temporaryDirectory())
    const server = opened.adopt(
      await startServer('farthing-sandbox', { dataDir: join(directory.path, 'data'), world: world.file }),
      (one) => one.stop(),
    )
    const payers = await fundedPayers(world, Math.max(...counts), '1')
    await payAgainAndAgain(server.port, payers.slice(0, Math.min(...counts)), 1)
    const runs: { count: number; load: Load }[] = []
    for (const count of counts) runs.push({ count, load: await payAgainAndAgain(server.port, payers.slice(0, count), calls) })
    const target = runs.find(({ count }) => count === held)
    return {
      rows: runs.map(({ count, load }) => ({
        payers: count,
        calls: load.requests,
        'p50 ms': figure(percentile(load.latencies, 50)),
        'p99 ms': figure(percentile(load.latencies, 99)),
        'longest ms': figure(Math.max(...load.latencies)),
        'calls per second': Math.round(load.requests / load.seconds),
      })),
      targets: target ? [atMost(`p99 with ${held} payers`, percentile(target.load.latencies, 99), blockMs + 250, ' ms')] : [],
      notes: [
        `Every payer calls ${calls} times, each time as soon as it has its answer, with payments signed before. Client, service and sandbox run in separate processes on the same cores.`,
      ],
    }
  },
}

async function payAgainAndAgain(port: number, payers: readonly Payer[], calls: number): Promise<Load> {
  const connections = await openConnections(port, payers.length)
  const terms = await termsOf(connections, goods.path)
  const texts = Array.from({ length: payers.length * calls }, (_, index) => paidRequest(goods.path, terms, payers[index % payers.length]!))
  const load = await connections.run(texts.length, (index) => texts[index]!)
  connections.close()
  expectAll(load, 200, `${payers.length} payers`)
  return load
}
