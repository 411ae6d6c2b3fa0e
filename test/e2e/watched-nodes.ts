import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sandbox } from '../../sandbox/open-sandbox.ts'
import type { NetworkId } from '../../src/chain/chain.ts'

/**
 * `dead` cuts every connection; a `hole` takes requests and never answers; `slow` takes 0.9 seconds for each; `together` answers
 * when every node has been asked.
 */
export type NodeBehaviour = 'well' | 'dead' | 'hole' | 'slow' | 'together'

export interface WatchedNodes {
  readonly ids: readonly NetworkId[]
  readonly endpoints: Sandbox['endpoints']
  /** JSON-RPC calls to each node since this was last called. */
  taken(): ReadonlyMap<NetworkId, number>
  /** All other nodes work. */
  set(behaviour: NodeBehaviour, ...networks: readonly NetworkId[]): void
  close(): Promise<void>
}

/** The service asks for the block number alone to see whether a node answers: that is no question of a caller. */
const isProbe = (calls: readonly { readonly method: string }[]) => calls.length === 1 && calls[0]!.method === 'eth_blockNumber'

/** A proxy before the nodes of a sandbox, over real HTTP. It counts their calls and disturbs some of them. */
export async function watchNodes({ endpoints }: Sandbox): Promise<WatchedNodes> {
  const counts = new Map<NetworkId, number>()
  let behaviour: NodeBehaviour = 'well'
  let affected: readonly NetworkId[] = []
  let waiting = new Set<NetworkId>()
  let goOn = Promise.withResolvers<void>()

  async function answer(network: NetworkId, nodeUrl: string, body: string): Promise<string | null> {
    const calls = [JSON.parse(body) as { method: string } | { method: string }[]].flat()
    if (!isProbe(calls)) counts.set(network, (counts.get(network) ?? 0) + calls.length)
    if (affected.includes(network)) {
      if (behaviour === 'dead') return null
      if (behaviour === 'hole') return new Promise(() => {})
      if (behaviour === 'slow') await sleep(900)
      if (behaviour === 'together') {
        waiting.add(network)
        if (waiting.size === affected.length) goOn.resolve()
        await goOn.promise
      }
    }
    const response = await fetch(nodeUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    return response.text()
  }

  const servers = await Promise.all(
    endpoints.map(async ({ network, urls: [nodeUrl = ''] }) => {
      const server = createServer((request, response) => {
        textOf(request)
          .then((body) => answer(network, nodeUrl, body))
          .then((text) => (text === null ? request.socket.destroy() : response.setHeader('content-type', 'application/json').end(text)))
          .catch(() => request.socket.destroy())
      })
      await once(server.listen(0, '127.0.0.1'), 'listening')
      return { network, server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
    }),
  )
  return {
    ids: endpoints.map(({ network }) => network),
    endpoints: servers.map(({ network, url }) => ({ network, urls: [url] })),
    taken() {
      const taken = new Map(counts)
      counts.clear()
      return taken
    },
    set(next, ...networks) {
      behaviour = next
      affected = networks
      waiting = new Set()
      goOn.resolve()
      goOn = Promise.withResolvers()
    },
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

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
