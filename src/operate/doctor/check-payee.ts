import { selectors } from '../../chain/abi.ts'
import type { Chain } from '../../chain/chain.ts'
import { nodeSetting } from '../../chain/networks.ts'
import { isExecutionFailure } from '../../chain/node-errors.ts'
import type { Hex } from '../../shared/bytes.ts'
import { findingsOf, type Finding } from '../../goods/finding.ts'

const payee = findingsOf('payee')

/** Whether USDC can be paid to this address on a network, by what its contracts say. */
export interface PayeeScreening {
  /** The issuer of USDC. @throws RpcUnreachable, RpcRejected */
  isBlacklisted(chain: Chain, address: Hex): Promise<boolean>
  /** The sanctions oracle of the network; null where it has none. @throws RpcUnreachable, RpcRejected */
  isNamedByOracle(chain: Chain, address: Hex): Promise<boolean | null>
}

/** `paused()` of the USDC contract. */
const paused = '0x5c975abb'
/** The code of an account that has delegated to a contract (EIP-7702): its key still decides. */
const delegated = '0xef0100'

/** What the chain says of PAY_TO. @throws RpcUnreachable */
export async function checkPayee(chain: Chain, payTo: Hex, screening: PayeeScreening): Promise<readonly Finding[]> {
  const { network } = chain
  const subject = network.slug
  const [blacklisted, named, isPaused, code] = await Promise.all([
    screening.isBlacklisted(chain, payTo),
    // A network without its oracle, such as a local one, says nothing.
    screening.isNamedByOracle(chain, payTo).catch(() => null),
    viewOf(chain, network.asset, paused),
    chain.codes([payTo]),
  ])
  const found: Finding[] = []
  if (blacklisted) {
    const fix = `set PAY_TO to another address, and ask Circle about this one: every payment on ${network.name} fails`
    found.push(payee.fault(`the issuer of USDC has blacklisted ${payTo}`, fix, subject))
  }
  if (named === true) {
    const fix = 'set PAY_TO to another address: payers and facilitators refuse this one'
    found.push(payee.fault(`the sanctions oracle names ${payTo}`, fix, subject))
  }
  if (isPaused !== null && BigInt(isPaused) !== 0n) {
    const fix = `remove ${nodeSetting(network)} until the issuer has started it again: no payment on ${network.name} can settle`
    found.push(payee.fault('the issuer has stopped the USDC contract', fix, subject))
  }
  found.push(...(await codeFindings(chain, payTo, code[0] ?? '0x')))
  return found.length > 0 ? found : [payee.ok(`${payTo} can be paid`, subject)]
}

async function codeFindings(chain: Chain, payTo: Hex, code: Hex): Promise<readonly Finding[]> {
  if (code === '0x' || code.startsWith(delegated)) return []
  const { name, slug } = chain.network
  const decimals = await viewOf(chain, payTo, selectors.decimals)
  if (decimals !== null && decimals.length === 66) {
    const fix = 'set PAY_TO to a wallet of yours: what is paid to a token is lost'
    return [payee.fault(`${payTo} is the contract of a token on ${name}`, fix, slug)]
  }
  return []
}

async function viewOf({ rpc }: Chain, to: Hex, data: string): Promise<Hex | null> {
  try {
    const answer = await rpc.call('eth_call', [{ to, data }, 'latest'])
    return typeof answer === 'string' && /^0x[0-9a-f]+$/i.test(answer) ? (answer as Hex) : null
  } catch (error) {
    if (isExecutionFailure(error)) return null
    throw error
  }
}

/** Where PAY_TO is a contract on some networks and not on others, its money on the others can't be moved until it is there too. */
export async function checkPayeeCode(chains: readonly Chain[], payTo: Hex): Promise<readonly Finding[]> {
  const codes = await Promise.all(chains.map(async (chain) => ({ chain, code: (await chain.codes([payTo]))[0] ?? '0x' })))
  const isContract = (code: Hex) => code !== '0x' && !code.startsWith(delegated)
  const [withCode, without] = [codes.filter(({ code }) => isContract(code)), codes.filter(({ code }) => !isContract(code))]
  if (withCode.length === 0 || without.length === 0) return []
  const names = (some: typeof codes) => some.map(({ chain }) => chain.network.name).join(', ')
  const found = `${payTo} is a contract on ${names(withCode)}, and not on ${names(without)}`
  const fix = `create the same wallet on ${names(without)}, or leave these networks out: until then nobody can move what is paid there`
  return [payee.warning(found, fix)]
}
