import { alternate, type Contender, type Measured } from '../harness/alternate.ts'
import { openConnections } from '../harness/closed-loop.ts'
import { cpuRows } from '../harness/cpu-rows.ts'
import { goods } from '../harness/goods.ts'
import { requestText } from '../harness/http-connection.ts'
import { createPayers, type Payer } from '../harness/payers.ts'
import { replyOf, sameBytes } from '../harness/same-bytes.ts'
import { startServer } from '../harness/server-process.ts'
import { startFarthing } from '../harness/start-farthing.ts'
import type { Subject } from '../harness/subject.ts'
import { paidRequest, termsOf } from '../harness/x402-payments.ts'

const sizes = {
  full: { rounds: 5, warmUp: 3, bare: 15_000, quota: 5_000, paid: 2_000 },
  quick: { rounds: 2, warmUp: 2, bare: 8_000, quota: 3_000, paid: 1_500 },
  smoke: { rounds: 1, warmUp: 1, bare: 50, quota: 50, paid: 50 },
}
const connections = 64
const estimate = '/v1/settlement/estimate'
const bare = 'bare Hono, the bytes of the'

/** The cost of a quota call and of a paid call whose sources are cached, compared with sending the same bytes. */
export const cachedRoutes: Subject = {
  name: 'cached-routes',
  title: 'A quota call and a paid call, from the cache',
  async run(effort) {
    const { rounds, warmUp, bare: many, quota, paid } = sizes[effort]
    const payers = createPayers(effort === 'smoke' ? 10 : 400)
    await using servers = new AsyncDisposableStack()
    // All calls come from one client address.
    const farthing = servers.adopt(await startFarthing({ FREE_QUOTA_PER_DAY: '1000000' }), (one) => one.stop())
    const againstBare = async (what: string, path: string, text: string, ours: Omit<Contender, 'server' | 'status'>) => {
      const reply = await replyOf(farthing.port, text)
      const server = servers.adopt(await startServer('bare-hono', sameBytes(reply, path, 'text')), (one) => one.stop())
      const theirs: Contender = { name: `${bare} ${what}`, server, status: reply.status, requests: many, prepare: () => [text] }
      const measured = await alternate([theirs, { ...ours, server: farthing, status: 200 }], { rounds, warmUp, connections })
      return { measured, base: theirs.name, bytes: reply.body.length }
    }
    const estimateText = requestText(`${estimate}?amount=100`)
    const byQuota = await againstBare('estimate', estimate, estimateText, {
      name: `farthing, quota: GET ${estimate}`,
      requests: quota,
      prepare: () => [estimateText],
    })
    const byPayment = await againstBare('price', goods.path, await paidOnce(farthing.port, payers[0]!), {
      name: `farthing, paid: GET ${goods.path}`,
      requests: paid,
      async prepare(opened, count) {
        const terms = await termsOf(opened, goods.path)
        return Array.from({ length: count }, (_, index) => paidRequest(goods.path, terms, payers[index % payers.length]!))
      },
    })
    return {
      rows: [byQuota, byPayment].flatMap(({ measured, base }: { measured: readonly Measured[]; base: string }) =>
        cpuRows(measured, base, 'bare Hono'),
      ),
      targets: [],
      notes: [
        `Bare Hono sends the same answers: ${byQuota.bytes} and ${byPayment.bytes} bytes of body with the same headers. Our service takes a unit of the quota, or a payment that was signed before, and writes it to the disk (SQLite) before it answers, on a chain of zero latency. Its sources are in the cache and are asked again as they age.`,
        `${rounds} rounds, in turns, after ${warmUp} to warm up; ${connections} connections.`,
      ],
    }
  },
}

/** The request of one paid call. */
async function paidOnce(port: number, payer: Payer): Promise<string> {
  const opened = await openConnections(port, 1)
  const text = paidRequest(goods.path, await termsOf(opened, goods.path), payer)
  opened.close()
  return text
}
