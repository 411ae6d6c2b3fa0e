import { Problem } from '../../../../src/goods/door.ts'
import { type Chains, isAddress, type NetworkId, networkNamed, readAccountId, readAssetId } from '../../../../src/goods/kit/evm.ts'

/** A text that names an address, without the chain before it; `network` is that chain, null where the text names none. */
export interface AddressOnChain {
  readonly text: string
  readonly network: NetworkId | null
}

const expected = 'an address of an EVM chain: 0x and 40 hex digits, alone or as in eip155:8453:0x… or eip155:8453/erc20:0x…'

/**
 * Takes the chain off an address: CAIP-10 (also as a DID), CAIP-19 of a token, or a name as in `base:0x…`. Another text is left as it is.
 * @throws Problem `invalid_input` for a chain or an asset of another kind; `unsupported_network` for a chain that is not read here, since
 * what is said of the address on other chains would say nothing of it there
 */
export function takeOffChain(given: string, field: string, chains: Chains): AddressOnChain {
  const text = given.trim()
  const [, name = '', named = ''] = /^([a-z0-9-]{2,20}):(0x[0-9a-fA-F]{40})$/i.exec(text) ?? []
  const asset = readAssetId(text)
  const found = name ? { chain: name, address: named } : asset ? { chain: asset.chain, address: asset.reference } : readAccountId(text)
  if (found === null) return { text, network: null }
  if (asset && asset.kind !== 'erc20') {
    throw new Problem('invalid_input', 'This names an asset that is not a token with an address.', { field, expected })
  }
  const isEvm = name !== '' || found.chain.startsWith('eip155:')
  if (!isEvm || !isAddress(found.address))
    throw new Problem('invalid_input', 'This is not an address of an EVM chain.', { field, expected })
  const chain = chains.get(networkNamed(found.chain)?.id ?? 'eip155:0')
  if (chain) return { text: found.address, network: chain.network.id }
  throw new Problem('unsupported_network', 'The chain of this address is not read here.', {
    field,
    expected: `one of ${[...chains.values()].map(({ network }) => network.id).join(', ')}`,
  })
}
