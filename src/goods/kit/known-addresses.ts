/** Addresses on EVM networks that everybody knows: tokens, registries, exchanges, mixers. */
export { knownToken } from '../../chain/known-tokens.ts'
export { knownAddresses } from '../../chain/known/known-addresses.ts'
export { identityRegistry, reputationRegistry } from '../../chain/known/registries.ts'
export { tradedTokens } from '../../chain/prices/known-places.ts'
