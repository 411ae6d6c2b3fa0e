import { RpcRejected, RpcUnreachable } from '../../chain/chain.ts'
import type { Chain } from '../../chain/chain.ts'
import { isExecutionFailure } from '../../chain/node-errors.ts'
import { fromHex, isHex } from '../../shared/bytes.ts'
import type { Hex } from '../../shared/bytes.ts'
import { Problem } from '../../shared/problems.ts'

/** Reads contracts of one network, all at one block. What a contract itself answers travels alone: it may be huge. */
export interface NodeReader {
  code(address: Hex): Promise<Uint8Array>
  slot(address: Hex, slot: Hex): Promise<string>
  /** What a call of this function without arguments returns; null when it reverts, as one that isn't there does, or returns far too much. */
  view(address: Hex, selector: Hex): Promise<Hex | null>
}

/** A million: enough for any honest getter behind proxies, little enough to bound what a hostile one does to the node. */
const gasForGetter = '0xf4240'
/** In characters of hex; no honest getter returns a fraction of that. */
const longestReturn = 16_384
/** The largest code a chain of ours may hold (EIP-170 has 24,576 bytes; some chains allow a few times that). */
const largestCode = 1 << 20

/** @throws Problem `upstream_unavailable` from every method when the node gives no usable answer. */
export function createNodeReader(chain: Chain, block: bigint, signal: AbortSignal): NodeReader {
  const at = `0x${block.toString(16)}`
  const ask = (method: string, params: readonly unknown[], alone = false) => chain.rpc.call(method, params, { signal, alone })

  return {
    async code(address) {
      const code = await reached(chain, () => ask('eth_getCode', [address, at]))
      if (typeof code !== 'string' || !isHex(code) || code.length > 2 * largestCode) throw unusable(chain)
      return fromHex(code)
    },
    async slot(address, slot) {
      const word = await reached(chain, () => ask('eth_getStorageAt', [address, slot, at]))
      if (typeof word !== 'string') throw unusable(chain)
      return word
    },
    async view(address, selector) {
      const returned = await reached(chain, async () => {
        try {
          return await ask('eth_call', [{ to: address, data: selector, gas: gasForGetter }, at], true)
        } catch (error) {
          if (isExecutionFailure(error)) return null
          throw error
        }
      })
      return typeof returned === 'string' && returned.length <= longestReturn && isHex(returned) ? returned : null
    },
  }
}

/** Gives what `read` gives; an unreachable or failing node becomes a problem that the caller may see. */
export async function reached<T>(chain: Chain, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof RpcUnreachable || error instanceof RpcRejected) throw unusable(chain, error)
    throw error
  }
}

function unusable(chain: Chain, cause?: unknown): Problem {
  return new Problem('upstream_unavailable', `No answer came from ${chain.network.name}.`, { retryAfter: 5, cause })
}
