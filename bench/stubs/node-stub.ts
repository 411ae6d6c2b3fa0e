import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { selectors } from '../../src/chain/abi.ts'
import type { Network } from '../../src/chain/chain.ts'
import { domainSeparator } from '../../src/chain/eip3009.ts'
import { networks } from '../../src/chain/networks.ts'
import { toHex } from '../../src/shared/bytes.ts'

interface Call {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

export interface NodeStub extends AsyncDisposable {
  /** The settings that name it: `RPC_URL_BASE` and so on. */
  readonly rpcUrls: Readonly<Record<string, string>>
}

/** JSON-RPC nodes of all networks that know what a service asks for when it starts, and no more. */
export async function startNodeStub(): Promise<NodeStub> {
  const server = createServer((request, response) => {
    const network = networks.find(({ slug }) => request.url === `/${slug}`)!
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const asked = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Call | Call[]
      const reply = Array.isArray(asked) ? asked.map((call) => answer(network, call)) : answer(network, asked)
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

function answer(network: Network, { id, method, params }: Call): object {
  const result = resultOf(network, method, params)
  return result === undefined
    ? { jsonrpc: '2.0', id, error: { code: -32601, message: `the stub knows no ${method}` } }
    : { jsonrpc: '2.0', id, result }
}

function resultOf(network: Network, method: string, params: readonly unknown[]): unknown {
  switch (method) {
    case 'eth_chainId':
      return `0x${network.chainId.toString(16)}`
    case 'eth_getCode':
      return '0x60'
    case 'eth_call':
      return viewOf(network, (params[0] as { data: string }).data)
    case 'eth_getBlockByNumber':
      return { number: '0x10', hash: `0x${'b1'.repeat(32)}`, timestamp: '0x10', baseFeePerGas: '0x1' }
    case 'eth_blockNumber':
      return '0x10'
    case 'eth_gasPrice':
    case 'eth_maxPriorityFeePerGas':
      return '0x1'
    case 'eth_getTransactionCount':
      return '0x0'
    default:
      return undefined
  }
}

function viewOf({ domain, chainId, asset }: Network, data: string): string | undefined {
  switch (data) {
    case selectors.domainSeparator:
      return toHex(domainSeparator(domain, chainId, asset))
    case selectors.decimals:
      return `0x${'6'.padStart(64, '0')}`
    case selectors.name:
      return text(domain.name)
    case selectors.version:
      return text(domain.version)
    default:
      return undefined
  }
}

/** A string as a contract returns it. */
function text(value: string): string {
  const bytes = Buffer.from(value, 'utf8')
  const word = (number: number) => number.toString(16).padStart(64, '0')
  return `0x${word(32)}${word(bytes.length)}${bytes.toString('hex').padEnd(64, '0')}`
}
