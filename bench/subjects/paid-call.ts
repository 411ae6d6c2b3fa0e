import { alternate, type Contender } from '../harness/alternate.ts'
import { cpuRatio, cpuRows } from '../harness/cpu-rows.ts'
import { goods } from '../harness/goods.ts'
import { mppRequests } from '../harness/mpp-payments.ts'
import { createPayers } from '../harness/payers.ts'
import { startServer, type ServerProcess } from '../harness/server-process.ts'
import { payTo, signerKey, startFarthing } from '../harness/start-farthing.ts'
import { atLeast, type Subject } from '../harness/subject.ts'
import { paidRequest, termsOf } from '../harness/x402-payments.ts'

const sizes = {
  full: { rounds: 7, warmUp: 3, requests: 5_000, slow: 400 },
  quick: { rounds: 3, warmUp: 2, requests: 3_000, slow: 250 },
  smoke: { rounds: 1, warmUp: 1, requests: 50, slow: 20 },
}
const connections = 256
const ours = 'farthing by x402'
const oursByMpp = 'farthing by MPP'
const theirs = '@x402/hono'
const theirsByMpp = 'mppx on Hono'

/** A paid call on a chain that answers at once: decode, verify, claim, run, settle, answer. */
export const paidCall: Subject = {
  name: 'paid-call',
  title: 'A paid call, on a chain of zero latency',
  async run(effort) {
    const { rounds, warmUp, requests, slow } = sizes[effort]
    const payers = createPayers(effort === 'smoke' ? 10 : 400)
    const payer = (index: number) => payers[index % payers.length]!
    await using servers = new AsyncDisposableStack()
    const start = async (starting: Promise<ServerProcess>) => servers.adopt(await starting, (server) => server.stop())
    const byX402 = async (name: string, starting: Promise<ServerProcess>, count: number): Promise<Contender> => ({
      name,
      server: await start(starting),
      status: 200,
      requests: count,
      async prepare(connections, many) {
        const terms = await termsOf(connections, goods.path)
        return Array.from({ length: many }, (_, index) => paidRequest(goods.path, terms, payer(index)))
      },
    })
    const byMpp = async (name: string, starting: Promise<ServerProcess>, count: number): Promise<Contender> => ({
      name,
      server: await start(starting),
      status: 200,
      requests: count,
      prepare: (connections, many) => mppRequests(connections, goods.path, many, payer),
    })
    const contenders = [
      await byX402(ours, startFarthing(), requests),
      await byMpp(oursByMpp, startFarthing(), requests),
      await byX402(theirs, startServer('x402-hono', { payTo, signerKey }), slow),
      await byX402('@x402/hono, no client behind it', startServer('x402-hono', { payTo, signerKey, idle: true }), slow),
      await byX402('@x402/express', startServer('x402-express', { payTo, signerKey }), slow),
      await byMpp(theirsByMpp, startServer('mppx-hono', { payTo }), slow),
    ]
    const measured = await alternate(contenders, { rounds, warmUp, connections })
    return {
      rows: cpuRows(measured, ours),
      targets: [atLeast('paid calls per CPU second, in those of @x402/hono (goal 45)', cpuRatio(measured, theirs, ours), 20)],
      notes: [
        'Our service and the official facilitator ask the same stub of a node, each in its own process; both encode and sign their transactions. Our service writes each step to the disk before the next one (SQLite, an fsync for each group); the others store nothing. "No client behind it" leaves out all work of the facilitator with its chain, and mppx settles nothing: less than any real set-up costs.',
        `${rounds} rounds, in turns, after ${warmUp} to warm up; ${connections} connections, ${payers.length} payers, every payment fresh and signed before.`,
      ],
    }
  },
}
