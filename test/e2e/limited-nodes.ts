import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a free plan at a provider of nodes allows. */
export interface NodeLimits {
  /** Blocks that one question for logs may span. */
  readonly blocksPerLogQuestion: number
  /** Calls in one request. */
  readonly callsPerRequest: number
}

export const freePlan: NodeLimits = { blocksPerLogQuestion: 2_000, callsPerRequest: 3 }

/** The block number asked for alone, by which the service sees whether a node answers: no question of a caller. */
export const probe = 'eth_blockNumber alone'

/** Calls to a node by their method. */
export type Calls = ReadonlyMap<string, number>

/** Proxies before nodes, over real HTTP, which count calls and refuse what is beyond the limits. */
export interface LimitedNodes {
  readonly urls: Readonly<Record<string, string>>
  /** Calls to each node since this was last called, refused ones too. */
  taken(): ReadonlyMap<string, Calls>
  /** Requests that were refused so far, by the reason. */
  refused(): { readonly blocks: number; readonly batches: number }
  close(): Promise<void>
}

interface Call {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

/** @param limits null lets everything through */
export async function limitNodes(
  networks: readonly { readonly slug: string; readonly rpcUrl: string }[],
  limits: NodeLimits | null,
): Promise<LimitedNodes> {
  const counts = new Map<string, Map<string, number>>()
  const refused = { blocks: 0, batches: 0 }

  async function answer(slug: string, nodeUrl: string, body: string): Promise<{ status: number; text: string }> {
    const calls = [JSON.parse(body) as Call | Call[]].flat()
    const here = counts.get(slug) ?? new Map<string, number>()
    counts.set(slug, here)
    for (const { method } of calls) {
      const name = calls.length === 1 && method === 'eth_blockNumber' ? probe : method
      here.set(name, (here.get(name) ?? 0) + 1)
    }
    if (limits && calls.length > limits.callsPerRequest) {
      refused.batches += 1
      // The words of a real node, with its status.
      const message = `Batch of more than ${limits.callsPerRequest} requests are not allowed on free tier`
      return { status: 500, text: JSON.stringify([{ id: 0, jsonrpc: '2.0', error: { message, code: 31 } }]) }
    }
    const tooWide = limits ? await callsBeyond(calls, limits, nodeUrl) : []
    if (tooWide.length > 0) {
      refused.blocks += tooWide.length
      const error = { code: -32_602, message: `query exceeds max block range ${limits?.blocksPerLogQuestion}` }
      const kept = calls.filter((call) => !tooWide.includes(call))
      const given = kept.length === 0 ? [] : [JSON.parse(await post(nodeUrl, JSON.stringify(kept))) as unknown].flat()
      const answers = [...given, ...tooWide.map(({ id }) => ({ jsonrpc: '2.0', id, error }))]
      return { status: 200, text: JSON.stringify(body.trimStart().startsWith('[') ? answers : answers[0]) }
    }
    return { status: 200, text: withSmallTip(calls, await post(nodeUrl, body)) }
  }

  const servers = await Promise.all(
    networks.map(async ({ slug, rpcUrl }) => {
      const server = createServer((request, response) => {
        textOf(request)
          .then((body) => answer(slug, rpcUrl, body))
          .then(({ status, text }) => response.writeHead(status, { 'content-type': 'application/json' }).end(text))
          .catch(() => request.socket.destroy())
      })
      await once(server.listen(0, '127.0.0.1'), 'listening')
      return { slug, server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
    }),
  )
  return {
    urls: Object.fromEntries(servers.map(({ slug, url }) => [slug, url])),
    taken() {
      const taken = new Map([...counts].map(([slug, calls]) => [slug, new Map(calls)]))
      counts.clear()
      return taken
    },
    refused: () => ({ ...refused }),
    async close() {
      await Promise.all(
        servers.map(async ({ server }) => {
          const closed = once(server, 'close')
          server.close()
          server.closeAllConnections()
          await closed
        }),
      )
    },
  }
}

/** The questions for logs that span too many blocks. */
async function callsBeyond(calls: readonly Call[], limits: NodeLimits, nodeUrl: string): Promise<Call[]> {
  const asked = calls.filter(({ method }) => method === 'eth_getLogs')
  if (asked.length === 0) return []
  const head = Number((JSON.parse(await post(nodeUrl, JSON.stringify(headQuestion))) as { result: string }).result)
  const numberOf = (tag: unknown, missing: number) => {
    if (tag === 'earliest') return 0
    return typeof tag === 'string' && tag.startsWith('0x') ? Number(tag) : missing
  }
  return asked.filter(({ params: [filter] }) => {
    const { blockHash, fromBlock, toBlock } = filter as { blockHash?: string; fromBlock?: string; toBlock?: string }
    return blockHash === undefined && numberOf(toBlock, head) - numberOf(fromBlock, head) + 1 > limits.blocksPerLogQuestion
  })
}

/** The tip that real nodes of rollups suggest: that of a local chain would make each settlement cost dollars. */
const smallTip = '0xf4240'

function withSmallTip(calls: readonly Call[], text: string): string {
  const tips = new Set(calls.filter(({ method }) => method === 'eth_maxPriorityFeePerGas').map(({ id }) => id))
  if (tips.size === 0) return text
  const answers = JSON.parse(text) as { id: number } | { id: number }[]
  const patched = [answers].flat().map((one) => (tips.has(one.id) ? { ...one, result: smallTip } : one))
  return JSON.stringify(Array.isArray(answers) ? patched : patched[0])
}

const headQuestion = { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] }

async function post(nodeUrl: string, body: string): Promise<string> {
  const response = await fetch(nodeUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return response.text()
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
