import { addressDigits, selectors, uintDigits } from '../../chain/abi.ts'
import { keccak256 } from '../../chain/keccak.ts'
import { toHex } from '../../shared/bytes.ts'
import type { Hex } from '../../shared/bytes.ts'
import { giveBalance } from './balance-slot.ts'
import { tryTrade, type Look, type TradePlan, type TriedTrade, type TriedTransfer } from './call-trial.ts'
import type { NodeReader } from './node-reader.ts'

/** What came of trying to buy, send and sell a token. */
export interface TransferTrial {
  /** From the pool to a new buyer; from whoever gave where there is no pool. */
  readonly buy: TriedTransfer | null
  /** From the buyer to a stranger. */
  readonly send: TriedTransfer | null
  /** From the buyer to the pool, or back to whoever gave. */
  readonly sell: TriedTransfer | null
  readonly soldTo: 'pool' | 'giver'
  /** `holder`: somebody's own tokens were moved; `made-up`: the buyer was taken to have some. */
  readonly tokens: 'holder' | 'made-up'
  /** Holders who were tried, each with all that they have, and how many of those could not send it. */
  readonly holdersTried: number
  readonly holdersRefused: number
}

export interface TrialParts {
  readonly node: NodeReader
  readonly token: Hex
  /** Who may give: the largest holders that are no pools. */
  readonly givers: readonly Hex[]
  /** Those who got it last and still have some. */
  readonly holders: readonly Hex[]
  readonly looks: ReadonlyMap<Hex, Look>
  /** The deepest pool with an address of its own. */
  readonly pool: Hex | null
  /** Addresses of the trial, which nobody can know beforehand. */
  readonly strangers: Strangers
}

export interface Strangers {
  readonly desk: Hex
  readonly giver: Hex
  readonly buyer: Hex
  readonly stranger: Hex
}

/** Addresses that a token can't have been told of before it was deployed. `seed` differs from call to call. */
export function strangersOf(seed: string): Strangers {
  const of = (role: string): Hex => `0x${toHex(keccak256(Buffer.from(`${role} ${seed}`))).slice(-40)}`
  return { desk: of('desk'), giver: of('giver'), buyer: of('buyer'), stranger: of('stranger') }
}

/** Holders that are tried. */
const mostHolders = 3
/** One of them may be barred. */
export const mostGivers = 2

/** Tries to buy and sell, and lets holders try, all at the same time. Null where nothing could be tried. @throws as NodeReader */
export async function tryTransfers(parts: TrialParts): Promise<TransferTrial | null> {
  const { node, token, givers, pool, strangers } = parts
  const { desk, buyer, stranger } = strangers
  const tokens = givers.length === 0 ? 'made-up' : 'holder'
  const planOf = (source: Hex): TradePlan => ({ token, source, buyer, stranger, market: pool ?? source })
  const [resales, bought, sent] = await Promise.all([
    Promise.all(
      givers.length === 0
        ? [tryMadeUp(node, desk, planOf(strangers.giver))]
        : givers.slice(0, mostGivers).map((giver) => tryTrade(node, desk, planOf(giver))),
    ),
    // The code of the pool is not its own then, so that nothing may be sold to it.
    pool === null ? null : tryTrade(node, desk, { ...planOf(pool), market: stranger }),
    Promise.all(parts.holders.slice(0, mostHolders).map((holder) => sends(parts, holder))),
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

async function tryMadeUp(node: NodeReader, desk: Hex, plan: TradePlan): Promise<TriedTrade | null> {
  const stateDiff = await giveBalance(node, plan.token, plan.source)
  return stateDiff && tryTrade(node, desk, plan, { [plan.token]: { stateDiff } })
}

const gasForSending = 3_000_000

/** Whether a holder can send what it has, as it is and without anything taken to be otherwise. Null where it has nothing. */
async function sends({ node, token, looks, pool, strangers }: TrialParts, holder: Hex): Promise<boolean | null> {
  const balance = looks.get(holder)?.balance ?? 0n
  if (balance === 0n) return null
  const data = `${selectors.transfer}${addressDigits(pool ?? strangers.stranger)}${uintDigits(balance)}`
  const returned = await node.call({ from: holder, to: token, data: data as Hex, gas: gasForSending })
  // Some tokens answer nothing, and mean yes.
  return returned !== null && (returned === '0x' || /^0x0{63}1/.test(returned))
}
