import { addressOfName, claimedName } from '../../../../src/goods/kit/ens.ts'
import type { Chain, Hex, NetworkId } from '../../../../src/goods/kit/evm.ts'
import type { Clock } from '../../../../src/goods/kit/parts.ts'
import { askNode } from '../ask-node.ts'
import type { Observed } from '../observed.ts'

/** The network on which ENS keeps names. */
export const ethereum: NetworkId = 'eip155:1'

/** The ENS name that an address claims, if that name leads back to the address; null where there is none. */
export async function observeEnsName(
  address: Hex,
  chain: Chain | undefined,
  { clock, signal, timeoutMs }: { readonly clock: Clock; readonly signal: AbortSignal; readonly timeoutMs: number },
): Promise<Observed<string | null>> {
  if (!chain) return { state: 'unknown', reason: 'ethereum_not_enabled' }
  const limits = { signal, timeoutMs }
  const claimed = await askNode(ethereum, clock, () => claimedName(chain.rpc, address, limits))
  if (claimed.state === 'unknown') return claimed
  const { value } = claimed
  if (value.kind === 'elsewhere') return { state: 'unknown', reason: 'ens_gateway_not_asked' }
  if (value.kind !== 'name') return { ...claimed, value: null }
  const { name } = value
  const forward = await askNode(ethereum, clock, () => addressOfName(chain.rpc, name, limits))
  if (forward.state === 'unknown') return forward
  if (forward.value.kind === 'elsewhere') return { state: 'unknown', reason: 'ens_gateway_not_asked' }
  return { ...forward, value: forward.value.kind === 'address' && forward.value.address === address ? name : null }
}
