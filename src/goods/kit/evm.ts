/** EVM networks and addresses, for lines of goods. */
export { checksumAddress, isAddress, sameAddress } from '../../chain/address.ts'
export type { Chain, Chains, Network, NetworkId } from '../../chain/chain.ts'
export { networkNamed } from '../../chain/named-network.ts'
export { networks } from '../../chain/networks.ts'
export type { Hex } from '../../shared/bytes.ts'
export { readAccountId, readAssetId } from '../../shared/chain-ids.ts'
