import { isHex, type Hex } from '../shared/bytes.ts'
import { isThisMachine } from './check-connection.ts'
import { parseObject } from './parse-object.ts'
import type { SendRequest } from './send-request.ts'

/** What a sandbox says about itself in `GET /sandbox`, as far as a payer needs it. */
export interface SandboxWorld {
  /** The key that it gives away for trying things out. It works in that sandbox only, and owns no real money. */
  readonly privateKey: Hex | null
  /** The nodes of its chains by CAIP-2 id; only nodes on this machine or on the sandbox's own host. */
  readonly rpcUrls: ReadonlyMap<string, string>
}

const nothing: SandboxWorld = { privateKey: null, rpcUrls: new Map() }

export async function readSandboxWorld(send: SendRequest, service: URL): Promise<SandboxWorld> {
  const answer = await send(new URL('/sandbox', service), {
    method: 'GET',
    headers: { accept: 'application/json' },
    timeoutMs: 10_000,
    maxBytes: 65_536,
  })
  if (answer.status !== 200) return nothing
  const { payer, networks } = parseObject(answer.body)
  const key = (payer as { privateKey?: unknown } | null | undefined)?.privateKey
  return {
    privateKey: typeof key === 'string' && isHex(key) && key.length === 66 ? key : null,
    rpcUrls: new Map(Array.isArray(networks) ? networks.flatMap((network) => readNode(network, service)) : []),
  }
}

function readNode(value: unknown, service: URL): [string, string][] {
  const { network, rpcUrl } = (value ?? {}) as { network?: unknown; rpcUrl?: unknown }
  if (typeof network !== 'string' || typeof rpcUrl !== 'string' || !URL.canParse(rpcUrl)) return []
  const url = new URL(rpcUrl)
  const near = isThisMachine(url) || url.hostname === service.hostname
  return /^https?:$/.test(url.protocol) && near ? [[network, rpcUrl]] : []
}

/** Whether the body of a 402 says that the service is a sandbox. */
export function isSandbox(body: Uint8Array): boolean {
  return parseObject(body)['sandbox'] === true
}
