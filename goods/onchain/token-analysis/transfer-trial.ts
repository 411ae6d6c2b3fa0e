import type { Hex } from '../../../src/goods/kit/evm.ts'
import { addressDigits, keccak256, selectors, toHex, uintDigits } from '../../../src/goods/kit/rpc.ts'
import { giveBalance } from './balance-slot.ts'
import { tryTrade, type AccountState, type TradePlan, type TriedTrade, type TriedTransfer } from './trial-calls.ts'
import type { ContractReader } from '../contracts/contract-reader.ts'

/** The result of trying to buy, send and sell a token. */
export interface TransferTrial {
  /** From the pool to a new buyer; without a pool from the giver. */
  readonly buy: TriedTransfer | null
  /** From the buyer to an address without a history. */
  readonly send: TriedTransfer | null
  /** From the buyer to the pool, or without a pool back to the giver. */
  readonly sell: TriedTransfer | null
  readonly soldTo: 'pool' | 'giver'
  /** `holder`: a real holder's tokens were moved; `made-up`: the giver's balance was set for the trial. */
  readonly tokens: 'holder' | 'made-up'
  /** Holders that were tried, each with its whole balance, and how many of those could not send it. */
  readonly holdersTried: number
  readonly holdersRefused: number
}

export interface TrialParts {
  readonly node: ContractReader
  readonly token: Hex
  /** Accounts that may give: the largest holders that are not pools. */
  readonly givers: readonly Hex[]
  /** The accounts that got it last and still have some. */
  readonly holders: readonly Hex[]
  readonly accountStates: ReadonlyMap<Hex, AccountState>
  /** The deepest pool with an address of its own. */
  readonly pool: Hex | null
  /** Addresses that nobody can know before the trial. */
  readonly addresses: TrialAddresses
}

export interface TrialAddresses {
  /** Where the trial contract is put. */
  readonly contract: Hex
  readonly giver: Hex
  readonly buyer: Hex
  readonly recipient: Hex
}

/** Addresses that a token's author cannot have known. `seed` differs from call to call. */
export function trialAddresses(seed: string): TrialAddresses {
  const of = (role: string): Hex => `0x${toHex(keccak256(Buffer.from(`${role} ${seed}`))).slice(-40)}`
  return { contract: of('contract'), giver: of('giver'), buyer: of('buyer'), recipient: of('recipient') }
}

const maxHolders = 3
/** Two, because one may be blocked. */
export const maxGivers = 2

/** Tries to buy and sell, and whether holders can send, all at the same time. Null where nothing could be tried. @throws as ContractReader */
export async function runTransferTrial(parts: TrialParts): Promise<TransferTrial | null> {
  const { node, token, givers, pool, addresses } = parts
  const { contract, buyer, recipient } = addresses
  const tokens = givers.length === 0 ? 'made-up' : 'holder'
  const planOf = (source: Hex): TradePlan => ({ token, source, buyer, recipient, market: pool ?? source })
  const [resales, bought, sent] = await Promise.all([
    Promise.all(
      givers.length === 0
        ? [tryMadeUp(node, contract, planOf(addresses.giver))]
        : givers.slice(0, maxGivers).map((giver) => tryTrade(node, contract, planOf(giver))),
    ),
    // The trial replaces the pool's code here, so nothing can be sold back to the pool.
    pool === null ? null : tryTrade(node, contract, { ...planOf(pool), market: recipient }),
    Promise.all(parts.holders.slice(0, maxHolders).map((holder) => canSend(parts, holder))),
  ])
  const resale = resales.find((one) => one?.buy?.moved) ?? resales[0] ?? null
  const tried = sent.filter((moved) => moved !== null)
  if (!resale?.buy && !bought?.buy && tried.length === 0) return null
  return {
    buy: bought?.buy ?? resale?.buy ?? null,
    send: resale?.send ?? null,
    sell: resale?.sell ?? null,
    soldTo: pool === null ? 'giver' : 'pool',
    tokens,
    holdersTried: tried.length,
    holdersRefused: tried.filter((moved) => !moved).length,
  }
}

async function tryMadeUp(node: ContractReader, trialContract: Hex, plan: TradePlan): Promise<TriedTrade | null> {
  const stateDiff = await giveBalance(node, plan.token, plan.source)
  return stateDiff && tryTrade(node, trialContract, plan, { [plan.token]: { stateDiff } })
}

const gasForSending = 3_000_000

/** Whether a holder can send its whole balance, with the state and code of all accounts as they are. Null where it has nothing. */
async function canSend({ node, token, accountStates, pool, addresses }: TrialParts, holder: Hex): Promise<boolean | null> {
  const balance = accountStates.get(holder)?.balance ?? 0n
  if (balance === 0n) return null
  const data = `${selectors.transfer}${addressDigits(pool ?? addresses.recipient)}${uintDigits(balance)}`
  const returned = await node.call({ from: holder, to: token, data: data as Hex, gas: gasForSending })
  // Some tokens return nothing when a transfer succeeds.
  return returned !== null && (returned === '0x' || /^0x0{63}1/.test(returned))
}
