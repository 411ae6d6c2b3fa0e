import { type Hex, toHex } from '../shared/bytes.ts'
import { decodeString, selectors } from './abi.ts'
import type { Network } from './chain.ts'
import { domainSeparator } from './eip3009.ts'
import type { SigningDomain } from './networks/network.ts'
import { readBytes } from './node-answers.ts'

/** What a token says of its signing domain, by its views; null for a view that it does not have. */
export interface DomainAnswers {
  readonly separator: Hex | null
  readonly name: Hex | null
  readonly version: Hex | null
  readonly eip712Domain: Hex | null
}

/** Asks a token for its domain. `view` answers null for a view that the token does not have. */
export async function askDomain(view: (data: Hex) => Promise<Hex | null>): Promise<DomainAnswers> {
  const [separator, name, version] = await Promise.all([selectors.domainSeparator, selectors.name, selectors.version].map(view))
  // Tokens without DOMAIN_SEPARATOR() describe their domain by ERC-5267.
  const eip712Domain = separator === null ? await view(selectors.eip712Domain) : null
  return { separator: separator ?? null, name: name ?? null, version: version ?? null, eip712Domain }
}

export interface TokenDomain {
  /** The hash of its domain; null where the token tells none. */
  readonly separator: Hex | null
  /** The name and version that reproduce that hash; null where the token's own ones do not. */
  readonly own: SigningDomain | null
}

/** The domain that payers must sign for, as the token itself tells it. */
export function domainOf(network: Network, { separator, name, version, eip712Domain }: DomainAnswers): TokenDomain {
  if (separator === null) {
    const own = eip712Domain === null ? null : describedDomain(network, eip712Domain)
    return { separator: own && separatorOf(network, own), own }
  }
  const hash = readBytes(separator, 32, 'DOMAIN_SEPARATOR()')
  const own = pairOf(name && decodeString(name), version && decodeString(version))
  return { separator: hash, own: own !== null && separatorOf(network, own) === hash ? own : null }
}

/** The hash of a domain at the address and on the chain of a network. */
export function separatorOf(network: Network, domain: SigningDomain): Hex {
  return toHex(domainSeparator(domain, network.chainId, network.asset))
}

/** What `eip712Domain()` says; null where it is the domain of another chain or contract, or has other fields than ours. */
function describedDomain({ chainId, asset }: Network, answer: Hex): SigningDomain | null {
  const digits = answer.slice(2)
  const word = (index: number) => digits.slice(64 * index, 64 * (index + 1))
  // name, version, chainId and verifyingContract, and neither salt nor extensions.
  if (digits.length < 7 * 64 || !word(0).startsWith('0f')) return null
  if (BigInt(`0x${word(3)}`) !== BigInt(chainId) || `0x${word(4).slice(24)}` !== asset.toLowerCase()) return null
  return pairOf(stringAt(digits, BigInt(`0x${word(1)}`)), stringAt(digits, BigInt(`0x${word(2)}`)))
}

function pairOf(name: string | null, version: string | null): SigningDomain | null {
  return name === null || version === null ? null : { name, version }
}

/** The string that begins at so many bytes. */
function stringAt(digits: string, offset: bigint): string | null {
  if (offset > BigInt(digits.length / 2)) return null
  return decodeString(`0x${'20'.padStart(64, '0')}${digits.slice(Number(offset) * 2)}`)
}
