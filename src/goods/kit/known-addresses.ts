/** Addresses on EVM networks that everybody knows: tokens, registries, exchanges, mixers. */
export { knownToken, reservedNames, type KnownToken } from '../../chain/known-tokens.ts'
export { knownAddresses, zeroAddress } from '../../chain/known/known-addresses.ts'
export type { Label, LabelledAddress } from '../../chain/known/label.ts'
export { isMixer, usdcMixers } from '../../chain/known/mixers.ts'
export { labelKinds, type LabelKind } from '../../shared/label-kinds.ts'
export { identityRegistry, reputationRegistry } from '../../chain/known/registries.ts'
export { tradedTokens } from '../../chain/prices/known-places.ts'
