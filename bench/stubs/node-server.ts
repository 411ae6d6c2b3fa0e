import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { RpcRejected } from '../../src/chain/chain.ts'
import { networks } from '../../src/chain/networks.ts'
import { createStubNode, type StubNode } from './stub-node.ts'

interface Call {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

export interface NodeServer extends AsyncDisposable {
  /** The settings that name the stubs: `RPC_URL_BASE` and so on. */
  readonly rpcUrls: Readonly<Record<string, string>>
}

/** The stubs of all networks over HTTP, for a service that runs unchanged. */
export async function startNodeServer(): Promise<NodeServer> {
  const nodes = new Map(networks.map((network) => [`/${network.slug}`, createStubNode(network)]))
  const server = createServer((request, response) => {
    const node = nodes.get(request.url ?? '')!
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const asked = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Call | Call[]
      const reply = Array.isArray(asked) ? asked.map((call) => answer(node, call)) : answer(node, asked)
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(reply))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    rpcUrls: Object.fromEntries(networks.map(({ slug }) => [`RPC_URL_${slug.toUpperCase()}`, `http://127.0.0.1:${port}/${slug}`])),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function answer(node: StubNode, { id, method, params }: Call): object {
  try {
    return { jsonrpc: '2.0', id, result: node.request(method, params) }
  } catch (error) {
    if (!(error instanceof RpcRejected)) throw error
    return { jsonrpc: '2.0', id, error: { code: error.code, message: error.message } }
  }
}
