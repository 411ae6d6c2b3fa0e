import { join } from 'node:path'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { nodeRpc } from '../../sandbox/chains/node-rpc.ts'
import type { Hex } from '../../src/shared/bytes.ts'
import { openConnections, type Load } from '../harness/closed-loop.ts'
import { fundedPayers } from '../harness/funded-payers.ts'
import { goods } from '../harness/goods.ts'
import type { Payer } from '../harness/payers.ts'
import { startSandbox } from '../harness/sandbox-process.ts'
import { startServer, type ServerProcess } from '../harness/server-process.ts'
import { percentile } from '../harness/statistics.ts'
import { atLeast, atMost, figure, type Subject } from '../harness/subject.ts'
import { temporaryDirectory } from '../harness/temporary-directory.ts'
import { paidOn, paidRequest, termsOf } from '../harness/x402-payments.ts'

const sizes = {
  full: { rounds: 5, payments: 200 },
  quick: { rounds: 2, payments: 200 },
  smoke: { rounds: 1, payments: 5 },
}
const blockMs = 1000
/** The longest turn of the event loop that is allowed. */
const maxTurnMs = 20

interface Stack {
  readonly name: string
  readonly server: ServerProcess
  readonly signers: readonly Hex[]
}

/** Many payments at one moment, on a real node with blocks of one second. */
export const blocks: Subject = {
  name: 'blocks',
  title: 'Payments at once, at blocks of one second',
  async run(effort) {
    const { rounds, payments } = sizes[effort]
    await using opened = new AsyncDisposableStack()
    const sandbox = opened.adopt(await startSandbox(blockMs), (one) => one.stop())
    const directory = opened.use(temporaryDirectory())
    const { world } = sandbox
    const rpcUrl = world.networks.find(({ id }) => id === paidOn)!.rpcUrl
    const theirKey = generatePrivateKey()
    await world.fund(privateKeyToAddress(theirKey), '1')
    const start = async (server: Promise<ServerProcess>) => opened.adopt(await server, (one) => one.stop())
    const ours: Stack = {
      name: 'farthing',
      server: await start(startServer('farthing-sandbox', { dataDir: join(directory.path, 'data'), world: world.file })),
      signers: world.signerKeys.map((key) => privateKeyToAddress(key)),
    }
    const theirs: Stack = {
      name: '@x402/hono, viem nonceManager',
      server: await start(startServer('x402-hono', { payTo: world.payTo, rpcUrl, signerKey: theirKey })),
      signers: [privateKeyToAddress(theirKey)],
    }
    const payers = await fundedPayers(world, payments, '1')
    const runs = [ours, theirs].map((stack) => ({ stack, all: [] as Burst[] }))
    for (let round = 0; round <= rounds; round++) {
      for (const { stack, all } of runs) {
        const burst = await payAtOnce(rpcUrl, stack, payers)
        if (round > 0) all.push(burst)
      }
    }
    const [own, other] = runs.map(({ stack, all }) => summary(stack.name, payments, all))
    return {
      rows: [own!.row, other!.row],
      targets: [
        atLeast('transactions, theirs in ours', other!.transactions / own!.transactions, 10),
        atMost('p99, in that of theirs', own!.p99 / other!.p99, 0.5),
        atMost('payments lost', own!.lost, 0),
        atMost('longest turn of our event loop', own!.longestTurn, maxTurnMs, ' ms'),
      ],
      notes: [
        `${payments} payers pay in one moment, ${rounds} rounds each in turns after one to warm up. Client, server and sandbox run in separate processes. The official server asks for receipts every 200 ms, as often as ours. "Lost": not answered with 200.`,
      ],
    }
  },
}

interface Burst {
  readonly load: Load
  readonly transactions: number
  readonly longestTurn: number
}

async function payAtOnce(rpcUrl: string, { server, signers }: Stack, payers: readonly Payer[]): Promise<Burst> {
  const connections = await openConnections(server.port, payers.length)
  const terms = await termsOf(connections, goods.path)
  const texts = payers.map((payer) => paidRequest(goods.path, terms, payer))
  const sent = await noncesOf(rpcUrl, signers)
  await server.watchTurns()
  const load = await connections.run(payers.length, (index) => texts[index]!)
  const { longestMs } = await server.turns()
  connections.close()
  return { load, transactions: (await noncesOf(rpcUrl, signers)) - sent, longestTurn: longestMs }
}

/** How many transactions these accounts have sent. */
async function noncesOf(rpcUrl: string, accounts: readonly Hex[]): Promise<number> {
  const node = nodeRpc(rpcUrl)
  const nonces = await Promise.all(accounts.map((account) => node.call<Hex>('eth_getTransactionCount', account, 'latest')))
  return nonces.reduce((sum, nonce) => sum + Number(nonce), 0)
}

function summary(name: string, payments: number, all: readonly Burst[]) {
  const latencies = all.flatMap(({ load }) => load.latencies)
  const transactions = all.reduce((sum, one) => sum + one.transactions, 0) / all.length
  const lost = all.reduce((sum, { load }) => sum + payments - (load.statuses.get(200) ?? 0), 0)
  const p99 = percentile(latencies, 99)
  const longestTurn = Math.max(...all.map((one) => one.longestTurn))
  const row = {
    server: name,
    'transactions per round': figure(transactions),
    'p50 ms': figure(percentile(latencies, 50)),
    'p99 ms': figure(p99),
    'longest ms': figure(Math.max(...latencies)),
    lost,
    'longest turn ms': figure(longestTurn),
  }
  return { row, transactions, p99, lost, longestTurn }
}
