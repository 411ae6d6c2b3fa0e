import { createAddressLabels } from '../labels/create-labels.ts'
import type { Chain, Hex } from '../../../src/goods/kit/evm.ts'
import { zeroAddress } from '../../../src/goods/kit/known-addresses.ts'
import type { Clock } from '../../../src/goods/kit/parts.ts'
import type { ContractReader } from '../contracts/contract-reader.ts'
import type { ObservedToken } from './observed-token.ts'
import { candidatesOf, isBurnAddress, sharesOf } from './holder-shares.ts'
import { partOf, seen, unseen, type Part } from './part.ts'
import { balancesFrom, type TransferHistory } from './read-transfers.ts'
import type { ObservedContract } from './token-contract.ts'
import { maxGivers, runTransferTrial, trialAddresses } from './transfer-trial.ts'
import { readAccountStates, type AccountState } from './trial-calls.ts'

interface HolderParts {
  readonly chain: Pick<Chain, 'network'>
  readonly clock: Clock
  readonly contract: ObservedContract
  readonly pools: ObservedToken['pools']
  readonly history: Part<TransferHistory>
}

const labels = createAddressLabels()
/** So many of the last receivers are read. Some of them have nothing left, and some are contracts. */
const maxReceivers = 6

/** How a token is spread among its holders, and whether they can send it. */
export async function observeHolders(
  node: ContractReader,
  token: Hex,
  { chain, clock, contract, pools: observedPools, history }: HolderParts,
): Promise<Pick<ObservedToken, 'holders' | 'trial'>> {
  const poolIds = observedPools.seen ? observedPools.value.value.map(({ pool }) => pool) : []
  const pools = new Set<Hex>(poolIds.filter(isAddress))
  const transfers = history.seen ? history.value.transfers : []
  const balances = balancesFrom(transfers)
  const receivers = lastReceivers(transfers, new Set([...pools, token, zeroAddress]))
  const accounts = [...new Set([...candidatesOf(balances), ...receivers])]
  const addresses = trialAddresses(`${token} ${node.block.hash} ${clock.now()}`)
  const accountStates = await statesOf(node, addresses.contract, token, accounts)
  const balanceOf = (account: Hex) => accountStates.get(account)?.balance ?? 0n
  const isBridge = (account: Hex) => labels.of(chain.network.id, account).some(({ kind }) => kind === 'bridge')
  const isPlainHolder = (account: Hex) => accountStates.get(account)?.isContract === false && balanceOf(account) > 0n
  const byBalance = accounts
    .filter((account) => balanceOf(account) > 0n && !pools.has(account) && account !== token && !isBurnAddress(account))
    .sort((one, other) => (balanceOf(one) < balanceOf(other) ? 1 : -1))
  // Plain accounts first: the trial replaces the code of the giver, and a contract may need its own.
  const givers = byBalance.toSorted((one, other) => Number(isPlainHolder(other)) - Number(isPlainHolder(one))).slice(0, maxGivers)
  const claims = contract.claims.seen ? contract.claims.value : null
  const [holders, trial] = await Promise.all([
    partOf(async () => {
      if (!history.seen) return history
      if (history.value.cut !== null) return unseen(history.value.cut)
      const totalSupply = claims?.totalSupply ?? null
      const shares = sharesOf({ token, transfers, balances, accountStates, totalSupply, pools, isBridge })
      return seen({ ...shares, since: shares.firstBlock === null ? null : await node.blockAt(BigInt(shares.firstBlock)) })
    }),
    partOf(async () => {
      const owner = claims?.owner?.address
      const triedHolders = receivers.filter((account) => isPlainHolder(account) && account !== givers[0] && account !== owner)
      const pool = poolIds.find(isAddress) ?? null
      const tried = await runTransferTrial({ node, token, givers, holders: triedHolders, accountStates, pool, addresses })
      return tried ? seen(tried) : unseen('No holder was found, and it is not known where the contract stores balances.')
    }),
  ])
  return { holders, trial }
}

/** What could be read of these accounts; empty where nothing could. */
async function statesOf(
  node: ContractReader,
  trialContract: Hex,
  token: Hex,
  accounts: readonly Hex[],
): Promise<ReadonlyMap<Hex, AccountState>> {
  const read = await partOf(async () => seen(accounts.length === 0 ? [] : await readAccountStates(node, trialContract, token, accounts)))
  const states = read.seen ? (read.value ?? []) : []
  return new Map(accounts.flatMap((account, index) => (states[index] ? [[account, states[index]] as const] : [])))
}

/** Pools of some exchanges have longer ids, which are not addresses. */
function isAddress(pool: string): pool is Hex {
  return pool.length === 42
}

/** The accounts that got the token last, the newest first. */
function lastReceivers(transfers: TransferHistory['transfers'], excluded: ReadonlySet<Hex>): Hex[] {
  const found = new Set<Hex>()
  for (let index = transfers.length - 1; index >= 0 && found.size < maxReceivers; index--) {
    const to = transfers[index]?.to
    if (to !== undefined && !excluded.has(to) && !isBurnAddress(to)) found.add(to)
  }
  return [...found]
}
