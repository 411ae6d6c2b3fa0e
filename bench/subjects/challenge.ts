import { alternate, type Contender } from '../harness/alternate.ts'
import { cpuRatio, cpuRows } from '../harness/cpu-rows.ts'
import { goods } from '../harness/goods.ts'
import { requestText } from '../harness/http-connection.ts'
import { replyOf, sameBytes } from '../harness/same-bytes.ts'
import { startServer, type ServerProcess } from '../harness/server-process.ts'
import { payTo, signerKey, startFarthing } from '../harness/start-farthing.ts'
import { atMost, type Subject } from '../harness/subject.ts'

const sizes = {
  full: { rounds: 9, warmUp: 3, requests: 15_000, slow: 4_000 },
  quick: { rounds: 3, warmUp: 2, requests: 8_000, slow: 2_000 },
  smoke: { rounds: 1, warmUp: 1, requests: 50, slow: 50 },
}
const connections = 32
const ours = 'farthing, six networks and MPP'
const bare = 'bare Hono, the same bytes as text'
const bareBytes = 'bare Hono, the same bytes as bytes'

/** An unpaid call: the cost of the terms. */
export const challenge: Subject = {
  name: 'challenge',
  title: 'The 402 of an unpaid call',
  async run(effort) {
    const { rounds, warmUp, requests, slow } = sizes[effort]
    await using servers = new AsyncDisposableStack()
    const start = async (name: string, starting: Promise<ServerProcess>, count: number): Promise<Contender> => {
      const server = servers.adopt(await starting, (one) => one.stop())
      return { name, server, status: 402, requests: count, prepare: () => [text] }
    }
    const text = requestText(goods.path)
    const farthing = await start(ours, startFarthing(), requests)
    const reply = await replyOf(farthing.server.port, text)
    const contenders = [
      await start(bare, startServer('bare-hono', sameBytes(reply, goods.path, 'text')), requests),
      await start(bareBytes, startServer('bare-hono', sameBytes(reply, goods.path, 'bytes')), requests),
      farthing,
      await start('@x402/hono, one network', startServer('x402-hono', { payTo, signerKey }), slow),
      await start('@x402/express, one network', startServer('x402-express', { payTo, signerKey }), slow),
      await start('mppx on Hono, one network', startServer('mppx-hono', { payTo }), slow),
    ]
    const measured = await alternate(contenders, { rounds, warmUp, connections })
    return {
      rows: cpuRows(measured, bare),
      targets: [
        atMost(
          'CPU of our 402, divided by that of the cheaper bare Hono route with the same bytes',
          Math.max(cpuRatio(measured, ours, bare), cpuRatio(measured, ours, bareBytes)),
          1.3,
        ),
      ],
      notes: [
        `Our 402 has ${reply.head.length} bytes of headers and ${reply.body.length} of body; those of the others are smaller.`,
        `${rounds} rounds, in turns, after ${warmUp} to warm up; ${connections} connections.`,
      ],
    }
  },
}
