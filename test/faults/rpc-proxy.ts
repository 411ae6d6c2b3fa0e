import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'

export const rpcFaults = [
  /** Transactions never reach the node. */
  'cut before broadcast',
  /** Transactions reach the node, and the answer is lost. */
  'cut after broadcast',
  /** Receipts and logs can't be read. */
  'cut receipts',
  'slow',
  /** Requests are accepted and never answered. */
  'silent',
  'rate limited',
  'failing',
  'down',
] as const
export type RpcFault = (typeof rpcFaults)[number]

export interface RpcProxy {
  readonly url: string
  /** Number of requests with an injected fault, by fault. */
  readonly faultyRequests: Readonly<Record<RpcFault, number>>
  set(mode: RpcFault | 'pass'): void
  close(): Promise<void>
}

/** Number of blocks until a block counts as final: more than are ever reorganised, as on a real chain. The nodes' own tag says two. */
const finalityBlocks = 8
const silentMs = 6_000
const sends = /"eth_sendRawTransaction"/
const reads = /"eth_getTransactionReceipt"|"eth_getLogs"/

/** An HTTP proxy between the service and the node of one chain. It injects the fault that is set. */
export async function startRpcProxy(nodeUrl: string, random: () => number): Promise<RpcProxy> {
  const node = new Pool(nodeUrl, { connections: 32 })
  const faultyRequests = Object.fromEntries(rpcFaults.map((fault) => [fault, 0])) as Record<RpcFault, number>
  let mode: RpcFault | 'pass' = 'pass'

  async function post(body: string): Promise<string> {
    const response = await node.request({ path: '/', method: 'POST', headers: { 'content-type': 'application/json' }, body })
    return response.body.text()
  }

  async function withDeeperFinality(body: string): Promise<string> {
    if (!body.includes('"finalized"')) return body
    const head = Number(
      (JSON.parse(await post('{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":[]}')) as { result: string }).result,
    )
    return body.replaceAll('"finalized"', `"0x${Math.max(0, head - finalityBlocks).toString(16)}"`)
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await textOf(request)
    // Only a service that joins a sandbox asks this, once; it would not even try to start.
    const fault = body.includes('"web3_clientVersion"') ? 'pass' : mode
    const forward = async () => post(await withDeeperFinality(body))
    const answer = (text: string, status = 200) => response.writeHead(status, { 'content-type': 'application/json' }).end(text)
    const countFault = () => {
      if (fault !== 'pass') faultyRequests[fault] += 1
    }
    const cut = () => {
      countFault()
      request.socket.destroy()
    }
    switch (fault) {
      case 'cut before broadcast':
        return sends.test(body) ? cut() : void answer(await forward())
      case 'cut after broadcast': {
        const text = await forward()
        return sends.test(body) ? cut() : void answer(text)
      }
      case 'cut receipts':
        return reads.test(body) ? cut() : void answer(await forward())
      case 'slow':
        countFault()
        await sleep(200 + random() * 2_000)
        return void answer(await forward())
      case 'silent':
        await sleep(silentMs)
        return cut()
      case 'rate limited':
        countFault()
        return void answer('{"error":"slow down"}', 429)
      case 'failing':
        countFault()
        return void answer('{"error":"oops"}', 500)
      case 'down':
        return cut()
      case 'pass':
        return void answer(await forward())
    }
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => request.socket.destroy())
  })
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faultyRequests,
    set: (next) => void (mode = next),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await node.close()
    },
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
