import type { Clock } from '../../shared/clock.ts'
import type { Log } from '../../shared/log.ts'
import { parseEndpoints, type RpcEndpoint } from './rpc-endpoint.ts'

/** How long a replacement stays first after it answered in place of a preferred node. */
const failoverMs = 30_000

/** The nodes of one network, in order of preference. */
export interface RpcEndpoints {
  /** All nodes, in the order in which to ask them now. */
  inOrder(): readonly RpcEndpoint[]
  /** The node answered every call: it stays first for a while. */
  keepFirst(endpoint: RpcEndpoint): void
  /**
   * Logs a node's fault, or that it answers again (an empty fault), only when its state changes. Of a network's only node nothing
   * is logged: its fault is the network's, see `reachability.ts`.
   */
  noteFault(endpoint: RpcEndpoint, fault: string): void
}

/** @throws RangeError, without any URL in it, for an empty list and for what is not an http(s) URL. */
export function createEndpoints(
  urls: readonly string[],
  { clock, log, network }: { readonly clock: Clock; readonly log: Log; readonly network: string },
): RpcEndpoints {
  const endpoints = parseEndpoints(urls)
  const down = new Set<RpcEndpoint>()
  let preferred = 0
  let preferredUntil = 0
  return {
    inOrder() {
      const first = clock.now() < preferredUntil ? preferred : 0
      return [...endpoints.slice(first), ...endpoints.slice(0, first)]
    },
    keepFirst(endpoint) {
      const index = endpoints.indexOf(endpoint)
      if (clock.now() < preferredUntil && index === preferred) return
      preferred = index
      preferredUntil = index === 0 ? 0 : clock.now() + failoverMs
    },
    noteFault(endpoint, fault) {
      if (endpoints.length === 1) return
      if (fault !== '' && !down.has(endpoint)) {
        down.add(endpoint)
        log.warn({ network, node: endpoint.label, fault }, 'RPC node unreachable')
      } else if (fault === '' && down.delete(endpoint)) {
        log.info({ network, node: endpoint.label }, 'RPC node answers again')
      }
    },
  }
}
