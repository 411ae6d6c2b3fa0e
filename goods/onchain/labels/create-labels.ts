import type { Hex, NetworkId } from '../../../src/goods/kit/evm.ts'
import { knownAddresses, type Label, type LabelledAddress } from '../../../src/goods/kit/known-addresses.ts'

/** What is publicly known of addresses, and what the operator adds. */
export interface AddressLabels {
  /** Everything that is known of an address on a network, whatever its case. */
  of(network: NetworkId, address: Hex): readonly Label[]
}

const none: readonly Label[] = []

/** Labels from the table of publicly known addresses, with `added` before them. */
export function createAddressLabels(added: readonly LabelledAddress[] = []): AddressLabels {
  const found = new Map<string, Label[]>()
  for (const { address, networks, kind, name, source, checkedOn } of [...added, ...knownAddresses()]) {
    for (const network of networks ?? ['*']) {
      const key = `${network} ${address.toLowerCase()}`
      found.set(key, [...(found.get(key) ?? []), { kind, name, source, checkedOn }])
    }
  }
  return {
    of(network, address) {
      const lower = address.toLowerCase()
      const [here, everywhere] = [found.get(`${network} ${lower}`), found.get(`* ${lower}`)]
      return here && everywhere ? [...here, ...everywhere] : (here ?? everywhere ?? none)
    },
  }
}
