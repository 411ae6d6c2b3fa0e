/** An account on a chain, as CAIP-10 writes it. */
export interface AccountId {
  /** CAIP-2 id of the chain. */
  readonly chain: string
  readonly address: string
}

/** An asset of a chain, as CAIP-19 writes it: a token by its contract (`erc20`), or the coin of the chain (`slip44`). */
export interface AssetId {
  /** CAIP-2 id of the chain. */
  readonly chain: string
  readonly kind: string
  readonly reference: string
}

const chain = '([a-z][a-z0-9-]{2,7}:[-_a-zA-Z0-9]{1,32})'
const accountForm = new RegExp(`^(?:did:pkh:)?${chain}:([-.%a-zA-Z0-9]{1,128})$`)
const assetForm = new RegExp(`^${chain}/([a-z0-9-]{3,8}):([-.%a-zA-Z0-9]{1,128})$`)

/** `eip155:8453:0x…`, also as a DID (`did:pkh:eip155:8453:0x…`); null for any other text. */
export function readAccountId(text: string): AccountId | null {
  const [, id, address] = accountForm.exec(lowerNamespace(text)) ?? []
  return id === undefined || address === undefined ? null : { chain: id, address }
}

/** `eip155:8453/erc20:0x…`, `eip155:1/slip44:60`; null for any other text. */
export function readAssetId(text: string): AssetId | null {
  const [, id, kind, reference] = assetForm.exec(lowerNamespace(text)) ?? []
  return id === undefined || kind === undefined || reference === undefined ? null : { chain: id, kind, reference }
}

/** Namespaces are in lower case by the standard, and people write them in any. */
function lowerNamespace(text: string): string {
  return text.replace(/^(?:did:pkh:)?[a-z][a-z0-9-]{2,7}:/i, (start) => start.toLowerCase())
}
