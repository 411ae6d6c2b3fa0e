import type { Observed, PerNetwork } from '../../shared/observed.ts'
import { RpcRejected, RpcUnreachable, type Block, type Chain, type Chains, type NetworkId } from '../../chain/chain.ts'
import { readWalletHistory, type HistoryCaps, type WalletHistory } from '../../chain/history/wallet-history.ts'
import type { SpanMemory } from '../../chain/history/read-logs-back.ts'
import type { Labels } from '../../chain/labels/create-labels.ts'
import type { Hex } from '../../shared/bytes.ts'
import type { Clock, Timers } from '../../shared/clock.ts'
import type { Sources } from '../../sources/sources.ts'
import { counterpartiesOf } from './counterparties.ts'
import type { Dealings, WalletObservations } from './wallet-observations.ts'

/** What a look at one network tells of an address: the part that it has in common with the trust score. */
export interface AccountLook {
  readonly head: Block | null
  readonly transactions: Observed<number>
  readonly blacklisted: Observed<boolean>
  /** Null where there is no oracle. */
  readonly oracle: Observed<boolean> | null
  /** USDC, in base units. */
  readonly balance: Observed<bigint>
  /** When it sent its first transaction, in unix seconds; null where it never did. */
  readonly first: Observed<{ readonly at: number; readonly exact: boolean } | null>
}

interface LookParts {
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly timeoutMs: number
  readonly firsts: FirstsMemory
}

interface FirstsMemory {
  get(key: string): { readonly at: number; readonly exact: boolean } | undefined
  set(key: string, first: { readonly at: number; readonly exact: boolean }): void
}

/** What the offer needs besides the context of every offer. */
export interface WalletParts {
  readonly timers: Timers
  readonly labels: Labels
  /** Looks at one network; what it doesn't say until the signal aborts is unknown. */
  look(chain: Chain, address: Hex, parts: LookParts): Promise<AccountLook>
  /** The reason with which that signal aborts. */
  tooLate(): Error
}

export interface ObserveWalletParts extends Omit<WalletParts, 'labels'> {
  readonly chains: Chains
  readonly sources: Pick<Sources, 'sanctions'>
  readonly clock: Clock
  readonly firsts: FirstsMemory
  readonly spans: SpanMemory
}

export interface NetworkWallet extends AccountLook {
  /** In wei. */
  readonly native: Observed<bigint>
  readonly history: Observed<WalletHistory>
}

export interface WalletSight {
  readonly observations: WalletObservations
  readonly networks: ReadonlyMap<NetworkId, NetworkWallet>
}

/** Of the 3 seconds that a call may take; what was not seen by then is unknown. */
const mostMs = 2_300
/** For one answer of one node. */
const nodeMs = 1_500
export const historyCaps: HistoryCaps = { days: 30, logs: 500, requests: 16, times: 8, ms: 1_200, answerMs: 1_000 }
/** Besides those of the common look, of the first activity and of the history: the balance of the coin for gas. */
export const ownQuestions = 1
const daySeconds = 86_400

/** Looks at all networks and lists at once, for 2.3 seconds at most. */
export async function observeWallet(address: Hex, parts: ObserveWalletParts): Promise<WalletSight> {
  const { chains, sources, clock, timers } = parts
  const late = new AbortController()
  const cancel = timers.after(mostMs, () => late.abort(parts.tooLate()))
  try {
    const [sights, lists] = await Promise.all([
      Promise.all([...chains].map(async ([id, chain]) => [id, await lookAt(chain, address, parts, late.signal)] as const)),
      listsOf(address, sources.sanctions, clock, late.signal),
    ])
    const networks = new Map(sights)
    const observations: WalletObservations = {
      age: ageOf([...networks.values()], clock),
      transactions: each(networks, ({ transactions }) => transactions),
      sanctions: { lists, blacklist: each(networks, ({ blacklisted }) => blacklisted), oracle: each(networks, ({ oracle }) => oracle) },
      usdc: each(networks, ({ balance }) => balance),
      native: each(networks, ({ native }) => native),
      dealings: each(networks, ({ history }, network) => dealingsOf(history, network)),
    }
    return { observations, networks }
  } finally {
    cancel()
  }
}

async function lookAt(chain: Chain, address: Hex, parts: ObserveWalletParts, signal: AbortSignal): Promise<NetworkWallet> {
  const { clock, firsts, spans } = parts
  const { id } = chain.network
  const balance = () => chain.rpc.call('eth_getBalance', [address, 'latest'], { signal, timeoutMs: nodeMs })
  // In one turn: they travel together.
  const [look, native, history] = await Promise.all([
    parts.look(chain, address, { clock, signal, timeoutMs: nodeMs, firsts }),
    seen(id, clock, signal, async () => weiIn(await balance())),
    seen(id, clock, signal, () => readWalletHistory(chain, address, { signal, caps: historyCaps, clock, spans })),
  ])
  return { ...look, native, history }
}

function weiIn(answer: unknown): bigint {
  if (typeof answer === 'string' && /^0x[0-9a-f]{1,64}$/i.test(answer)) return BigInt(answer)
  throw new RpcUnreachable('the node gave no balance')
}

async function seen<T>(source: string, clock: Clock, signal: AbortSignal, read: () => Promise<T>): Promise<Observed<T>> {
  try {
    const value = await read()
    return { state: 'observed', value, source, observedAt: clock.now() }
  } catch (error) {
    if (error instanceof RpcUnreachable) return { state: 'unknown', reason: 'network_down' }
    if (error instanceof RpcRejected) return { state: 'unknown', reason: 'not_answered' }
    if (signal.aborted) return { state: 'unknown', reason: 'too_slow' }
    throw error
  }
}

function each<T>(
  networks: ReadonlyMap<NetworkId, NetworkWallet>,
  pick: (sight: NetworkWallet, network: NetworkId) => Observed<T> | null,
): PerNetwork<T> {
  return Object.fromEntries(
    [...networks].flatMap(([id, sight]) => {
      const one = pick(sight, id)
      return one === null ? [] : [[id, one] as const]
    }),
  )
}

function dealingsOf(history: Observed<WalletHistory>, network: NetworkId): Observed<Dealings> {
  if (history.state === 'unknown') return history
  const { transfers, cappedBy } = history.value
  // The window and the number of the newest are what is wished; all else came in between.
  const cut = cappedBy === 'requests' || cappedBy === 'time' || cappedBy === 'node'
  return { ...history, value: { counterparties: counterpartiesOf(network, transfers), cut } }
}

/** By the network that knew it first. Where one did not answer, it may be older. */
function ageOf(sights: readonly NetworkWallet[], clock: Clock): WalletObservations['age'] {
  const answers = sights.flatMap(({ first }) => (first.state === 'observed' ? [first] : []))
  const unknown = sights.find(({ first }) => first.state === 'unknown')?.first
  const [some] = answers
  const acts = answers.flatMap((one) => (one.value ? [{ ...one, value: one.value }] : []))
  const earliest = acts.sort((one, other) => one.value.at - other.value.at)[0]
  if (earliest) {
    const days = Math.max(0, Math.floor((clock.now() / 1_000 - earliest.value.at) / daySeconds))
    return { ...earliest, value: { days, atLeast: unknown !== undefined || acts.some(({ value }) => !value.exact) } }
  }
  // Silent where it was seen says nothing of where it was not.
  if (unknown?.state === 'unknown') return unknown
  return some ? { ...some, value: { days: 0, atLeast: false } } : { state: 'unknown', reason: 'no_network' }
}

async function listsOf(address: Hex, sanctions: Sources['sanctions'], clock: Clock, signal: AbortSignal): Promise<Observed<boolean>> {
  if (sanctions.standing() !== 'available') return { state: 'unknown', reason: 'lists_not_fresh' }
  return seen('sanctions-lists', clock, signal, async () => {
    const { verdict, lists } = await sanctions.screen(address, { signal })
    return { verdict, checkedAt: Math.min(...lists.map(({ checkedAt }) => checkedAt ?? clock.now())) }
  }).then((one) => {
    if (one.state === 'unknown') return { state: 'unknown', reason: 'lists_not_loaded' }
    const { verdict, checkedAt } = one.value
    if (verdict === 'inconclusive' || verdict === 'review') return { state: 'unknown', reason: 'lists_not_fresh' }
    return { ...one, value: verdict === 'match', observedAt: checkedAt }
  })
}
