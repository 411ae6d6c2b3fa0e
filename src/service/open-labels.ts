import { createAddressLabels, type AddressLabels } from '../chain/labels/create-labels.ts'
import type { LabelledAddress } from '../chain/known/label.ts'
import { networks } from '../chain/networks.ts'
import type { Config } from '../config/config.ts'
import type { Hex } from '../shared/bytes.ts'

/** Who is known to be behind addresses: public knowledge, the operator's labels, the sandbox's inhabitants, and our own address. */
export function openLabels(parts: {
  readonly config: Pick<Config, 'labelledAddresses'>
  /** Null where we are not paid on the chains that are read. */
  readonly payTo: Hex | null
  readonly inhabitants: readonly LabelledAddress[]
}): AddressLabels {
  const { config, payTo, inhabitants } = parts
  const ours = (address: Hex): LabelledAddress => ({
    kind: 'service',
    name: 'This service',
    source: 'operator',
    checkedOn: null,
    networks: null,
    address,
  })
  const named = config.labelledAddresses.map(({ networks: slugs, source, ...rest }): LabelledAddress => {
    const on = slugs && networks.filter(({ slug }) => slugs.some((one) => one === slug)).map(({ id }) => id)
    return { ...rest, source: source ?? 'operator', networks: on }
  })
  return createAddressLabels([...(payTo === null ? [] : [ours(payTo)]), ...named, ...inhabitants])
}
