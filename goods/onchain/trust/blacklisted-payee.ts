import type { Chain, Hex } from '../../../src/goods/kit/evm.ts'
import { isBlacklisted, RpcRejected, RpcUnreachable } from '../../../src/goods/kit/rpc.ts'

/** Milliseconds for the answer of a node. */
const timeoutMs = 2_000

/** Whether the issuer of USDC has blacklisted an address on one of these networks; null where a node does not say. */
export async function isBlacklistedPayee(address: Hex, chains: readonly Chain[], signal: AbortSignal): Promise<boolean | null> {
  try {
    const found = await Promise.all(chains.map((chain) => isBlacklisted(chain, address, { timeoutMs, signal })))
    return found.includes(true)
  } catch (error) {
    if (error instanceof RpcUnreachable || error instanceof RpcRejected) return null
    throw error
  }
}
