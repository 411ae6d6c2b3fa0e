import type { NetworkId } from '../chain/chain.ts'
import { findNetwork } from '../chain/networks.ts'
import type { PayableRequirement } from '../payments/x402/decode-required.ts'
import { PaymentDeclined } from './payment-declined.ts'

/**
 * The first entry of `accepts` that asks for canonical USDC on a network that we know. If a network is wanted, the entry is
 * for that network. A base unit of another token may be worth anything, whatever the service writes about it.
 * @throws PaymentDeclined `not_payable`
 */
export function chooseRequirement(accepts: readonly PayableRequirement[], wanted: NetworkId | null): PayableRequirement {
  const payable = accepts.filter(({ network, asset }) => findNetwork(network)?.asset.toLowerCase() === asset.toLowerCase())
  const chosen = payable.find(({ network }) => wanted === null || network === wanted)
  if (chosen) return chosen
  const offered = payable.length === 0 ? 'no network that we can pay on' : payable.map(({ network }) => network).join(', ')
  throw new PaymentDeclined(
    'not_payable',
    wanted === null ? `the service offers ${offered}` : `the service does not take payments on ${wanted}; it offers ${offered}`,
  )
}
