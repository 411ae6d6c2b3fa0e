import { createLabels } from '../../chain/labels/create-labels.ts'
import { RpcRejected, RpcUnreachable, type Block, type Chain, type Network } from '../../chain/chain.ts'
import type { Hex } from '../../shared/bytes.ts'
import type { Clock } from '../../shared/clock.ts'
import { Problem } from '../../shared/problems.ts'
import type { TokenPool } from '../../sources/dexscreener.ts'
import { said } from '../../sources/said.ts'
import type { Sourced } from '../../sources/source.ts'
import type { Sources } from '../../sources/sources.ts'
import { lookAt, type Look } from './call-trial.ts'
import { followProxy } from './follow-proxy.ts'
import { candidatesOf, sharesOf, type HolderShares } from './holder-shares.ts'
import { createNodeReader, newestBlock, type NodeReader } from './node-reader.ts'
import { describeContract, readFacts, readStanding, type ObservedContract, type Standing } from './observe-token.ts'
import { OutOfTime, partOf, seen, unseen, type Part } from './part.ts'
import { nobody, readTransfers, replay, type TransferHistory } from './read-transfers.ts'
import { mostGivers, strangersOf, tryTransfers, type TransferTrial } from './try-transfers.ts'

/** All that was seen of a token. */
export interface TokenSight {
  readonly contract: ObservedContract
  readonly holders: Part<HolderShares & { readonly since: Block | null }>
  readonly trial: Part<TransferTrial>
  readonly pools: Part<Sourced<readonly TokenPool[]>>
}

export interface AnalysisParts {
  readonly chain: Pick<Chain, 'network' | 'rpc'>
  readonly sources: Pick<Sources, 'dexscreener'>
  readonly clock: Clock
  /** Ends with OutOfTime: what was not seen by then is missing. */
  readonly signal: AbortSignal
  /** The same for what may take long and does not matter most: it leaves time for what comes after. */
  readonly soonSignal: AbortSignal
}

/** The most calls to the node that one analysis takes; docs/token-analysis.md says for what. */
export const mostNodeCalls = 41

/**
 * Looks at a token from all sides.
 * @throws Problem `no_token_contract`; `upstream_unavailable` when it can't even be told what code runs
 */
export async function analyseToken(address: Hex, parts: AnalysisParts): Promise<TokenSight> {
  const { chain, signal, soonSignal } = parts
  const block = await reached(chain, () => newestBlock(chain, signal))
  const node = createNodeReader(chain, block, signal)
  const soon = createNodeReader(chain, block, soonSignal)
  const asked = partOf(async () => seen(await readFacts(soon, address)))
  const standing = await reached(chain, () => readStanding(node, address))
  if (standing.kind !== 'contract') throw noContract(standing, chain.network)
  const [facts, path, pools, history] = await Promise.all([
    asked,
    reached(chain, () => followProxy(node, address, standing.code, standing.slots)),
    poolsOf(address, parts),
    partOf(async () => seen(await readTransfers(soon, address))),
  ])
  const contract = describeContract(block, standing.code, facts, path)
  return { contract, pools, ...(await readHolders(node, address, { ...parts, contract, pools, history })) }
}

/** Gives what `read` gives; an unreachable or failing node becomes a problem that the caller may see. */
async function reached<T>({ network }: Pick<Chain, 'network'>, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof RpcUnreachable || error instanceof RpcRejected || error instanceof OutOfTime)
      throw new Problem('upstream_unavailable', `No answer came from ${network.name}.`, { retryAfter: 5, cause: error })
    throw error
  }
}

function noContract(standing: Standing, { name }: Network): Problem {
  const what =
    standing.kind === 'delegated-account'
      ? `This is a wallet on ${name} that sends its calls to a contract by EIP-7702. It is no token.`
      : `There is no contract at this address on ${name}.`
  return new Problem('no_token_contract', what, { field: 'path.address' })
}

/** The networks that DEX Screener knows, under the names that it has for them. */
const covered = new Set(['base', 'ethereum', 'polygon', 'arbitrum', 'optimism'])
/** Of the time of a call, so that enough is left to try the pool. */
const poolsMs = 1_100

async function poolsOf(address: Hex, { chain, sources, signal }: AnalysisParts): Promise<TokenSight['pools']> {
  const { slug, name } = chain.network
  const { source, pools } = sources.dexscreener
  if (!covered.has(slug)) return unseen(`No source of pools covers ${name}.`)
  const answer = await said(source, pools, `${slug}/${address}`, { waitMs: poolsMs, signal })
  if (answer.kind === 'off') return unseen('No source of pools is switched on here.')
  return answer.kind === 'failed' ? unseen('The source of pools gave no usable answer.') : seen(answer)
}

interface Known extends AnalysisParts {
  readonly contract: ObservedContract
  readonly pools: TokenSight['pools']
  readonly history: Part<TransferHistory>
}

const labels = createLabels()
/** So many who got some last are looked at, since some have nothing left or are contracts. */
const mostReceivers = 6

async function readHolders(node: NodeReader, token: Hex, known: Known): Promise<Pick<TokenSight, 'holders' | 'trial'>> {
  const { contract, history, clock, chain } = known
  const pools = known.pools.seen ? known.pools.value.value.map(({ pool }) => pool) : []
  const poolSet = new Set<Hex>(pools.filter(isAddress))
  const transfers = history.seen ? history.value.transfers : []
  const balances = replay(transfers)
  const receivers = lastReceivers(transfers, new Set([...poolSet, token, nobody]))
  const accounts = [...new Set([...candidatesOf(balances), ...receivers])]
  const strangers = strangersOf(`${token} ${node.block.hash} ${clock.now()}`)
  const looked = await partOf(async () => seen(accounts.length === 0 ? [] : await lookAt(node, strangers.desk, token, accounts)))
  const looks = new Map<Hex, Look>(
    looked.seen ? accounts.flatMap((account, index) => (looked.value?.[index] ? [[account, looked.value[index]] as const] : [])) : [],
  )
  const isBridge = (account: Hex) => labels.of(chain.network.id, account).some(({ kind }) => kind === 'bridge')
  const isPlain = (account: Hex) => looks.get(account)?.isContract === false && (looks.get(account)?.balance ?? 0n) > 0n
  const byBalance = accounts
    .filter((account) => (looks.get(account)?.balance ?? 0n) > 0n && !poolSet.has(account) && account !== token && !isBurnt(account))
    .sort((one, other) => ((looks.get(one)?.balance ?? 0n) < (looks.get(other)?.balance ?? 0n) ? 1 : -1))
  // Of a contract the own code would be missing in the trial.
  const givers = byBalance.toSorted((one, other) => Number(isPlain(other)) - Number(isPlain(one))).slice(0, mostGivers)
  const facts = contract.facts.seen ? contract.facts.value : null
  const [holders, trial] = await Promise.all([
    partOf(async () => {
      if (!history.seen) return history
      if (history.value.cut !== null) return unseen(history.value.cut)
      const totalSupply = facts?.totalSupply ?? null
      const shares = sharesOf({ token, transfers, balances, looks, totalSupply, pools: poolSet, isBridge })
      return seen({ ...shares, since: shares.firstBlock === null ? null : await node.blockAt(BigInt(shares.firstBlock)) })
    }),
    partOf(async () => {
      const owner = facts?.owner?.address
      const holding = receivers.filter((account) => isPlain(account) && account !== givers[0] && account !== owner)
      const tried = await tryTransfers({ node, token, givers, holders: holding, looks, pool: pools.find(isAddress) ?? null, strangers })
      return tried ? seen(tried) : unseen('Nobody was found who holds it, and it could not be told where it keeps its balances.')
    }),
  ])
  return { holders, trial }
}

function isAddress(pool: string): pool is Hex {
  return pool.length === 42
}

const dead = '0x000000000000000000000000000000000000dead'

function isBurnt(account: Hex): boolean {
  return account === nobody || account === dead
}

/** Those who got it last, the last one first. */
function lastReceivers(transfers: TransferHistory['transfers'], besides: ReadonlySet<Hex>): Hex[] {
  const found = new Set<Hex>()
  for (let index = transfers.length - 1; index >= 0 && found.size < mostReceivers; index--) {
    const to = transfers[index]?.to
    if (to !== undefined && !besides.has(to) && !isBurnt(to)) found.add(to)
  }
  return [...found]
}
