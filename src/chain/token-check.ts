import type { Hex } from '../shared/bytes.ts'
import type { Log } from '../shared/log.ts'
import { addressDigits, hexAnswer, selectors, uintAnswer, uintDigits } from './abi.ts'
import { type Network, type Rpc, RpcRejected } from './chain.ts'
import { multicall3 } from './multicall.ts'
import { readBlock, readQuantity } from './node-answers.ts'
import { askDomain, domainOf, separatorOf, type TokenDomain } from './token-domain.ts'

/** The node serves another chain, or the token there is not as declared: this network cannot be used. */
export class NetworkRefused extends Error {
  override readonly name = 'NetworkRefused'
  readonly network: Network
  readonly reason: 'wrong_chain' | 'no_token' | 'wrong_domain' | 'wrong_decimals' | 'no_eip3009' | 'no_base_fee'

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
 * When the declared domain of a network of the service does not reproduce DOMAIN_SEPARATOR() but the token's own name() and version()
 * do, those are used. The file of an operator is held to the letter: payers read the same file, and sign for what it says.
 * @throws NetworkRefused, RpcUnreachable
 */
export async function checkNetwork(declared: Network, rpc: Rpc, log: Log): Promise<CheckedNetwork> {
  const ask = (data: Hex) => view(rpc, declared.asset, data)
  const [chainId, domainAnswers, decimals, multicallCode] = await Promise.all([
    rpc.call('eth_chainId', []),
    askDomain(ask),
    ask(selectors.decimals),
    rpc.call('eth_getCode', [multicall3, 'latest']),
  ])
  const id = readQuantity(chainId, 'chain id')
  if (id !== BigInt(declared.chainId))
    throw new NetworkRefused(declared, 'wrong_chain', `the node serves chain ${id}, not ${declared.chainId}`)
  const domain = domainOf(declared, domainAnswers)
  if (domain.separator === null || decimals === null)
    throw new NetworkRefused(declared, 'no_token', `there is no USDC at ${declared.asset}`)
  const found = uintAnswer(decimals, 'decimals()')
  if (found !== 6n) throw new NetworkRefused(declared, 'wrong_decimals', `the token at ${declared.asset} has ${found} decimals, not 6`)
  if (declared.file !== undefined) await checkFile(declared, rpc)
  const network = withDomain(declared, domain, log)
  return { network, multicall: typeof multicallCode === 'string' && multicallCode.length > 2 }
}

/** What is known of the networks of the service, and must be seen of one that a file declares. */
async function checkFile(declared: Network, rpc: Rpc): Promise<void> {
  const { file, asset, transactions } = declared
  const [state, head] = await Promise.all([
    view(rpc, asset, `${selectors.authorizationState}${addressDigits(asset)}${uintDigits(0n)}` as Hex),
    rpc.call('eth_getBlockByNumber', ['latest', false]),
  ])
  if (state?.length !== 66) {
    const detail = `the token at ${asset} has no authorizationState(): it does not speak EIP-3009, so nobody could pay with it`
    throw new NetworkRefused(declared, 'no_eip3009', detail)
  }
  if (transactions === 'eip1559' && readBlock(head).baseFee === null) {
    const detail = `its blocks have no base fee: write "transactions": "legacy" in ${file}`
    throw new NetworkRefused(declared, 'no_base_fee', detail)
  }
}

function withDomain(declared: Network, { separator, own }: TokenDomain, log: Log): Network {
  if (separatorOf(declared, declared.domain) === separator) return declared
  const { file, domain } = declared
  if (own === null) {
    const detail = `neither the declared signing domain (${domain.name} / ${domain.version}) nor the token's own name and version reproduce its DOMAIN_SEPARATOR() ${separator}`
    throw new NetworkRefused(declared, 'wrong_domain', detail)
  }
  if (file !== undefined) {
    const detail = `the signing domain in ${file} is ${domain.name} / ${domain.version}, and that of the token is another: write "domain": ${JSON.stringify(own)}`
    throw new NetworkRefused(declared, 'wrong_domain', detail)
  }
  log.warn(
    { network: declared.slug, declared: domain, used: own },
    'USDC has another signing domain than declared; the token’s own is used',
  )
  return { ...declared, domain: own }
}

/** The result of a view function; null when there is no such function or no contract. */
async function view(rpc: Rpc, to: Hex, data: Hex): Promise<Hex | null> {
  try {
    const answer = hexAnswer(await rpc.call('eth_call', [{ to, data }, 'latest']), 'a view of the token')
    return answer.length >= 66 ? answer : null
  } catch (error) {
    if (error instanceof RpcRejected) return null
    throw error
  }
}
