import { isAddress, type Network, networkNamed, networks, readAccountId, readAssetId, sameAddress } from '../../../src/goods/kit/evm.ts'
import { knownToken, tradedTokens } from '../../../src/goods/kit/known-addresses.ts'

/** What a text that names an asset of a chain means: a symbol; or `asset` for one that is not known here; null for any other text. */
export type CoinOfAsset = { readonly kind: 'symbol'; readonly symbol: string } | { readonly kind: 'asset' } | null

/** Coins of chains by their number in SLIP-44. */
const slip44: Readonly<Record<string, string>> = {
  0: 'BTC',
  2: 'LTC',
  3: 'DOGE',
  5: 'DASH',
  60: 'ETH',
  61: 'ETC',
  118: 'ATOM',
  128: 'XMR',
  133: 'ZEC',
  144: 'XRP',
  145: 'BCH',
  148: 'XLM',
  195: 'TRX',
  283: 'ALGO',
  354: 'DOT',
  397: 'NEAR',
  461: 'FIL',
  501: 'SOL',
  607: 'TON',
  637: 'APT',
  714: 'BNB',
  784: 'SUI',
  966: 'POL',
  1729: 'XTZ',
  1815: 'ADA',
  3030: 'HBAR',
  9000: 'AVAX',
  9005: 'AVAX',
  9006: 'BNB',
}

/** Reads an address of a token, alone or with its chain (CAIP-10, CAIP-19, `base:0x…`), and the coin of a chain (`eip155:1/slip44:60`). */
export function coinOfAsset(given: string): CoinOfAsset {
  const text = given.trim()
  const asset = readAssetId(text)
  if (asset?.kind === 'slip44') return coinOfChain(asset.chain, asset.reference)
  const [, name = '', named = ''] = /^([a-z0-9-]{2,20}):(0x[0-9a-f]{40})$/i.exec(text) ?? []
  const found = name ? { chain: name, address: named } : asset ? { chain: asset.chain, address: asset.reference } : readAccountId(text)
  if (found) {
    const network = networkNamed(found.chain)
    return symbolOf(network && isAddress(found.address) ? [symbolAt(found.address, network)] : [])
  }
  if (/^0x[0-9a-f]{38,}$/i.test(text)) return symbolOf(isAddress(text) ? networks.map((network) => symbolAt(text, network)) : [])
  return null
}

function coinOfChain(chain: string, number: string): CoinOfAsset {
  const ticker = Object.hasOwn(slip44, number) ? slip44[number] : undefined
  const network = networkNamed(chain)
  return ticker !== undefined && (network === undefined || network.gasCoin === ticker)
    ? { kind: 'symbol', symbol: ticker }
    : { kind: 'asset' }
}

/** The one symbol that an address has on all networks where it is known. */
function symbolOf(symbols: readonly (string | null)[]): CoinOfAsset {
  const [symbol, ...others] = new Set(symbols.filter((one) => one !== null))
  return symbol !== undefined && others.length === 0 ? { kind: 'symbol', symbol } : { kind: 'asset' }
}

function symbolAt(address: string, network: Network): string | null {
  if (!isAddress(address)) return null
  const traded = tradedTokens.find((one) => one.network === network.slug && sameAddress(one.address, address))
  return knownToken(address, network)?.symbol ?? traded?.symbol ?? null
}
