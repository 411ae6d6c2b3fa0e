import type { Observed, PerNetwork } from '../../shared/observed.ts'
import { addressOfName, claimedName } from '../../chain/ens.ts'
import type { Chain, Chains, NetworkId } from '../../chain/chain.ts'
import type { SpanMemory } from '../../chain/history/wallet-history.ts'
import type { Hex } from '../../shared/bytes.ts'
import type { Clock, Timers } from '../../shared/clock.ts'
import type { Sources } from '../../sources/sources.ts'
import type { FirstActivity } from './first-activity.ts'
import type { Confirmation, Observations } from './observations.ts'
import { observeIdentity, type AgentIndexes, type IdentitySight } from './observe-identity.ts'
import { observeNetwork, seen, TooLate, type NetworkSight } from './observe-network.ts'
import { metMixer, observeMixers } from './risk/observe-mixers.ts'
import type { MixerMeetings } from './risk/risk-observations.ts'

/** What the trust offers need besides the context of every offer. */
export interface TrustParts {
  readonly indexes: AgentIndexes
  /** Payments of an address to this service that came to an end, the newest thousand at most. */
  paymentsOf(payer: Hex): Promise<{ readonly ended: number; readonly settled: number }>
  /** Whom the operator of this service has confirmed to be behind an address; null where nobody. */
  confirmationOf(address: Hex): Confirmation | null
  readonly timers: Timers
}

export interface ObserveParts extends TrustParts {
  readonly chains: Chains
  readonly sources: Pick<Sources, 'sanctions' | 'agentFiles'>
  readonly clock: Clock
  readonly firsts: { get(key: string): FirstActivity | undefined; set(key: string, first: FirstActivity): void }
  readonly spans: SpanMemory
}

/** All that was seen of an address. */
export interface AddressSight {
  readonly observations: Observations
  readonly networks: ReadonlyMap<NetworkId, NetworkSight>
  readonly identity: IdentitySight
  /** Its own dealings with mixers. */
  readonly mixer: Observed<MixerMeetings>
  /** Its ENS name, if that leads to it and back. */
  readonly name: string | null
}

/** Of the 3 seconds that a call may take; what was not seen by then is unknown. */
const mostMs = 2_300
/** For one answer of one node. */
const nodeMs = 1_500
export const ethereum: NetworkId = 'eip155:1'
const daySeconds = 86_400

/** Looks everywhere at once, for 2.3 seconds at most. */
export async function observeAddress(address: Hex, parts: ObserveParts): Promise<AddressSight> {
  const { chains, sources, clock, timers, firsts, indexes, spans } = parts
  const late = new AbortController()
  const cancel = timers.after(mostMs, () => late.abort(new TooLate()))
  const look = { clock, signal: late.signal, timeoutMs: nodeMs }
  try {
    const [sights, lists, identity, name, history, mixer] = await Promise.all([
      Promise.all([...chains].map(async ([id, chain]) => [id, await observeNetwork(chain, address, { ...look, firsts })] as const)),
      listsOf(address, sources, clock, late.signal),
      observeIdentity(address, { ...look, indexes, chains, files: sources.agentFiles }),
      nameOf(address, chains.get(ethereum), look),
      parts.paymentsOf(address),
      observeMixers([address], { chains, clock, spans, signal: late.signal }),
    ])
    const networks = new Map(sights)
    const observations: Observations = {
      age: ageOf([...networks.values()], clock),
      transactions: each(networks, ({ transactions }) => transactions),
      sanctions: {
        lists,
        blacklist: each(networks, ({ blacklisted }) => blacklisted),
        oracle: each(networks, ({ oracle }) => oracle),
      },
      identity: identity.observations,
      operator: {
        confirmed: { state: 'observed', value: parts.confirmationOf(address), source: 'operator', observedAt: clock.now() },
        nameMatches: name.state === 'observed' ? { ...name, value: name.value !== null } : name,
      },
      history: { state: 'observed', value: history, source: 'ledger', observedAt: clock.now() },
      bond: bondOf([...networks.values()]),
      mixer: metMixer(mixer, clock.now() / 1_000),
    }
    return { observations, networks, identity, mixer, name: name.state === 'observed' ? name.value : null }
  } finally {
    cancel()
  }
}

function each<T>(networks: ReadonlyMap<NetworkId, NetworkSight>, pick: (sight: NetworkSight) => Observed<T> | null): PerNetwork<T> {
  return Object.fromEntries(
    [...networks].flatMap(([id, sight]) => {
      const one = pick(sight)
      return one === null ? [] : [[id, one] as const]
    }),
  )
}

/** By the network that knew it first. Where one did not answer, it may be older. */
function ageOf(sights: readonly NetworkSight[], clock: Clock): Observations['age'] {
  const answers = sights.flatMap(({ first }) => (first.state === 'observed' ? [first] : []))
  const [some] = answers
  if (!some) return sights[0]?.first.state === 'unknown' ? sights[0].first : { state: 'unknown', reason: 'no_network' }
  const complete = answers.length === sights.length
  const earliest = answers
    .flatMap((one) => (one.value ? [{ ...one, value: one.value }] : []))
    .sort((one, other) => one.value.at - other.value.at)[0]
  // Silent where it was seen says nothing of where it was not.
  if (!earliest && !complete) return sights.find(({ first }) => first.state === 'unknown')?.first as Observations['age']
  const days = earliest ? Math.max(0, Math.floor((clock.now() / 1_000 - earliest.value.at) / daySeconds)) : 0
  const atLeast = earliest !== undefined && (!complete || answers.some(({ value }) => value?.exact === false))
  return { ...(earliest ?? some), value: { days, atLeast } }
}

/** What it holds on the networks that answered. */
function bondOf(sights: readonly NetworkSight[]): Observed<bigint> {
  const answers = sights.flatMap(({ balance }) => (balance.state === 'observed' ? [balance] : []))
  const [first] = answers
  if (!first) return sights[0]?.balance ?? { state: 'unknown', reason: 'no_network' }
  const richest = answers.reduce((most, one) => (one.value > most.value ? one : most), first)
  return { ...richest, value: answers.reduce((sum, { value }) => sum + value, 0n) }
}

async function listsOf(
  address: Hex,
  { sanctions }: ObserveParts['sources'],
  clock: Clock,
  signal: AbortSignal,
): Promise<Observed<boolean>> {
  if (sanctions.standing() !== 'available') return { state: 'unknown', reason: 'lists_not_fresh' }
  try {
    const { verdict, lists } = await sanctions.screen(address, { signal })
    if (verdict === 'inconclusive' || verdict === 'review') return { state: 'unknown', reason: 'lists_not_fresh' }
    const observedAt = Math.min(...lists.map(({ checkedAt }) => checkedAt ?? clock.now()))
    return { state: 'observed', value: verdict === 'match', source: 'sanctions-lists', observedAt }
  } catch (error) {
    if (error instanceof TooLate) return { state: 'unknown', reason: 'lists_not_loaded' }
    throw error
  }
}

/** The name that it claims, if that leads back; null where it has none. */
async function nameOf(
  address: Hex,
  chain: Chain | undefined,
  { clock, signal, timeoutMs }: { clock: Clock; signal: AbortSignal; timeoutMs: number },
): Promise<Observed<string | null>> {
  if (!chain) return { state: 'unknown', reason: 'ethereum_not_enabled' }
  const limits = { signal, timeoutMs }
  const claimed = await seen(ethereum, clock, () => claimedName(chain.rpc, address, limits))
  if (claimed.state === 'unknown') return claimed
  const { value } = claimed
  if (value.kind === 'elsewhere') return { state: 'unknown', reason: 'ens_gateway_not_asked' }
  if (value.kind !== 'name') return { ...claimed, value: null }
  const { name } = value
  const forward = await seen(ethereum, clock, () => addressOfName(chain.rpc, name, limits))
  if (forward.state === 'unknown') return forward
  if (forward.value.kind === 'elsewhere') return { state: 'unknown', reason: 'ens_gateway_not_asked' }
  return { ...forward, value: forward.value.kind === 'address' && forward.value.address === address ? name : null }
}
