import { OutOfTime } from '../addresses/deadline.ts'
import { problem, Problem } from '../../../src/goods/door.ts'
import type { Chain, Hex, Network } from '../../../src/goods/kit/evm.ts'
import type { Clock } from '../../../src/goods/kit/parts.ts'
import { RpcRejected, RpcUnreachable } from '../../../src/goods/kit/rpc.ts'
import type { OnchainSources } from '../onchain-sources.ts'
import { followProxy } from '../contracts/follow-proxy.ts'
import type { ObservedToken } from './observed-token.ts'
import { observeHolders } from './observe-holders.ts'
import { createContractReader, newestBlock } from '../contracts/contract-reader.ts'
import { describeContract, readAddressCode, readClaims, type AddressCode } from './token-contract.ts'
import { partOf, seen, unseen } from './part.ts'
import { readTransfers } from './read-transfers.ts'

export const noTokenContract = problem({
  code: 'no_token_contract',
  decidedBy: 'caller',
  status: 404,
  title: 'No token contract',
  fix: 'Give the address of a token contract, and its network in chain.',
})

export interface AnalysisParts {
  readonly chain: Pick<Chain, 'network' | 'rpc'>
  readonly sources: Pick<OnchainSources, 'tokenPools'>
  readonly clock: Clock
  /** Aborts with `OutOfTime`. What has not been read by then is missing. */
  readonly signal: AbortSignal
  /** Aborts earlier, for questions that may take long and matter less, so that there is time for the trial. */
  readonly soonSignal: AbortSignal
}

/** The most calls to the node that one analysis takes; docs/token-analysis.md lists them. */
export const maxNodeCalls = 41

/**
 * Reads a token's code, its claims, its transfers and holders and its pools, and tries to sell it.
 * @throws Problem `no_token_contract`; `upstream_unavailable` where not even the code that runs could be read
 */
export async function analyseToken(address: Hex, parts: AnalysisParts): Promise<ObservedToken> {
  const { chain, signal, soonSignal } = parts
  const block = await reached(chain, () => newestBlock(chain, signal))
  const node = createContractReader(chain, block, signal)
  const soon = createContractReader(chain, block, soonSignal)
  const claimsAsked = partOf(async () => seen(await readClaims(soon, address)))
  const found = await reached(chain, () => readAddressCode(node, address))
  if (found.kind !== 'contract') throw noContract(found, chain.network)
  const [claims, path, pools, history] = await Promise.all([
    claimsAsked,
    reached(chain, () => followProxy(node, address, found.code, found.slots)),
    poolsOf(address, parts),
    partOf(async () => seen(await readTransfers(soon, address))),
  ])
  const contract = describeContract(block, found.code, claims, path)
  return { contract, pools, ...(await observeHolders(node, address, { chain, clock: parts.clock, contract, pools, history })) }
}

/** Turns the failure of a node into a problem that the caller may see. */
async function reached<T>({ network }: Pick<Chain, 'network'>, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof RpcUnreachable || error instanceof RpcRejected || error instanceof OutOfTime)
      throw new Problem('upstream_unavailable', `No answer came from ${network.name}.`, { retryAfter: 5, cause: error })
    throw error
  }
}

function noContract(found: AddressCode, { name }: Network): Problem {
  const what =
    found.kind === 'delegated-account'
      ? `This is a wallet on ${name} that sends its calls to a contract by EIP-7702. It is not a token.`
      : `There is no contract at this address on ${name}.`
  return new Problem(noTokenContract, what, { field: 'path.address' })
}

/** Leaves enough of the call's time to try the pool. */
const poolsMs = 1_100

async function poolsOf(address: Hex, { chain, sources, signal }: AnalysisParts): Promise<ObservedToken['pools']> {
  const { slug, name } = chain.network
  const pools = sources.tokenPools
  if (pools === null) return unseen('No source of pools is switched on here.')
  if (!pools.networks.has(slug)) return unseen(`No source of pools covers ${name}.`)
  const answer = await pools.of(slug, address, { waitMs: poolsMs, signal })
  if (answer.kind === 'off') return unseen('No source of pools is switched on here.')
  return answer.kind === 'failed' ? unseen('The source of pools gave no usable answer.') : seen(answer)
}
