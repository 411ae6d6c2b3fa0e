import { networks, type Hex } from '../../../src/goods/kit/evm.ts'
import type { LabelledAddress } from '../../../src/goods/kit/known-addresses.ts'
import type { OnchainSettings } from '../settings.ts'
import { createAddressLabels, type AddressLabels } from './create-labels.ts'

/** Who is known to be behind addresses: public knowledge, the operator's labels, the sandbox's inhabitants, and our own address. */
export function openLabels(parts: {
  readonly settings: Pick<OnchainSettings, 'labelledAddresses'>
  /** Null where we are not paid on the chains that are read. */
  readonly payTo: Hex | null
  readonly inhabitants: readonly LabelledAddress[]
}): AddressLabels {
  const { settings, payTo, inhabitants } = parts
  const ours = (address: Hex): LabelledAddress => ({
    kind: 'service',
    name: 'This service',
    source: 'operator',
    checkedOn: null,
    networks: null,
    address,
  })
  const named = settings.labelledAddresses.map(({ networks: slugs, source, ...rest }): LabelledAddress => {
    const on = slugs && networks.filter(({ slug }) => slugs.some((one) => one === slug)).map(({ id }) => id)
    return { ...rest, source: source ?? 'operator', networks: on }
  })
  return createAddressLabels([...(payTo === null ? [] : [ours(payTo)]), ...named, ...inhabitants])
}
