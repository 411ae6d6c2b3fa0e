import { type Hex, toHex } from '../shared/bytes.ts'
import type { Log } from '../shared/log.ts'
import { decodeString, hexAnswer, selectors, uintAnswer } from './abi.ts'
import { type Network, type Rpc, RpcRejected } from './chain.ts'
import { domainSeparator } from './eip3009.ts'
import { multicall3 } from './multicall.ts'
import { readBytes, readQuantity } from './node-answers.ts'

/** The node serves another chain, or the token there is not as declared: this network cannot be used. */
export class NetworkRefused extends Error {
  override readonly name = 'NetworkRefused'
  readonly network: Network
  readonly reason: 'wrong_chain' | 'no_token' | 'wrong_domain' | 'wrong_decimals'

  constructor(network: Network, reason: NetworkRefused['reason'], detail: string) {
    super(`${network.name} is not offered: ${detail}`)
    this.network = network
    this.reason = reason
  }
}

export interface CheckedNetwork {
  /** With the real signing domain of the token. */
  readonly network: Network
  readonly multicall: boolean
}

/**
 * Checks a network against its chain: chain id, USDC's decimals and signing domain, and whether Multicall3 exists.
 * When the declared domain does not reproduce DOMAIN_SEPARATOR() but the token's own name() and version() do, those are used.
 * @throws NetworkRefused, RpcUnreachable
 */
export async function checkNetwork(declared: Network, rpc: Rpc, log: Log): Promise<CheckedNetwork> {
  const [chainId, separator, decimals, name, version, multicallCode] = await Promise.all([
    rpc.call('eth_chainId', []),
    view(rpc, declared.asset, selectors.domainSeparator),
    view(rpc, declared.asset, selectors.decimals),
    view(rpc, declared.asset, selectors.name),
    view(rpc, declared.asset, selectors.version),
    rpc.call('eth_getCode', [multicall3, 'latest']),
  ])
  const id = readQuantity(chainId, 'chain id')
  if (id !== BigInt(declared.chainId))
    throw new NetworkRefused(declared, 'wrong_chain', `the node serves chain ${id}, not ${declared.chainId}`)
  if (separator === null || decimals === null) throw new NetworkRefused(declared, 'no_token', `there is no USDC at ${declared.asset}`)
  const found = uintAnswer(decimals, 'decimals()')
  if (found !== 6n) throw new NetworkRefused(declared, 'wrong_decimals', `the token at ${declared.asset} has ${found} decimals, not 6`)

  const onChain = readBytes(separator, 32, 'DOMAIN_SEPARATOR()')
  const own = { name: name === null ? null : decodeString(name), version: version === null ? null : decodeString(version) }
  return { network: withDomain(declared, onChain, own, log), multicall: typeof multicallCode === 'string' && multicallCode.length > 2 }
}

function withDomain(declared: Network, separator: Hex, own: { name: string | null; version: string | null }, log: Log): Network {
  if (separatorOf(declared, declared.domain) === separator) return declared
  const { name, version } = own
  if (name !== null && version !== null && separatorOf(declared, { name, version }) === separator) {
    log.warn(
      { network: declared.slug, declared: declared.domain, used: { name, version } },
      'USDC has another signing domain than declared; the token’s own is used',
    )
    return { ...declared, domain: { name, version } }
  }
  throw new NetworkRefused(
    declared,
    'wrong_domain',
    `neither the declared signing domain (${declared.domain.name} / ${declared.domain.version}) nor the token's own name and version reproduce its DOMAIN_SEPARATOR() ${separator}`,
  )
}

function separatorOf(network: Network, domain: Network['domain']): Hex {
  return toHex(domainSeparator(domain, network.chainId, network.asset))
}

/** The result of a view function without arguments; null when there is no such function or no contract. */
async function view(rpc: Rpc, to: Hex, data: Hex): Promise<Hex | null> {
  try {
    const answer = hexAnswer(await rpc.call('eth_call', [{ to, data }, 'latest']), 'a view of the token')
    return answer.length >= 66 ? answer : null
  } catch (error) {
    if (error instanceof RpcRejected) return null
    throw error
  }
}
