import { expectAll, openConnections } from '../harness/closed-loop.ts'
import { goods } from '../harness/goods.ts'
import { createPayers } from '../harness/payers.ts'
import type { Usage } from '../harness/served.ts'
import { startFarthing } from '../harness/start-farthing.ts'
import { spreadOf } from '../harness/statistics.ts'
import { atMost, figure, type Subject } from '../harness/subject.ts'
import { paidRequest, termsOf } from '../harness/x402-payments.ts'

const sizes = {
  full: { calls: 100_000, samples: 10 },
  quick: { calls: 10_000, samples: 5 },
  smoke: { calls: 100, samples: 4 },
}
const payers = createPayers(200)
const megabyte = 2 ** 20

/** Memory after collecting garbage, over many paid calls. */
export const memory: Subject = {
  name: 'memory',
  title: 'Memory over many paid calls',
  async run(effort) {
    const { calls, samples } = sizes[effort]
    const each = calls / samples
    await using opened = new AsyncDisposableStack()
    const server = opened.adopt(await startFarthing(), (one) => one.stop())
    const taken: { calls: number; usage: Usage }[] = []
    for (let sample = 1; sample <= samples; sample++) {
      const connections = await openConnections(server.port, 128)
      const terms = await termsOf(connections, goods.path)
      const texts = Array.from({ length: each }, (_, index) => paidRequest(goods.path, terms, payers[index % payers.length]!))
      const load = await connections.run(each, (index) => texts[index]!)
      connections.close()
      expectAll(load, 200, 'paid calls')
      // Settled payments are watched until their block is final: two rounds of the reconciler.
      if (effort !== 'smoke') await new Promise((resolve) => setTimeout(resolve, 6_500))
      taken.push({ calls: sample * each, usage: await server.usage({ collectGarbage: true }) })
    }
    const heapOf = (part: typeof taken) => spreadOf(part.map(({ usage }) => usage.heapUsedBytes)).median
    const third = Math.floor(samples / 3)
    const growth = heapOf(taken.slice(-third)) / heapOf(taken.slice(third, 2 * third))
    return {
      rows: taken.map(({ calls, usage }) => ({
        'paid calls': calls,
        'heap used MB': figure(usage.heapUsedBytes / megabyte),
        'resident MB': figure(usage.rssBytes / megabyte),
      })),
      targets: [atMost('heap in the last third of the calls, in that of the second', growth, 1.05)],
      notes: ['On a chain of zero latency; sampled after a forced garbage collection, when all settlements are final.'],
    }
  },
}
